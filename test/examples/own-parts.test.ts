import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { readNetwork } from '../../models/node/index.ts';
import { tzaarFromSource as tzaar } from '../support/cli.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const scratch = (): string => mkdtempSync(join(tmpdir(), 'tzaar-parts-'));
const readJson = (path: string): Record<string, never> => JSON.parse(readFileSync(path, 'utf8'));

/** What the examples register, and the file that does. */
const OWN = [
  { name: 'uct', file: 'examples/own-rule.ts' },
  { name: 'survivors', file: 'examples/own-head.ts' },
  { name: 'survivors-counted', file: 'examples/own-head.ts' },
  { name: 'hunter', file: 'examples/own-agent.ts' },
];

test.each(OWN)('one file is all it takes: nothing else in the project names $name', ({ name, file }) => {
  const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx', '*.mjs'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const naming = tracked
    .trim()
    .split('\n')
    .filter((path) => !path.startsWith('test/'))
    .filter((path) => new RegExp(`['"\`]${name}['"\`]`).test(readFileSync(join(ROOT, path), 'utf8')));
  expect(naming).toEqual([file]);
});

describe('a head of one’s own', () => {
  const out = join(scratch(), 'run');
  const run = tzaar(['train', '--preset', 'smoke', '--experiment', 'examples/own-head.ts', '--out', out, '--threads', '1', '--export']); // biome-ignore format: one command line

  test('is fed by teacher and self-play, learnt, and written into shards and metrics', () => {
    expect([run.err, run.code]).toEqual([expect.any(String), 0]);
    expect(run.out).toMatch(
      /learnt \d+ steps, mean losses: total [\d.]+, policy [\d.]+, value [\d.]+, survivors [\d.]+/,
    );
    for (const shard of ['000001-0000', '000002-0001']) {
      const { 'survivors.npy': column } = unzipSync(readFileSync(join(out, 'shards', `${shard}.npz`)));
      const counts = column.subarray(-20);
      expect(Math.min(...counts)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...counts)).toBeGreaterThan(1);
      expect(Math.max(...counts)).toBeLessThan(30);
    }
    const losses = readFileSync(join(out, 'metrics.jsonl'), 'utf8')
      .split('\n')
      .filter((line) => line.includes('"loss"'));
    for (const line of losses) expect(JSON.parse(line).survivors).toBeGreaterThan(0);
  });

  test('is in the provenance by the hash of its module, and in the settings with its weight and target', () => {
    expect(readJson(join(out, 'config.json'))).toMatchObject({
      modules: [{ path: join(ROOT, 'examples/own-head.ts'), hash: expect.stringMatching(/^[0-9a-f]{64}$/) }],
      settings: {
        network: { auxiliaryHeads: ['survivors'] },
        targets: { survivors: { type: 'survivors-counted' } },
        learner: { lossWeights: { policy: 1, value: 1, survivors: 0.1 } },
      },
    });
  });

  test('is left out of the released model', async () => {
    expect((await readNetwork(join(out, 'released'))).config.auxiliaryHeads).toEqual([]);
  });

  test('is there again when the run goes on, and a module that was changed is refused', () => {
    const longer = tzaar(['train', '--resume', out, '--set', 'iterations=3', '--threads', '1']);
    expect(longer.out).toMatch(/learnt \d+ steps, mean losses: .*survivors/);
    const module = join(scratch(), 'mine.mts');
    copyFileSync(join(ROOT, 'examples/own-head.ts'), module);
    const text = readFileSync(module, 'utf8').replaceAll("'../", `'${ROOT}/`);
    writeFileSync(module, text);
    const other = join(scratch(), 'run');
    expect(tzaar(['train', '--preset', 'smoke', '--experiment', module, '--out', other, '--threads', '1']).code).toBe(
      0,
    );
    writeFileSync(module, `${text}\n// one line more\n`);
    const changed = tzaar(['train', '--resume', other, '--set', 'iterations=3']);
    expect(changed).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^error: invalid module ".*mine.mts": it changed/),
    });
  });
});

