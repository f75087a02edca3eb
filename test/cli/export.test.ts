import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { encodeNetwork, freshNetwork, networkPreset } from '../../models/index.ts';
import { readRelease } from '../../models/node/index.ts';
import { createRun, writeRelease } from '../../train/index.ts';
import { type CliResult, tzaarHere } from '../support/cli.ts';
import { FACTS, scratchFolder } from '../support/releases.ts';
import { smokeExperiment } from '../support/runs.ts';

/** A run with networks of iterations 1 to 3, of which 3 is the last. */
const makeRun = async (): Promise<string> => {
  const run = join(scratchFolder(), 'night');
  createRun(run, smokeExperiment({ selfPlay: { setups: { tournament: 0 } } }));
  writeFileSync(join(run, 'state.json'), JSON.stringify({ iteration: 3, games: 24, samples: 999, shards: [] }));
  for (const iteration of [1, 2, 3]) {
    const state = { iteration, games: 8 * iteration, samples: 333 * iteration, shards: [] };
    writeFileSync(join(run, 'checkpoints', `00000${iteration}.state.json`), JSON.stringify(state));
    const file = join(run, 'checkpoints', `00000${iteration}.network`);
    writeFileSync(file, await encodeNetwork(freshNetwork(networkPreset('tiny'), iteration)));
  }
  return run;
};

const run = await makeRun();
const weightsOf = (iteration: number): Float32Array => freshNetwork(networkPreset('tiny'), iteration).weights;

/** Results as they were before networks were recorded in them, told by their paths alone. */
const writeResults = (...models: readonly string[]): string => {
  const file = join(scratchFolder(), 'results.json');
  const summary = { games: 2, score: 1, scoreLow: 0.2, scoreHigh: 1 };
  const duels = models.map((model) => ({ first: `zero:model=${JSON.stringify(model)}`, second: 'random', summary }));
  writeFileSync(file, JSON.stringify({ duels }));
  return file;
};

const checkpoint = (iteration: number, of = run): string => join(of, 'checkpoints', `00000${iteration}.network`);

test("a run's last network is exported, with where it comes from", async () => {
  const out = join(scratchFolder(), 'released');
  const { code, out: text, err } = await tzaarHere(['export', run, '--out', out]);
  expect([code, err]).toEqual([0, '']);
  expect(text).toContain('night-000003: hex 16 × 2, 30415 parameters, float32');
  expect(text).toMatch(/selfcheck, stock tfjs, wasm: 24 positions, worst error \d/);
  const { manifest, network } = await readRelease(out);
  expect(network.weights).toEqual(weightsOf(3));
  expect(manifest).toMatchObject({ name: 'night-000003', licence: 'MIT', setups: ['random', 'fixed'] });
  expect(manifest.provenance).toMatchObject({ run: 'night', iteration: 3, games: 16, teacherGames: 8, samples: 999 });
  expect(readFileSync(join(out, 'README.md'), 'utf8')).toContain('First from games of alpha-beta against itself');
});

test('best.json decides, and what was counted then is told', async () => {
  const best = await makeRun();
  writeFileSync(join(best, 'best.json'), JSON.stringify({ iteration: 2, judged: 3 }));
  const out = join(scratchFolder(), 'released');
  const { code, out: text } = await tzaarHere(['export', best, '--out', out, '--name', 'Best', '--json']);
  expect(code).toBe(0);
  expect(JSON.parse(text)).toMatchObject({ out, comparison: null, manifest: { name: 'Best' } });
  const { manifest, network } = await readRelease(out);
  expect(network.weights).toEqual(weightsOf(2));
  expect(manifest.provenance).toMatchObject({ iteration: 2, games: 8, teacherGames: 8, samples: 666 });
});

test('a checkpoint of a run knows its run; a bare file knows nothing', async () => {
  const folder = scratchFolder();
  const inRun = join(run, 'checkpoints', '000001.network');
  await tzaarHere(['export', inRun, '--out', join(folder, 'a')]);
  expect((await readRelease(join(folder, 'a'))).manifest.provenance).toMatchObject({ run: 'night', iteration: 1 });
  writeFileSync(join(folder, 'lonely.network'), readFileSync(inRun));
  await tzaarHere(['export', join(folder, 'lonely.network'), '--out', join(folder, 'b'), '--licence', 'CC0-1.0']);
  const { manifest } = await readRelease(join(folder, 'b'));
  expect(manifest).toMatchObject({ name: 'lonely', licence: 'CC0-1.0', setups: [], provenance: { run: null } });
});

