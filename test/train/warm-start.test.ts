import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { InvalidInput } from '../../env/index.ts';
import { encodeNetwork, freshNetwork, networkPreset } from '../../models/index.ts';
import { readNetwork, weightsHash } from '../../models/node/index.ts';
import {
  changeRun,
  createRunFrom,
  forkRun,
  networkFile,
  openRun,
  parseForkPoint,
  peekState,
  readRun,
  readRunConfig,
  renderRunReport,
  shardFile,
} from '../../train/index.ts';
import { contents, EXPERIMENT, folder, SHORT, smokeExperiment, trainAll } from '../support/runs.ts';

const newRun = (): string => join(folder(), 'run');
const whole = folder();
await trainAll(whole);

const copyOf = (path: string): string => {
  const copy = newRun();
  cpSync(path, copy, { recursive: true });
  return copy;
};
const networkOf = (path: string, iteration: number): string =>
  readFileSync(networkFile(path, iteration)).toString('base64');

describe('a run from a model', () => {
  const tiny = networkPreset('tiny');

  test('begins with its weights, learns on from them, and says so in its config and its report', async () => {
    const path = newRun();
    const file = join(folder(), 'given.network');
    const given = freshNetwork(tiny, 'given');
    writeFileSync(file, await encodeNetwork(given));
    await createRunFrom(path, EXPERIMENT, file);
    await trainAll(path, ({ type }) => type === 'saved');
    expect((await readNetwork(networkFile(path, 0))).weights).toEqual(given.weights);
    expect((await readNetwork(networkFile(path, 1))).weights).not.toEqual(given.weights);
    const hash = weightsHash(given);
    expect(readRunConfig(path).from).toEqual({ path: file, iteration: null, hash });
    expect(renderRunReport(readRun(path))).toContain(`Begun from given.network (${hash}).`);
  });

  test('refuses another network than the model has, and leaves nothing that looks like a run', async () => {
    const path = newRun();
    const file = networkFile(whole, 3);
    await expect(createRunFrom(path, smokeExperiment({ network: { channels: 8 } }), file)).rejects.toThrow(
      /it can grow, but not lose channels or layers/,
    );
    expect(existsSync(join(path, 'config.json'))).toBe(false);
  });
});

