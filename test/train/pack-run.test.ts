import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import {
  forkRun,
  networkFile,
  openRun,
  packRun,
  peekState,
  readRun,
  readRunConfig,
  renderRunReport,
  shardFile,
  writeBest,
} from '../../train/index.ts';
import { contents, EXPERIMENT, folder, SHORT, smokeExperiment, trainAll } from '../support/runs.ts';

const newRun = (): string => join(folder(), 'run');
const isSaved = (iteration: number) => (report: { readonly type: string; readonly iteration: number }) =>
  report.type === 'saved' && report.iteration === iteration;

const whole = folder();
await trainAll(whole);

const stopped = async (experiment = EXPERIMENT): Promise<string> => {
  const path = folder();
  await trainAll(path, isSaved(2), undefined, 1, experiment);
  return path;
};

test('with all samples of its window, a packed run ends as the run would have', async () => {
  const [source, path] = [await stopped(), newRun()];
  await packRun(source, path, { iterations: 2 });
  await trainAll(path);
  for (const name of ['state.json', 'checkpoints/000003.learner', 'checkpoints/000003.network'])
    expect(readFileSync(join(path, name)).equals(readFileSync(join(whole, name))), name).toBe(true);
});

test('so does one that plays ahead of learning', async () => {
  const ahead = smokeExperiment(SHORT, { selfPlay: { ahead: 1, teacher: { iterations: 1 } } });
  const [source, path] = [await stopped(ahead), newRun()];
  await packRun(source, path, { iterations: 2 });
  await trainAll(path);
  await trainAll(source);
  expect(readFileSync(networkFile(path, 3)).equals(readFileSync(networkFile(source, 3)))).toBe(true);
});

test('it has no games, only the newest samples and one checkpoint, and goes on with these', async () => {
  const [source, path] = [await stopped(), newRun()];
  const before = contents(source);
  const { state } = await packRun(source, path, { iterations: 1 });
  expect(contents(source)).toEqual(before);
  expect(state.shards).toEqual(['000002-0000', '000002-0001', '000002-0002']);
  expect(peekState({ path })).toEqual(state);
  expect(state).toMatchObject({ iteration: 2, games: 12, samples: peekState({ path: source }).samples });
  expect(existsSync(shardFile(path, '000001-0000'))).toBe(false);
  expect(readdirSync(join(path, 'games'))).toEqual([]);
  expect(readdirSync(join(path, 'checkpoints'))).toEqual(['000002.learner', '000002.network', '000002.state.json']);
  await trainAll(path);
  expect(peekState({ path }).iteration).toBe(3);
});

test('its course is still told, and networks that later ones are measured against are there', async () => {
  const met = smokeExperiment(SHORT, { evaluation: { every: 3, back: 2 } });
  const [source, path] = [await stopped(met), newRun()];
  writeBest({ path: source }, { iteration: 0, judged: 2 });
  await packRun(source, path, { iterations: 0 });
  expect([0, 1, 2].filter((iteration) => existsSync(networkFile(path, iteration)))).toEqual([0, 1, 2]);
  expect(readRun(path).iterations).toEqual(readRun(source).iterations);
  expect(renderRunReport(readRun(path))).toContain('iteration');
  expect((await openRun(path)).experiment.settings).toEqual(met.settings);
});

test.each([
  [
    'a run that has not finished an iteration',
    async () => {
      const path = folder();
      await trainAll(path, ({ type }) => type === 'begun');
      return path;
    },
    'no iteration of it is finished',
  ],
  ['a folder without a run', async () => folder(), 'it holds no run'],
  [
    'a run without its checkpoint',
    async () => {
      const path = await stopped();
      rmSync(networkFile(path, 2));
      return path;
    },
    'it is missing',
  ],
] as const)('%s is refused, and nothing looks like a run', async (_, source, says) => {
  const path = newRun();
  await expect(packRun(await source(), path, { iterations: 2 })).rejects.toThrow(says);
  expect(existsSync(join(path, 'config.json'))).toBe(false);
});

test('where it was begun from is told by its name, not by a path of this machine', async () => {
  const [fork, path] = [newRun(), newRun()];
  await forkRun(fork, { run: whole, iteration: 2 }, []);
  await trainAll(fork);
  await packRun(fork, path, { iterations: 0 });
  expect(readRunConfig(path).from).toEqual({ ...readRunConfig(fork).from, path: basename(whole) });
  expect(readRunConfig(path).provenance).toEqual(readRunConfig(fork).provenance);
});

test('nothing is packed over a run', async () => {
  await expect(packRun(whole, whole, { iterations: 2 })).rejects.toThrow('there is one already');
});