test('rounded weights are held against the trained ones, on the terminal and in the card', async () => {
  const out = join(scratchFolder(), 'released');
  const strength = writeResults(checkpoint(3));
  const args = ['--precision', 'int8', '--strength', strength, '--json'];
  const { out: text } = await tzaarHere(['export', run, '--out', out, ...args]);
  const { comparison } = JSON.parse(text);
  expect(comparison.positions).toBeGreaterThanOrEqual(200);
  expect(comparison.simulations).toBe(32);
  expect(comparison.worstValue).toBeGreaterThan(comparison.meanValue);
  expect(comparison.meanValue).toBeGreaterThan(0);
  expect(comparison.worstPolicy).toBeLessThan(0.1);
  expect(comparison.sameMove).toBeGreaterThan(0.2);
  const card = readFileSync(join(out, 'README.md'), 'utf8');
  expect(card).toContain('same action with 32 simulations');
  expect(card).toContain('- the strength below was measured before rounding');
  expect(card).toContain('| not told |'); // tables of evaluate do not tell the set-up
});

test('strength is read from what evaluate and match print and from their games, without paths of this machine', async () => {
  const folder = scratchFolder();
  const model = join(run, 'checkpoints', '000003.network');
  const agent = `zero:model=${JSON.stringify(model)},sims=2`;
  const matchFrom = (setup: string): Promise<CliResult> => {
    const args = ['match', agent, 'random', '--games', '2', '--threads', '1', '--setup', setup];
    return tzaarHere([...args, '--out', join(folder, setup), '--json']);
  };
  const match = await matchFrom('random');
  await matchFrom('fixed');
  writeFileSync(join(folder, 'match.json'), match.out);
  const { score } = JSON.parse(match.out);
  for (const { from, setups } of [
    { from: ['match.json'], setups: ['random'] },
    { from: ['random'], setups: ['random'] },
    { from: ['fixed', 'random'], setups: ['fixed', 'random'] },
  ]) {
    const [out, paths] = [join(folder, `released-${from}`), from.map((name) => join(folder, name))];
    const { code, err } = await tzaarHere(['export', run, '--out', out, '--name', 'Night', '--strength', ...paths]);
    expect([code, err]).toEqual([0, '']);
    const { manifest } = await readRelease(out);
    expect(manifest.strength.map(({ setup }) => setup)).toEqual(setups);
    expect(manifest.strength.at(-1)).toMatchObject({ agent: 'zero:model=Night,sims=2', opponent: 'random', sims: 2, score, games: 2 }); // biome-ignore format: one row
    const card = readFileSync(join(out, 'README.md'), 'utf8');
    for (const setup of setups) expect(card).toContain(`| \`zero:model=Night,sims=2\` | \`random\` | ${setup} | 2 |`);
    expect(card).not.toContain(folder);
  }
});

test.each<[string, string[], string]>([
  ['what is not there', ['nowhere', '--out', 'x'], 'invalid run or checkpoint "nowhere": there is no such folder'],
  ['a folder that is no run', ['test', '--out', 'x'], 'expected the folder of a run (with config.json)'],
  ['a file that is no network', ['package.json', '--out', 'x'], 'expected a file that begins with TZAARNET'],
  ['strength that is none', [run, '--out', 'x', '--strength', 'package.json'], 'expected a folder of tzaar match'],
  ['strength that is not there', [run, '--out', 'x', '--strength', 'nowhere'], 'cannot be read (ENOENT)'],
  ['a place that holds something else', [run, '--out', 'test'], 'it holds something that is not a released model'],
])('%s is refused in a sentence', async (_, args, says) => {
  const { code, out, err } = await tzaarHere(['export', ...args]);
  expect([code, out]).toEqual([1, '']);
  expect(err).toContain(says);
  expect(existsSync('x')).toBe(false);
});

