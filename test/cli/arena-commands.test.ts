import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { shippedModel } from '../../models/node/index.ts';
import { tzaar, tzaarFromSource, tzaarHere } from '../support/cli.ts';
import { PROGRAM } from '../support/program.ts';

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
    const child = spawn(process.execPath, [...PROGRAM, ...args, killed], {
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

  test.each([
    { cmd: '/nowhere/engine', why: 'cannot be started (ENOENT)' },
    { cmd: 'true', why: 'ended with code 0' },
  ])('an engine that never starts ($cmd) ends the match with what is wrong, with --out and without', ({ cmd, why }) => {
    for (const out of [[], ['--out', folder()]]) {
      const { code, err } = tzaar(['match', 'random', `ugi:cmd=${cmd},ms=50`, '--games', '200', ...out]);
      expect(code).toBe(1);
      expect(err).toContain(`error: invalid agent "ugi:cmd=${cmd},ms=50": it never started: ${cmd} ${why}`);
      expect(err).not.toContain('    at ');
    }
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

test('zero without a model plays with the shipped network', () => {
  const [short, long] = ['zero:sims=2', `zero:model=${JSON.stringify(shippedModel())},sims=2`].map((agent) =>
    JSON.parse(tzaar(['match', agent, 'random', '--games', '2', '--json']).out),
  );
  expect(Object.values(short.networks)).toEqual(Object.values(long.networks));
  expect(short.nodes).toEqual(long.nodes);
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
    {
      args: ['match', 'random', 'alphabeta:deep=3'],
      says: 'deep is not known: known are depth, nodes, ms, prove, placing, late, window, name',
    },
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

  test('two ways at once for agents of a tournament to meet', async () => {
    const { code, err } = await tzaarHere(['tournament', 'random', 'greedy', '--gauntlet', '--ladder']);
    expect(code).toBe(2);
    expect(err).toContain("option '--gauntlet' cannot be used with option '--ladder'");
  });
});

describe('an agent of one’s own', () => {
  const ROOT = resolve(import.meta.dirname, '../..');
  const OWN = './examples/own-agent.ts';
  const two = (...args: string[]): string =>
    `export const parts = { agents: [${args.map((name) => `{ name: '${name}', help: 'x', options: {}, open: async () => ({}) }`).join()}] };`;
  const moduleOf = (text: string): string => {
    const path = join(folder(), 'module.mjs');
    writeFileSync(path, text);
    return path;
  };

  test('plays a match on worker threads, and its module’s hash is told and kept', () => {
    const out = folder();
    const args = ['match', OWN, 'random', '--games', '4', '--threads', '2', '--json', '--out', out];
    const { code, out: json, err } = tzaarFromSource(args);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const hash = createHash('sha256')
      .update(readFileSync(resolve(ROOT, OWN)))
      .digest('hex');
    const modules = { 'examples/own-agent.ts': hash };
    expect(JSON.parse(json)).toMatchObject({ first: OWN, games: 4, forfeits: 0, modules });
    expect(JSON.parse(readFileSync(join(out, 'modules.json'), 'utf8'))).toEqual(modules);
    expect(readFileSync(join(out, 'games.jsonl'), 'utf8')).toContain(`"white":"${OWN}"`);
    expect(JSON.parse(tzaarFromSource(args).out)).toMatchObject({ games: 4 }); // it goes on in that folder
  });

  test('plays from another working directory, and against itself with other options', () => {
    const own = resolve(ROOT, OWN);
    const args = ['match', `${own}:slips=1`, own, '--games', '4', '--threads', '1', '--json'];
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--import', resolve(ROOT, 'node_modules/tsx/dist/loader.mjs'), resolve(ROOT, 'cli/main.ts'), ...args],
      { cwd: folder(), encoding: 'utf8' },
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({ first: `${own}:slips=1`, second: own, games: 4, score: 0 });
  });

  test('does not go on in a folder whose games another version of it has played', async () => {
    const [out, path] = [folder(), join(folder(), 'own.mjs')];
    const source = (extra: string): string =>
      `export const parts = { agents: [{ name: 'first${extra}', help: 'the first action', options: {}, open: async () => ({
        newGame() {}, async close() {}, choose: async () => ({ action: 0, nodes: 0, timeMs: 0 }) }) }] };`;
    writeFileSync(path, source(''));
    const args = ['match', path, 'random', '--games', '2', '--out', out];
    expect(tzaar(args)).toMatchObject({ code: 0, out: expect.stringContaining('lost by forfeit') });
    writeFileSync(path, source('-changed'));
    const { code, err } = tzaar(args);
    expect(code).toBe(1);
    expect(err).toContain('its games were played with another version of');
  });

  test('can be tried on a suite, speak UGI, and be named after --parts', async () => {
    const file = join(folder(), 'suite.jsonl');
    const position = 'ZATz./....../......./......../......../......../......./....../t..at w 1 -';
    writeFileSync(file, `${JSON.stringify({ position, best: ['A3xA4'], winner: 'white' })}\n`);
    expect((await tzaarHere(['suite', file, OWN])).out).toContain(`${OWN} on 1 positions: solved 1 of 1`);
    expect((await tzaarHere(['suite', file, 'hunter', '--parts', OWN])).out).toContain('hunter on 1 positions');
    const { out } = tzaar(['ugi', OWN], 'ugi\nposition startpos\ngo\nquit\n');
    expect(out).toMatch(/ugiok\ninfo .*\nbestmove [A-I]\dx[A-I]\d\n$/);
  });

  test.each<{ what: string; spec: () => string; says: string }>([
    {
      what: 'a missing module',
      spec: () => './nowhere.ts',
      says: 'invalid module "./nowhere.ts": there is no such file',
    },
    { what: 'an option it does not have', spec: () => `${OWN}:depth=3`, says: 'depth' },
    { what: 'several agents', spec: () => moduleOf(two('one', 'other')), says: '#one or ' },
    {
      what: 'an agent that the module does not have',
      spec: () => `${OWN}#lion`,
      says: 'the module has the agents hunter',
    },
    { what: 'no agents', spec: () => moduleOf('export const settings = {};'), says: 'has no agents among its parts' },
    {
      what: 'what opens no agent',
      spec: () => moduleOf(two('empty')),
      says: 'without the functions newGame, choose, close',
    },
  ])('$what is refused in one sentence', async ({ spec, says }) => {
    const { code, err, out } = await tzaarHere(['match', spec(), 'random', '--games', '2']);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain(says);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
  });
});

test('name= is what tables, JSON, records and reports call an agent, whatever its path', () => {
  const out = folder();
  const [page, games] = [join(out, 'report.html'), join(out, 'games')];
  const agents = ['./examples/own-agent.ts:slips=0.5,name=Sleepy hunter', './examples/own-agent.ts:name=Hunter'];
  const args = ['tournament', ...agents, '--games', '2', '--seed', '1', '--threads', '1', '--out', games];
  const table = tzaarFromSource([...args, '--html', page]);
  expect([table.code, table.err]).toEqual([0, expect.any(String)]);
  const json = JSON.parse(tzaarFromSource([...args, '--json']).out); // the same games, kept in the folder
  expect(json.entries.map(({ agent }: { agent: string }) => agent).toSorted()).toEqual(['Hunter', 'Sleepy hunter']);
  for (const text of [table.out, readFileSync(page, 'utf8'), readFileSync(join(games, 'games.jsonl'), 'utf8')]) {
    expect(text).toContain('Sleepy hunter');
    expect(text).not.toContain('own-agent.ts');
  }
});

test('help names both forms of a network, and both of an agent', async () => {
  for (const command of ['selfplay', 'evaluate', 'analyse']) {
    const help = (await tzaarHere([command, '--help'])).out.replace(/\s+/g, ' ');
    expect(help).toContain('a weight file, or the folder of a released model');
  }
  const { out } = await tzaarHere(['agents']);
  expect(out).toContain('./my-agent.ts:depth=3');
  expect(out).toContain('a released model folder or a weight file');
});