describe('a search rule of one’s own', () => {
  test('trains, on worker threads too', () => {
    const out = join(scratch(), 'run');
    const run = tzaar(['train', '--preset', 'smoke', '--experiment', 'examples/own-rule.ts', '--set', 'selfPlay.search.curiosity=0.5', '--out', out, '--threads', '2']); // biome-ignore format: one command line
    expect([run.err, run.code]).toEqual([expect.any(String), 0]);
    expect(readJson(join(out, 'config.json'))).toMatchObject({
      settings: { selfPlay: { search: { rule: 'uct', curiosity: 0.5, urgency: -0.2 } } },
    });
  });

  test('plays matches by its name, with its options, and refuses those of other rules', () => {
    const agent = 'zero:model=models/released/small-3,sims=8,rule=uct,curiosity=0.4';
    const match = tzaar(['match', '--parts', 'examples/own-rule.ts', agent, 'random', '--games', '2', '--json']);
    expect(match.code).toBe(0);
    expect(JSON.parse(match.out)).toMatchObject({ first: expect.stringContaining('rule=uct'), games: 2 });
    const wrong = tzaar([
      'match',
      '--parts',
      'examples/own-rule.ts',
      `${agent},exploration=2`,
      'random',
      '--games',
      '2',
    ]);
    expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining('exploration is an option of rule=puct') });
  });

  test('is not there without its module', () => {
    const { code, err } = tzaar(['match', 'zero:model=models/released/small-3,rule=uct', 'random', '--games', '2']);
    expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/^error: .*gumbel, puct/) });
  });
});

describe('a module that is wrong is refused in one sentence, with all that is wrong', () => {
  const HEAD = `{ name: 'mine', meaning: 'x', output() {}, loss() {}, unit: 'x', weight: 1, dims: [1],
    column: { name: 'mine', type: 'uint8', width: 1 }, read() {}, target: 'nobody' }`;
  test.each([
    { what: 'it throws', text: `throw new Error('no luck today');`, says: ['no luck today'] },
    { what: 'it does not parse', text: 'export const parts = {', says: ['cannot be loaded'] },
    { what: 'it exports nothing', text: 'export const other = 1;', says: ['it exports neither parts nor settings'] },
    {
      what: 'wrong shapes at several depths',
      text: `export const parts = { heads: [{ name: 'a b' }], rules: [], searchRules: 5, agents: [{ name: 'x', open: 3 }] };`,
      says: [
        'parts.rules is not known: known are trunks, heads, targets, searchRules, agents',
        'parts.heads.0.name must be a name',
        'parts.heads.0.output is missing: must be a function',
        'parts.searchRules must be a list',
        'parts.agents.0.open must be a function',
      ],
    },
    {
      what: 'a name that is taken, a name twice, and a head without a target',
      text: `export const parts = { heads: [${HEAD}, ${HEAD}], searchRules: [{ name: 'gumbel', help: 'x', options: {}, calm: {},
        allocate() {}, prepare() {}, choose() {}, follow() {}, best() {}, policy() {} }] };`,
      says: [
        'two heads called mine',
        'the name gumbel is taken by another search rule',
        'nothing writes the head mine',
      ],
    },
    {
      what: 'settings that there are not',
      text: 'export const settings = { selfPlay: { search: { sims: 3 } }, colour: 1 };',
      says: ['selfPlay.search.sims is not known', 'colour is not known'],
    },
  ])('$what', ({ text, says }) => {
    const module = join(scratch(), 'wrong.mjs');
    writeFileSync(module, text);
    const out = join(scratch(), 'run');
    const { code, err } = tzaar(['train', '--preset', 'smoke', '--experiment', module, '--out', out]);
    expect(code).toBe(1);
    expect(err.trim().split('\n')).toHaveLength(1);
    for (const each of says) expect(err).toContain(each);
  });
});

