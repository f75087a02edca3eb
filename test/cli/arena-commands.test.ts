import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tzaar, tzaarHere } from '../support/cli.ts';

const folder = (): string => mkdtempSync(join(tmpdir(), 'tzaar-cli-'));
const MATCH = ['match', 'alphabeta:nodes=100', 'mcts:sims=20', '--games', '8', '--seed', '3'];

test('agents lists every agent with its options', async () => {
  const { out } = await tzaarHere(['agents']);
  for (const word of ['random', 'greedy', 'alphabeta', 'mcts', 'zero', 'ugi', 'depth', 'sims', 'rollout', 'cmd'])
    expect(out).toContain(word);
  expect(Object.keys(JSON.parse((await tzaarHere(['agents', '--json'])).out))).toContain('alphabeta');
});

describe('match', () => {
  test('prints a score with its interval, the same on one thread and on two', () => {
    const [one, two] = ['1', '2'].map((threads) =>
      tzaar([...MATCH, '--threads', threads]).out.replace(/time: .*\n/, ''),
    );
    expect(one).toMatch(
      /^alphabeta:nodes=100 against mcts:sims=20: 8 games\nscore \d+\.\d % \(.*\), Elo .*\npairs with/,
    );
    expect(two).toBe(one);
  });

  test('--json has everything a program needs', () => {
    const { code, out } = tzaar([...MATCH, '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      first: 'alphabeta:nodes=100',
      games: 8,
      pairs: 4,
      forfeits: 0,
      sprt: null,
    });
  });

  test('killed with SIGKILL and started again, it goes on and ends with the same games', async () => {
    const [killed, whole] = [folder(), folder()];
    const args = ['match', 'alphabeta:nodes=3000', 'mcts:sims=100', '--games', '12', '--threads', '2', '--out'];
    const child = spawn(process.execPath, ['--import', 'tsx', 'cli/main.ts', ...args, killed], {
      cwd: resolve(import.meta.dirname, '../..'),
    });
    const games = join(killed, 'games.jsonl');
    const ended = new Promise((done) => child.once('exit', done));
    while (child.exitCode === null && !(existsSync(games) && readFileSync(games, 'utf8').includes('\n'))) {
      await new Promise((done) => setTimeout(done, 20)); // until the first pair is there
    }
    child.kill('SIGKILL');
    await ended;
    const left = readFileSync(games, 'utf8').split('\n').length;
    expect(tzaar([...args, killed]).code).toBe(0);
    expect(tzaar([...args, whole]).code).toBe(0);
    const [one, other] = [killed, whole].map((out) => readFileSync(join(out, 'games.jsonl'), 'utf8'));
    expect(one).toBe(other);
    expect(left).toBeLessThan(one.split('\n').length);
  });

  test('an engine that fails loses its games, and the match goes on', () => {
    const cmd = `ugi:cmd="${process.execPath} test/arena/engines/engine.mjs crash",ms=50`;
    const { code, out } = tzaar(['match', cmd, 'random', '--games', '4']);
    expect(code).toBe(0);
    expect(out).toContain('4 games were lost by forfeit; the records say why');
  });
});

test('tournament, rate and evaluate print ratings and write reports', () => {
  const out = folder();
  const html = join(out, 'report.html');
  const tournament = tzaar([
    'tournament',
    'random',
    'greedy',
    'alphabeta:nodes=300',
    '--games',
    '4',
    '--out',
    out,
    '--html',
    html,
  ]);
  expect(tournament).toMatchObject({ code: 0, out: expect.stringContaining('95 % interval') });
  expect(readFileSync(html, 'utf8')).toContain('<!doctype html>');
  expect(JSON.parse(tzaar(['rate', out, '--json']).out)).toMatchObject({ games: 12 });
  const evaluation = folder();
  const { code, out: text } = tzaar(['evaluate', '--agent', 'greedy', '--games', '2', '--out', evaluation]);
  expect(code).toBe(0);
  expect(text).toContain('wrote ');
  expect(readFileSync(join(evaluation, 'report.html'), 'utf8')).toContain('Evaluation of greedy');
});

test('suite tells solved, proven, nodes and time', async () => {
  const file = join(folder(), 'suite.jsonl');
  const position = 'ZATz./....../......./......../......../......../......./....../t..at w 1 -';
  writeFileSync(file, `${JSON.stringify({ position, best: ['A3xA4'], winner: 'white' })}\n`);
  expect((await tzaarHere(['suite', file, 'alphabeta:nodes=500'])).out).toContain(
    'solved 1 of 1 with a winning move, proved 1',
  );
  expect(JSON.parse((await tzaarHere(['suite', file, 'random', '--json'])).out)).toMatchObject({
    positions: 1,
    winnable: 1,
    proven: 0,
  });
});

test('ugi answers lines until quit, and ends with its input', () => {
  const { code, out } = tzaar(['ugi', 'alphabeta:nodes=50'], 'ugi\nposition startpos\ngo\nquit\nisready\n');
  expect(code).toBe(0);
  expect(out).toMatch(/ugiok\ninfo .*\nbestmove [A-I]\dx[A-I]\d\n$/);
  expect(tzaar(['ugi', 'random'], 'isready\n')).toMatchObject({ code: 0, out: 'readyok\n' });
});

describe('bad input gets one sentence and exit code 1', () => {
  test.each([
    { args: ['match', 'random', 'deepblue'], says: 'invalid agent "deepblue": expected random, greedy' },
    { args: ['match', 'random', 'alphabeta:deep=3'], says: 'deep is not known: known are depth, nodes, ms, name' },
    { args: ['match', 'random', 'greedy', '--games', '3'], says: 'expected an even number' },
    { args: ['match', 'random', 'greedy', '--sprt', '30,0'], says: 'invalid sprt "30,0"' },
    { args: ['match', 'random', 'greedy', '--threads', '0'], says: 'invalid threads "0"' },
    { args: ['match', 'random', 'greedy', '--setup', 'chess'], says: 'invalid set-up "chess"' },
    { args: ['match', 'random', 'zero:model=nowhere', '--games', '2'], says: 'nowhere' },
    { args: ['tournament', 'random'], says: 'expected at least two' },
    { args: ['evaluate'], says: 'give either --model FOLDER or --agent SPEC' },
    { args: ['evaluate', '--model', 'nowhere', '--games', '2'], says: 'nowhere' },
    { args: ['rate', 'nowhere'], says: 'expected one with games.jsonl' },
    { args: ['suite', 'nowhere.jsonl', 'random'], says: 'cannot be read (ENOENT)' },
    { args: ['suite', 'package.json', 'random'], says: 'suite line 1' },
    { args: ['ugi', 'nobody'], says: 'invalid agent "nobody"' },
  ])('$args', async ({ args, says }) => {
    const { code, err, out } = await tzaarHere(args);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain(says);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
  });
});