const playMatch = async (model: string): Promise<string> => {
  const file = join(scratchFolder(), 'match.json');
  const agent = `zero:model=${JSON.stringify(model)},sims=2`;
  writeFileSync(file, (await tzaarHere(['match', agent, 'random', '--games', '2', '--threads', '1', '--json'])).out);
  return file;
};

test.each<[string, readonly string[], string]>([
  ['several other networks', ['a', 'b'], 'its results are of a, b'],
  ['one other network', ['runs/other/000009.network'], 'its results are of runs/other/000009.network'],
  ['another iteration of the run', [checkpoint(1)], `its results are of ${checkpoint(1)}`],
  ['no network', [], 'it has no match of a network'],
])('strength of %s is not taken for that of this one', async (_, models, says) => {
  const results = writeResults(...models);
  const { code, err } = await tzaarHere(['export', run, '--out', 'x', '--strength', results]);
  expect(code).toBe(1);
  expect(err).toContain(`invalid strength "${results}": ${says}`);
  expect(err).toContain(`expected results of ${checkpoint(3)}`);
  expect(err).toContain(`evaluate --model ${checkpoint(3)} --sims 64 --games 100 --json > FILE`);
});

test('results without the weights they are of count if they name the very checkpoint', async () => {
  const out = join(scratchFolder(), 'released');
  const results = writeResults('random', checkpoint(3), checkpoint(2));
  expect(await tzaarHere(['export', run, '--out', out, '--strength', results])).toMatchObject({ code: 0, err: '' });
  const { manifest } = await readRelease(out);
  expect(manifest.strength).toEqual([expect.objectContaining({ agent: 'zero:model=night-000003,sims=64' })]);
});

test('results of the same path but other weights are refused', async () => {
  const changed = await makeRun();
  const results = await playMatch(checkpoint(3, changed));
  writeFileSync(checkpoint(3, changed), readFileSync(checkpoint(1)));
  const { code, err } = await tzaarHere(['export', changed, '--out', 'x', '--strength', results]);
  expect(code).toBe(1);
  expect(err).toMatch(
    /its results are of \S+000003.network \(weights [0-9a-f]{16}\); expected results of \S+ \(weights/,
  );
});

test('results of the same weights count wherever the network lay', async () => {
  const folder = scratchFolder();
  const copy = join(folder, 'copy.network');
  writeFileSync(copy, readFileSync(checkpoint(3)));
  const out = join(folder, 'released');
  expect((await tzaarHere(['export', run, '--out', out, '--strength', await playMatch(copy)])).code).toBe(0);
  expect((await readRelease(out)).manifest.strength).toHaveLength(1);
});

test('results of a release count for the same release, not for what replaces it', async () => {
  const out = join(scratchFolder(), 'released');
  const exported = (iteration: number, ...rest: string[]) =>
    tzaarHere(['export', checkpoint(iteration), '--out', out, ...rest]);
  await exported(3);
  const results = await playMatch(out);
  expect(await exported(3, '--strength', results)).toMatchObject({ code: 0, err: '' });
  expect((await exported(2, '--strength', results)).err).toContain(`its results are of ${out} (weights`);
  expect((await exported(3, '--strength', writeResults(out))).err).toContain(`its results are of ${out};`);
});

test('results of rounded weights count where they are rounded alike', async () => {
  const folder = scratchFolder();
  const rounded = join(folder, 'rounded');
  await writeRelease(freshNetwork(networkPreset('tiny'), 3), FACTS, { out: rounded, precision: 'int8' });
  const results = await playMatch(rounded);
  const exported = (precision: string) =>
    tzaarHere(['export', run, '--out', join(folder, precision), '--precision', precision, '--strength', results]);
  expect((await exported('int8')).code).toBe(0);
  expect(readFileSync(join(folder, 'int8', 'README.md'), 'utf8')).not.toContain('measured before rounding');
  expect((await exported('float32')).err).toContain(`its results are of ${rounded} (weights`);
});

test('a wrong precision and a missing --out are wrong usage', async () => {
  expect((await tzaarHere(['export', run, '--out', 'x', '--precision', 'int4'])).code).toBe(2);
  expect((await tzaarHere(['export', run])).code).toBe(2);
});
