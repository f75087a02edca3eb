import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FIXED_START_TEXT } from '../../env/index.ts';
import { jsonLines, tzaar, tzaarHere } from '../support/cli.ts';
import { PROGRAM } from '../support/program.ts';

const folder = mkdtempSync(join(tmpdir(), 'tzaar-cli-'));
const OVER = 'Z2A2T2z./....../......./......../......../......../......./....../...at b 1 -';

describe('perft', () => {
  test('counts from the fixed start by default', () => {
    const { code, out } = tzaar(['perft', '--setup', 'fixed', '--depth', '3', '--json']);
    expect({ code, answer: JSON.parse(out) }).toEqual({
      code: 0,
      answer: { position: FIXED_START_TEXT, counts: [42, 1797, 260_556] },
    });
  });

  test('answers a line of stdin with a line, and goes on after a bad one', () => {
    const { code, out } = tzaar(['perft', '--stdin', '--depth', '2'], `${FIXED_START_TEXT}\nnonsense\n${OVER}\n`);
    expect(code).toBe(0);
    expect(jsonLines(out)).toEqual([
      { position: FIXED_START_TEXT, counts: [42, 1797] },
      { error: expect.stringContaining('invalid position "nonsense"') },
      { position: OVER, counts: [0, 0] },
    ]);
  });
});

describe('legal', () => {
  test('lists sorted move texts', () => {
    const { out } = tzaar(['legal', '--position', FIXED_START_TEXT]);
    const moves = out.trim().split('\n');
    expect(moves).toHaveLength(42);
    expect(moves).toEqual(moves.toSorted());
  });

  test('tells the outcome of a finished game', () => {
    expect(tzaar(['legal', '--position', OVER]).out).toBe('white has won: black cannot capture\n');
    expect(jsonLines(tzaar(['legal', '--stdin'], `${OVER}\r\n\r\n${OVER}`).out)).toEqual([
      { position: OVER, legal: [], outcome: { winner: 'white', reason: 'no-capture' } },
      { error: expect.stringContaining('invalid position ""') },
      { position: OVER, legal: [], outcome: { winner: 'white', reason: 'no-capture' } },
    ]);
  });
});

describe('random-game and replay', () => {
  const game = (seed: number): string =>
    tzaar(['random-game', '--setup', 'tournament', '--seed', String(seed), '--json']).out;

  test('the same seed gives the same game, another seed another', () => {
    expect(game(7)).toBe(game(7));
    expect(game(8)).not.toBe(game(7));
  });

  test('replay accepts what random-game wrote and names what is wrong', () => {
    const file = join(folder, 'games.jsonl');
    writeFileSync(file, game(1) + game(2));
    expect(tzaar(['replay', file])).toMatchObject({ code: 0, out: expect.stringContaining('2 games') });
    writeFileSync(file, `${game(1)}{"format":"tzaar-game","version":9}\n`);
    const { code, err } = tzaar(['replay', file]);
    expect(code).toBe(1);
    expect(err).toMatch(/games\.jsonl:2: invalid game record .* version 1.*\nerror: .*1 bad game record of 2\n$/);
    writeFileSync(file, '');
    expect(tzaar(['replay', file])).toMatchObject({ code: 1, err: expect.stringContaining('holds no game record') });
  });

  test('replay --stdin gives the outcome and the legal counts before each move', () => {
    const { start, moves, result } = JSON.parse(game(3));
    const lines = [
      JSON.stringify({ position: start, moves }),
      JSON.stringify({ position: FIXED_START_TEXT, moves: ['D7xE7', 'pass'] }),
      '{"moves":1}',
      JSON.stringify({ position: FIXED_START_TEXT, moves: [] }),
    ];
    const answers = jsonLines(tzaar(['replay', '--stdin'], lines.join('\n')).out) as Record<string, unknown>[];
    expect(answers[0].outcome).toEqual(result);
    expect((answers[0].legalCounts as number[]).slice(0, 2)).toEqual([180, 177]);
    expect(answers[1].error).toContain('move 2: invalid move "pass"');
    expect(answers[2].error).toContain('expected { "position"');
    expect(answers[3]).toEqual({ outcome: null, legalCounts: [] });
  });
});

describe('show', () => {
  test('draws text, and writes SVG', () => {
    expect(tzaar(['show', '--setup', 'fixed']).out).toContain('white opens with one capture');
    const file = join(folder, 'board.svg');
    expect(tzaar(['show', '--position', FIXED_START_TEXT, '--svg', file]).code).toBe(0);
    expect(readFileSync(file, 'utf8')).toMatch(/^<svg /);
  });
});

test('an unreadable standard input and a full disk are said in a sentence', () => {
  const run = (line: string): { status: number | null; stderr: string } =>
    spawnSync('sh', ['-c', `exec ${process.execPath} ${PROGRAM[0]} ${line}`], { encoding: 'utf8' });
  const directory = run(`legal --stdin < ${folder}`);
  expect(directory).toMatchObject({ status: 1, stderr: 'error: invalid standard input "a folder": expected lines\n' });
  const full = run('show --setup fixed > /dev/full');
  expect(full).toMatchObject({ status: 1, stderr: 'error: cannot write the output (ENOSPC)\n' });
  const piped = run('perft --depth 3 | head -n 1');
  expect(piped).toMatchObject({ status: 0, stderr: '' });
});

describe('bad input gets one sentence, no stack trace, and exit code 1', () => {
  test.each([
    { args: ['legal', '--position', 'ttttT w 1 o'], says: 'expected nine columns' },
    { args: ['legal', '--position', FIXED_START_TEXT.replace('TaaaAT', 'ZaaaAT')], says: 'white shows 7 tzaars' },
    { args: ['show', '--setup', 'standard'], says: 'invalid set-up "standard": expected random, fixed, tournament' },
    { args: ['perft', '--depth', '-1'], says: 'invalid depth "-1": expected a whole number from 1 to 12' },
    { args: ['random-game', '--seed', '99999999999999999999'], says: 'from 0 to 9007199254740991' },
    { args: ['legal', '--setup', 'none', '--position', FIXED_START_TEXT], says: 'invalid set-up "none"' },
    { args: ['perft', '--depth', '2.5'], says: 'invalid depth "2.5"' },
    { args: ['random-game', '--seed', 'x'], says: 'invalid seed "x"' },
    { args: ['legal'], says: 'missing position: give --position TEXT' },
    { args: ['replay'], says: 'missing file' },
    { args: ['replay', join(folder, 'none.jsonl')], says: 'cannot be read (ENOENT)' },
    {
      args: ['show', '--setup', 'fixed', '--svg', join(folder, 'no', 'where.svg')],
      says: 'cannot be written (ENOENT)',
    },
  ])('$args', async ({ args, says }) => {
    const { code, out, err } = await tzaarHere(args);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain(says);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
  });

  test.each([{ args: ['sho'] }, { args: ['show', '--color'] }, { args: ['perft', '--depth'] }])(
    'wrong usage has exit code 2: $args',
    async ({ args }) => {
      const { code, err } = await tzaarHere(args);
      expect(code).toBe(2);
      expect(err).not.toContain('    at ');
    },
  );
});
