import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { formatSealed } from '../../train/run/read-json.ts';
import { tzaarHere } from '../support/cli.ts';
import { makeWatchedRun, newFolder } from '../support/watched-run.ts';

const { path } = await makeWatchedRun();
const folder = dirname(path);
const second = join(folder, 'second');
cpSync(path, second, { recursive: true });
const { sha256: _seal, ...config } = JSON.parse(readFileSync(join(second, 'config.json'), 'utf8'));
writeFileSync(join(second, 'config.json'), formatSealed({ ...config, settings: { ...config.settings, seed: 77 } }));

test('runs lists every run of a folder, and tells of damaged ones without hiding the others', async () => {
  const { code, out } = await tzaarHere(['runs', folder]);
  expect(code).toBe(0);
  const [head, ...rows] = out.trimEnd().split('\n');
  expect(head).toMatch(/^run +network +sims +iteration +games/);
  expect(rows).toHaveLength(2);
  expect(rows[0]).toMatch(/^second +hex 16 × 2 +4 +3 of 3 +18 +300 +policy 3\.500, value 0\.500/);

  const damaged = join(newFolder(), 'runs');
  cpSync(folder, damaged, { recursive: true });
  mkdirSync(join(damaged, 'broken'));
  mkdirSync(join(damaged, 'notes')); // not a run at all
  writeFileSync(join(damaged, 'broken', 'config.json'), '{');
  const shown = await tzaarHere(['runs', damaged]);
  expect(shown.code).toBe(0);
  expect(shown.out).toContain('watched');
  expect(shown.out).toMatch(/invalid run ".*broken": its config.json is damaged/);
  const { runs, damaged: told } = JSON.parse((await tzaarHere(['runs', damaged, '--json'])).out);
  expect([runs.length, told.length]).toEqual([2, 1]);
});

test('runs compares two of them and draws their curves', async () => {
  const html = join(newFolder(), 'curves.html');
  const { code, out } = await tzaarHere(['runs', path, second, '--html', html]);
  expect(code).toBe(0);
  expect(out).toMatch(/settings that differ +watched +second\nseed +1 +77\n/);
  expect(out).toMatch(/at iteration 3 +watched +second\n/);
  expect(out).toMatch(/loss, policy +3\.5 +3\.5\n/);
  expect(readFileSync(html, 'utf8')).toContain('2 training runs');
  expect((await tzaarHere(['runs', path, path])).out).toContain('all settings are the same');
  const json = JSON.parse((await tzaarHere(['runs', path, second, '--json'])).out);
  expect(json).toMatchObject({ iteration: 3, settings: [{ name: 'seed', values: [1, 77] }] });
});

test('report writes a page into the run, or where it is told to', async () => {
  expect(await tzaarHere(['report', path])).toMatchObject({ code: 0 });
  expect(readFileSync(join(path, 'report.html'), 'utf8')).toContain('<h1>watched');
  const out = join(newFolder(), 'page.html');
  expect((await tzaarHere(['report', path, '--out', out])).out).toContain('3 iterations, 18 games');
  expect(existsSync(out)).toBe(true);
});

test('shards inspect finds the shards of a run, and says where there are none', async () => {
  const [inRun, inFolder] = await Promise.all([
    await tzaarHere(['shards', 'inspect', path]),
    await tzaarHere(['shards', 'inspect', join(path, 'shards')]),
  ]);
  expect(inRun.code).toBe(0);
  expect(inRun.out).toBe(inFolder.out);
  expect(inRun.out).toContain(join(path, 'shards', '000003-0001.npz'));
  const bare = join(newFolder(), 'bare');
  cpSync(path, bare, { recursive: true });
  rmSync(join(bare, 'shards'), { recursive: true });
  expect(await tzaarHere(['shards', 'inspect', bare])).toMatchObject({
    code: 1,
    err: expect.stringContaining('holds no .npz file'),
  });
});

test.each([
  ['a folder without runs', () => ['runs', newFolder()], 'it holds no runs'],
  ['no folder', () => ['runs', join(newFolder(), 'none')], 'there is no such folder'],
  ['a comparison with no run', () => ['runs', path, newFolder()], 'it holds no run'],
  ['a report of no run', () => ['report', newFolder()], 'it holds no run'],
  [
    'a report that cannot be written',
    () => ['report', path, '--out', join(path, 'none', 'x.html')],
    'cannot be written',
  ],
])('%s is refused in a sentence', async (_, args, sentence) => {
  const { code, err } = await tzaarHere(args());
  expect(code).toBe(1);
  expect(err).toMatch(/^error: [^\n]+\n$/);
  expect(err).toContain(sentence);
});