describe('parts that load but do not work are told before anything is lost', () => {
  const write = (text: string): string => {
    const module = join(scratch(), 'mine.mts');
    writeFileSync(module, text.replaceAll('ROOT', ROOT));
    return module;
  };
  const RULE = `import { fillVisitShares, mostVisitedEdge, searchRule } from 'ROOT/agents/index.ts';
    const rule = (changes) => searchRule({ name: 'mine', help: 'x', options: {}, calm: {}, allocate: () => null, prepare() {},
      choose: () => 0, follow: () => 0, best: mostVisitedEdge, policy: (tree, s, o, out) => fillVisitShares(tree, out), ...changes });
    export const settings = { selfPlay: { teacher: { iterations: 0 }, search: { rule: 'mine' } } };
    export const parts = { searchRules: [rule({ CHANGE })] };`;

  test.each([
    { what: 'a policy of nothing', change: 'policy: (t, s, o, out) => out.fill(NaN)', says: 'its policy sums to NaN' },
    { what: 'an edge that is not there', change: 'choose: () => 999', says: 'it chose 999' },
    { what: 'no edge to play', change: 'best: () => undefined', says: 'its best gave undefined' },
  ])('a rule with $what', ({ change, says }) => {
    const out = join(scratch(), 'run');
    const module = write(RULE.replace('CHANGE', change));
    const { code, err } = tzaar(['train', '--preset', 'smoke', '--experiment', module, '--out', out, '--threads', '1']);
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(`invalid search rule "mine": ${says}`) });
  });

  test('a rule whose options mean something else elsewhere', () => {
    const module = write(RULE.replace('CHANGE', 'options: { simulations: 1, model: 2 }'));
    const { code, err } = tzaar([
      'train',
      '--preset',
      'smoke',
      '--experiment',
      module,
      '--out',
      join(scratch(), 'run'),
    ]);
    expect(code).toBe(1);
    expect(err).toMatch(/^error: invalid module .*options/);
  });

  test('a head that does not fit its loss leaves no run behind', () => {
    const text = readFileSync(join(ROOT, 'examples/own-head.ts'), 'utf8').replaceAll("'../", `'${ROOT}/`);
    const module = write(text.replace('dims: [1]', 'dims: [60]'));
    const out = join(scratch(), 'run');
    const { code, err } = tzaar(['train', '--preset', 'smoke', '--experiment', module, '--out', out]);
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringMatching(/^error: invalid network .*its parts do not fit/),
    });
    expect(existsSync(out)).toBe(false);
  });

  test('two modules work together, and a run goes on where a module was moved to', () => {
    const out = join(scratch(), 'run');
    const text = readFileSync(join(ROOT, 'examples/own-head.ts'), 'utf8').replaceAll("'../", `'${ROOT}/`);
    const module = write(text);
    const args = ['train', '--preset', 'smoke', '--experiment', module, '--experiment', 'examples/own-rule.ts'];
    expect(tzaar([...args, '--out', out, '--threads', '1']).code).toBe(0);
    expect(readJson(join(out, 'config.json'))).toMatchObject({
      settings: { network: { auxiliaryHeads: ['survivors'] }, selfPlay: { search: { rule: 'uct' } } },
    });
    const moved = write(text);
    rmSync(module);
    const resume = ['train', '--resume', out, '--set', 'iterations=3', '--threads', '1'];
    expect(tzaar(resume)).toMatchObject({ code: 1, err: expect.stringContaining('there is no such file') });
    expect(tzaar([...resume, '--experiment', moved]).code).toBe(0);
  });

  test('a run with a part of one’s own is exported without a word of its module, and played with it', () => {
    const run = join(scratch(), 'run');
    const train = [
      'train',
      '--preset',
      'smoke',
      '--experiment',
      'examples/own-head.ts',
      '--out',
      run,
      '--threads',
      '1',
    ];
    const { out: said } = tzaar(train);
    expect(said).toMatch(/match --parts \S+own-head\.ts zero:model=/);
    expect(tzaar(['export', run, '--out', join(scratch(), 'released')]).code).toBe(0);
    const agent = `zero:model=${join(run, 'checkpoints/000002.network')},sims=2`;
    expect(tzaar(['match', '--parts', 'examples/own-head.ts', agent, 'random', '--games', '2']).code).toBe(0);
    expect(tzaar(['match', agent, 'random', '--games', '2'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('or one that a module registers'),
    });
  });
});
