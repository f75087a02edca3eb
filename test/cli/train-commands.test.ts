import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tzaarHere } from '../support/cli.ts';
import { PROGRAM } from '../support/program.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const newRun = (): string => join(mkdtempSync(join(tmpdir(), 'tzaar-train-')), 'run');

/** Starts the command as a shell does, and gives its output as it comes. */
const start = (
  ...args: string[]
): {
  interrupt: () => void;
  output: () => string;
  seen: (text: string) => Promise<void>;
  ended: Promise<number | null>;
} => {
  const child = spawn(process.execPath, [...PROGRAM, ...args], { cwd: ROOT });
  let output = '';
  let wake = (): void => {};
  const hear = (chunk: Buffer): void => {
    output += chunk;
    wake();
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const ended = new Promise<number | null>((done) => child.once('exit', done));
  const seen = (text: string): Promise<void> =>
    new Promise((done, fail) => {
      wake = () => {
        if (output.includes(text)) done();
      };
      wake();
      ended.then(() => fail(new Error(`ended without saying "${text}": ${output}`)));
    });
  return { interrupt: () => child.kill('SIGINT'), output: () => output, seen, ended };
};

describe('tzaar train', () => {
  test('trains, keeps the best network, and says what it does', async () => {
    const out = newRun();
    const { code, out: said } = await tzaarHere(['train', '--preset', 'smoke', '--out', out, '--threads', '1']);
    expect(code).toBe(0);
    expect(said).toMatch(/iteration 2 of 2: 8 games of [\d.]+ actions, 4 simulations, [\d.]+ games\/s/);
    const written = readFileSync(join(out, 'metrics.jsonl'), 'utf8').trimEnd().split('\n');
    const losses = written.map((line) => JSON.parse(line)).filter(({ stage }) => stage === 'loss');
    expect(losses).toHaveLength(2);
    for (const { total, policy, value } of losses) {
      const [all, ...parts] = [total, policy, value].map((loss: number) => loss.toFixed(3));
      expect(said).toContain(`mean losses: total ${all}, policy ${parts[0]}, value ${parts[1]}`);
    }
    expect(said).toMatch(/against greedy: /);
    expect(JSON.parse(readFileSync(join(out, 'best.json'), 'utf8'))).toMatchObject({ iteration: 2, judged: 2 });
    expect(existsSync(join(out, 'lock.json'))).toBe(false);
    const again = await tzaarHere(['train', '--resume', out, '--threads', '1']);
    expect(again.out).toContain('going on after iteration 2');
    const longer = await tzaarHere(['train', '--resume', out, '--set', 'iterations=3', '--set', 'evaluation.every=0']);
    expect(longer.out).toMatch(/iteration 3 of 3: 8 games/);
    expect(JSON.parse(readFileSync(join(out, 'config.json'), 'utf8'))).toMatchObject({
      settings: { iterations: 3, learner: { batchSize: 32 } },
    });
    const other = await tzaarHere(['train', '--resume', out, '--set', 'learner.batchSize=64', '--set', 'iterations=4']);
    expect(other.code).toBe(1);
    expect(other.err).toMatch(
      /invalid setting: learner.batchSize cannot change, since games of this run .* only iterations, /,
    );
    const shorter = await tzaarHere(['train', '--resume', out, '--set', 'iterations=2']);
    expect(shorter).toMatchObject({
      code: 1,
      err: expect.stringContaining('iterations cannot be 2: 3 are done already'),
    });
    const config = JSON.parse(readFileSync(join(out, 'config.json'), 'utf8'));
    expect(config).toMatchObject({ settings: { iterations: 3, learner: { batchSize: 32 } } });
    expect(config.program).toMatchObject({ version: expect.any(String), node: process.version });
    expect(config.program.engines['onnxruntime-node']).toMatch(/^\d+\./);
    expect(config.machine.cores).toBeGreaterThan(0);
  });

  test('with --evaluate and --export ends with a released model that plays', async () => {
    const out = newRun();
    const { code, out: said } = await tzaarHere(
      ['train', '--preset', 'smoke', '--out', out, '--set', 'evaluation.every=0', '--evaluate', '--export'], // biome-ignore format: one command line
    );
    expect(code).toBe(0);
    expect(said).toContain(join(out, 'evaluation.html'));
    const released = join(out, 'released');
    const { strength } = JSON.parse(readFileSync(join(released, 'manifest.json'), 'utf8'));
    expect(strength.map(({ opponent }: { opponent: string }) => opponent)).toEqual([
      'random',
      'greedy',
      'mcts:sims=200',
      'alphabeta:nodes=1000',
    ]);
    const match = await tzaarHere(['match', `zero:model=${released},sims=2`, 'random', '--games', '2', '--json']);
    expect(JSON.parse(match.out)).toMatchObject({ games: 2 });
  });

  test('--from begins with the weights and the network of a model, --fork where another run was', async () => {
    const [out, warm, forked] = [newRun(), newRun(), newRun()];
    const short = ['--threads', '1', '--set', 'evaluation.every=0', '--set', 'selfPlay.gamesPerIteration=4'];
    await tzaarHere(['train', '--preset', 'smoke', '--out', out, ...short]);
    const model = join(out, 'checkpoints', '000002.network');
    const heads = ['--set', 'network.auxiliaryHeads=stepsLeft', '--set', 'iterations=1'];
    const first = await tzaarHere(['train', '--preset', 'standard', '--from', model, '--out', warm, ...short, ...heads,
      '--set', 'selfPlay.teacher.iterations=0', '--set', 'selfPlay.search.simulations=2', '--set', 'learner.batchSize=32']); // biome-ignore format: one command line
    expect(first.code).toBe(0);
    const config = JSON.parse(readFileSync(join(warm, 'config.json'), 'utf8'));
    expect(config.settings.network).toEqual({
      architecture: 'hex',
      channels: 16,
      layers: 2,
      auxiliaryHeads: ['stepsLeft'],
    });
    expect(config.from).toMatchObject({ path: model, iteration: null, hash: expect.stringMatching(/^[0-9a-f]{16}$/) });

    const changes = ['--set', 'learner.learningRate=0.001', '--set', 'iterations=3'];
    const second = await tzaarHere(['train', '--fork', `${out}@2`, '--out', forked, '--threads', '1', ...changes]);
    expect(second.code).toBe(0);
    expect(second.out).toContain('going on after iteration 2');
    const { from, changes: told, settings } = JSON.parse(readFileSync(join(forked, 'config.json'), 'utf8'));
    expect(from).toMatchObject({ path: out, iteration: 2 });
    expect(told).toMatchObject([{ iteration: 3, settings: { 'learner.learningRate': 0.001, iterations: 3 } }]);
    expect(settings.learner.learningRate).toBe(0.001);
    expect((await tzaarHere(['report', forked])).code).toBe(0);
    expect(readFileSync(join(forked, 'report.html'), 'utf8')).toContain('from iteration 3 on: ');
  });

  test('a run that ends with an error has it on record, and is called crashed until it goes on', async () => {
    const out = newRun();
    await tzaarHere([
      'train',
      '--preset',
      'smoke',
      '--out',
      out,
      '--set',
      'iterations=1',
      '--set',
      'evaluation.every=0',
    ]);
    const network = join(out, 'checkpoints', '000001.network');
    const bytes = readFileSync(network);
    for (const name of ['000000', '000001']) writeFileSync(join(out, 'checkpoints', `${name}.network`), 'damaged');
    const { code, err } = await tzaarHere(['train', '--resume', out, '--set', 'iterations=2']);
    expect(code).toBe(1);
    expect(err).toContain('no checkpoint of it can be read');
    expect((await tzaarHere(['runs', out])).out).toMatch(/crashed: invalid run .*no checkpoint of it can be read/);
    writeFileSync(network, bytes);
    expect(await tzaarHere(['train', '--resume', out])).toMatchObject({ code: 0 });
    expect((await tzaarHere(['runs', out])).out).not.toContain('crashed');
  });

  test('Ctrl-C stops at once with everything saved, and --resume goes on', async () => {
    const out = newRun();
    // Jobs that would take minutes: only a stop in the middle of one ends the test in time.
    const long = ['--set', 'selfPlay.gamesPerJob=256', '--set', 'selfPlay.gamesPerIteration=1024'];
    const { interrupt, output, seen, ended } = start(
      'train',
      '--preset',
      'smoke',
      '--out',
      out,
      '--set',
      'selfPlay.search.simulations=64',
      ...long, // biome-ignore format: one command line
    );
    await seen('parameters');
    interrupt();
    expect(await ended).toBe(0);
    expect(output()).toContain(`stopped; go on with: tzaar train --resume ${out}`);
    expect(existsSync(join(out, 'lock.json'))).toBe(false);
    expect(existsSync(join(out, 'state.json'))).toBe(true);
  });

  test.each([
    { args: ['--preset', 'huge'], says: 'invalid preset "huge"' },
    { args: ['--set', 'sims=3'], says: 'sims is not known: known are seed, iterations' },
    { args: ['--set', 'valueMix=1'], says: 'valueMix is called targets.value.searchShare now' },
    { args: ['--experiment', './nowhere.ts'], says: 'nowhere.ts' },
    { args: ['--resume', '/nowhere'], says: 'it holds no run' },
    { args: ['--resume', '/nowhere', '--preset', 'quick'], says: 'a run that goes on keeps its own' },
    { args: ['--config', '/nowhere.json'], says: 'nowhere.json' },
    { args: ['--from', '/nowhere.network'], says: 'invalid model file "/nowhere.network": there is no such file' },
    { args: ['--fork', '/nowhere@3'], says: 'it holds no run' },
    { args: ['--fork', '/nowhere@3', '--preset', 'quick'], says: 'leave out either this or --fork' },
    { args: ['--fork', '/nowhere@3', '--from', 'x'], says: 'leave out either this or --fork' },
    { args: ['--resume', '/nowhere', '--fork', 'x'], says: 'leave out either this or --resume' },
  ])('refuses $args with a sentence', async ({ args, says }) => {
    const { code, err } = await tzaarHere(['train', ...args]);
    expect(code).toBe(1);
    expect(err).toContain(says);
  });
});

describe('--set', () => {
  test('a setting inside of something that is no object does not hide it', async () => {
    const typo = await tzaarHere(['train', '--set', 'network=hex-smal', '--set', 'network.channels=24']);
    expect(typo).toMatchObject({ code: 1, err: expect.stringContaining('network must be one of tiny, small') });
    const both = await tzaarHere(['train', '--set', 'selfPlay=3', '--set', 'selfPlay.search.simulations=1']);
    expect(both).toMatchObject({ code: 1, err: expect.stringContaining('selfPlay must be an object') });
  });

  test('all that is wrong is told at once: forms, old names, heads and weights beside a wrong network', async () => {
    const forms = await tzaarHere(['train', '--set', 'valueMix=1', '--set', 'foo', '--set', 'simsEnd=3']);
    for (const says of ['targets.value.searchShare now', '"foo" is not key=value', 'selfPlay.search.simulations now'])
      expect(forms.err).toContain(says);
    const values = await tzaarHere([
      ...['train', '--set', 'network.auxiliaryHeads=stepsLeft,nobody', '--set', 'learner.lossWeights.policy=-1'],
      ...['--set', 'targets.stepsLeft.type=never', '--set', 'colour=1'],
    ]);
    for (const says of [
      'network.auxiliaryHeads',
      'learner.lossWeights.policy',
      'targets.stepsLeft.type',
      'colour is not',
    ])
      expect(values.err).toContain(says);
    expect(values.err).toMatch(/^error: invalid training settings: [a-z]/); // what the preset says is not repeated
  });
});
