import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tzaarHere } from '../support/cli.ts';
import { PROGRAM } from '../support/program.ts';
import { contents } from '../support/runs.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const scratch = mkdtempSync(join(tmpdir(), 'tzaar-ablate-'));
const planFile = (name: string, changes: object = {}): string => {
  const file = join(scratch, `${name}.json`);
  const plan = {
    name,
    base: { preset: 'smoke', settings: { 'selfPlay.gamesPerIteration': 4, 'evaluation.every': 0 } },
    arms: { slow: { 'learner.learningRate': 1e-4, shardsOf: 'base' } },
    seeds: [1],
    budget: { iterations: 1 },
    match: { sims: 2, games: 2 },
    heldOut: { games: 2 },
    ...changes,
  };
  writeFileSync(file, JSON.stringify(plan));
  return file;
};

describe('tzaar ablate', () => {
  test('prints the table, writes JSON, page and section, and says the same again', async () => {
    const [plan, out, document] = [planFile('trial'), join(scratch, 'out'), join(scratch, 'ablations.md')];
    writeFileSync(document, '# Ablations\n');
    const args = ['ablate', plan, '--out', out, '--threads', '1', '--markdown', document];
    const { code, out: said, err } = await tzaarHere(args);
    expect([code, err]).toEqual([0, expect.stringContaining('run 2 of 2, slow with seed 1, trained: iteration 1')]);
    expect(said).toMatch(/^arm +score against base .*\nbase .*\nslow \(games of base\) +\d+\.\d %/);
    expect(readFileSync(join(out, 'ablation.html'), 'utf8')).toContain('trial: an ablation');
    const written = readFileSync(document, 'utf8');
    expect(written).toMatch(
      /^# Ablations\n\n<!-- ablation trial: begin -->\n\n### trial\n\n {4}.* ablate .*trial\.json/,
    );
    const again = await tzaarHere([...args, '--json']);
    expect(JSON.parse(again.out)).toEqual(JSON.parse(readFileSync(join(out, 'ablation.json'), 'utf8')));
    expect(readFileSync(document, 'utf8')).toBe(written);
  });

  test('goes on after a kill as if there had been none', async () => {
    const [plan, out] = [planFile('trial'), join(scratch, 'killed')];
    const args = ['ablate', plan, '--out', out, '--threads', '1'];
    const child = spawn(process.execPath, [...PROGRAM, ...args], { cwd: ROOT, stdio: 'ignore' });
    const ended = new Promise((done) => child.once('exit', (_, how) => done(how)));
    const isBegun = (): boolean => existsSync(join(out, 'runs/base-1/shards/000001-0000.npz'));
    while (child.exitCode === null && !isBegun()) await new Promise((done) => setTimeout(done, 1));
    child.kill('SIGKILL');
    expect(await ended).toBe('SIGKILL');
    expect((await tzaarHere(args)).code).toBe(0);
    for (const run of ['runs/base-1', 'runs/slow-1'])
      expect(contents(join(out, run))).toEqual(contents(join(scratch, 'out', run)));
  });

  test('refuses a plan in one sentence before there is a folder', async () => {
    const plan = planFile('wrong', { arms: { a: { 'learner.pases': 1 } } });
    const { code, out, err } = await tzaarHere(['ablate', plan, '--out', join(scratch, 'none')]);
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/^error: invalid plan ".*wrong\.json": arm a: .*learner\.pases is not known: known are .*\n$/);
  });
});