describe('a fork', () => {
  test('with nothing changed ends as the run that it was taken from', async () => {
    const path = newRun();
    await forkRun(path, { run: whole, iteration: 2 }, []);
    await trainAll(path);
    for (const name of ['state.json', 'checkpoints/000003.learner', 'checkpoints/000003.network'])
      expect(readFileSync(join(path, name)).equals(readFileSync(join(whole, name))), name).toBe(true);
    const { from } = readRunConfig(path);
    expect(from).toEqual({ path: whole, iteration: 2, hash: weightsHash(await readNetwork(networkFile(whole, 2))) });
    expect(renderRunReport(readRun(path))).toContain('Begun from iteration 2 of ');
  });

  test('with other settings of self-play keeps the window, and mends what is lost of it with the settings of its time', async () => {
    const path = newRun();
    const changes = [{ seed: 99, selfPlay: { gamesPerJob: 3, search: { simulations: 6 } } }];
    await forkRun(path, { run: whole, iteration: 2 }, changes);
    expect(JSON.parse(readFileSync(join(whole, 'checkpoints', '000002.state.json'), 'utf8'))).toMatchObject(
      peekState({ path }),
    );
    expect(readRunConfig(path).changes).toMatchObject([
      { iteration: 3, settings: { seed: 99, 'selfPlay.gamesPerJob': 3, 'selfPlay.search.simulations': 6 } },
    ]);
    const lost = ['000001-0001', '000002-0002'];
    for (const name of lost) rmSync(shardFile(path, name));
    await trainAll(path);
    for (const name of lost)
      expect(readFileSync(shardFile(path, name)).equals(readFileSync(shardFile(whole, name))), name).toBe(true);
    expect(networkOf(path, 3)).not.toBe(networkOf(whole, 3));
    expect(existsSync(shardFile(path, '000003-0001'))).toBe(true);
    expect(existsSync(shardFile(path, '000003-0002'))).toBe(false); // six games in jobs of three
    expect(renderRunReport(readRun(path))).toContain('from iteration 3 on: seed = 99');
  });

  test('of a run that plays ahead has the earlier networks that its next games are played by', async () => {
    const ahead = smokeExperiment(SHORT, { selfPlay: { ahead: 1, teacher: { iterations: 2 } } });
    const [source, path] = [folder(), newRun()];
    await trainAll(source, undefined, undefined, 1, ahead);
    await forkRun(path, { run: source, iteration: 2 }, []);
    await trainAll(path);
    expect(networkOf(path, 3)).toBe(networkOf(source, 3));
  });

  test('leaves out of the window what can neither be copied nor be played again', async () => {
    const [source, path] = [copyOf(whole), newRun()];
    rmSync(shardFile(source, '000002-0001'));
    rmSync(networkFile(source, 1));
    await forkRun(path, { run: source, iteration: 2 }, []);
    expect(peekState({ path }).shards).not.toContain('000002-0001');
    expect(peekState({ path }).shards).toContain('000002-0002');
    await trainAll(path);
    expect(peekState({ path }).iteration).toBe(3);
  });

  test.each([
    ['an iteration that is not there', whole, 7, [], 'nothing to go on from there'],
    ['another network', whole, 2, [{ network: 'mlp' }], 'a fork goes on with it'],
    ['fewer iterations than it has', whole, 2, [{ iterations: 1 }], '2 are done already where the fork begins'],
    ['a folder that holds no run', folder(), 2, [], 'it holds no run'],
    ['an unknown setting', whole, 2, [{ nonsense: 1 }], 'nonsense is not known'],
  ])('refuses %s', async (_, run, iteration, layers, says) => {
    const path = newRun();
    const fork = forkRun(path, { run, iteration }, layers);
    await expect(fork).rejects.toThrow(InvalidInput);
    await expect(fork).rejects.toThrow(says);
    expect(existsSync(join(path, 'config.json'))).toBe(false);
  });

  test.each([
    ['runs/001@12', { run: 'runs/001', iteration: 12 }],
    ['runs/a@b@0', { run: 'runs/a@b', iteration: 0 }],
    ['runs/001', { run: 'runs/001', iteration: null }],
  ])('%s is a point', (text, point) => {
    expect(parseForkPoint(text)).toEqual(point);
  });
});

describe('a learning rate that changes on resume', () => {
  const FASTER = { learner: { learningRate: 0.02, decaySteps: 500, lossWeights: { value: 2 } } };

  test('holds from the next iteration on, is on record, and what is learnt again before it has the rate of its time', async () => {
    const path = folder();
    await trainAll(path, ({ type, iteration }) => type === 'saved' && iteration === 2);
    const { run, experiment } = await openRun(path);
    changeRun(run, experiment, FASTER);
    expect(readRunConfig(path).changes).toMatchObject([
      {
        iteration: 3,
        settings: { 'learner.learningRate': 0.02, 'learner.decaySteps': 500, 'learner.lossWeights.value': 2 },
        before: { learner: { learningRate: 0.005 } },
      },
    ]);
    const reports = await trainAll(path);
    const rates = reports.flatMap((report) => (report.type === 'learnt' ? [report.learningRate] : []));
    expect(Math.max(...rates)).toBeGreaterThan(0.005);
    expect(networkOf(path, 2)).toBe(networkOf(whole, 2));
    expect(networkOf(path, 3)).not.toBe(networkOf(whole, 3));
    expect(renderRunReport(readRun(path))).toContain('from iteration 3 on: learner.learningRate = 0.02');

    const mended = copyOf(path);
    for (const name of ['000002.learner', '000003.learner']) rmSync(join(mended, 'checkpoints', name));
    await trainAll(mended);
    expect(contents(mended)).toEqual(contents(path));
  });

  test('that is what it was is no change, and what games depend on cannot change', async () => {
    const path = copyOf(whole);
    const { run, experiment } = await openRun(path);
    expect(changeRun(run, experiment, { learner: { learningRate: 0.005 } })).toBe(experiment);
    expect(readRunConfig(path).changes).toEqual([]);
    expect(() => changeRun(run, experiment, { selfPlay: { samplePlies: 3 } })).toThrow(/--fork begins one from here/);
  });
});
