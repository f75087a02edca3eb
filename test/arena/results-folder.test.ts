import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { makeSchedule, openResults, readGames, type Schedule, type StoredPair } from '../../arena/index.ts';
import { FIXED_START_TEXT, type GameRecord, InvalidInput } from '../../env/index.ts';
import { PROGRAM } from '../support/program.ts';

const disk = vi.hoisted(() => ({ isFull: false }));
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  return {
    ...fs,
    appendFileSync: (file: string, text: string): void => {
      // As much as there was room for.
      fs.appendFileSync(file, disk.isFull ? text.slice(0, text.length / 3) : text);
      if (disk.isFull) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    },
  };
});

const folder = (): string => mkdtempSync(join(tmpdir(), 'tzaar-results-'));
const NO_HASHES = { networks: {}, modules: {} };
const schedule: Schedule = makeSchedule(['random', 'greedy'], 'match', { games: 4, setup: 'fixed', seed: 1 });

const stored = (pairing: unknown, pair: unknown): StoredPair => {
  const record = (game: number): GameRecord => ({
    setup: 'fixed',
    start: FIXED_START_TEXT,
    moves: [],
    result: null,
    players: { white: 'random', black: 'greedy' },
    notes: { pairing, pair, game, seed: 1 },
  });
  return { pairing: pairing as number, pair: pair as number, records: [record(0), record(1)] };
};

describe('games that are no part of the schedule are refused in a sentence', () => {
  test.each([
    { name: 'a pairing that there is not', pairs: [stored(7, 0)], says: 'pair 0 of pairing 7, which nobody planned' },
    { name: 'a negative pairing', pairs: [stored(-1, 0)], says: 'pairing -1, which nobody planned' },
    { name: 'a pairing that is no number', pairs: [stored('constructor', 0)], says: 'which nobody planned' },
    { name: 'a pair beyond the last', pairs: [stored(0, 2)], says: 'pair 2 of pairing 0, which nobody planned' },
    { name: 'no notes at all', pairs: [stored(undefined, undefined)], says: 'which nobody planned' },
    {
      name: 'a pair that is there twice',
      pairs: [stored(0, 1), stored(0, 1)],
      says: 'pair 1 of pairing 0 is in its games.jsonl twice',
    },
  ])('$name', ({ pairs, says }) => {
    const out = folder();
    const results = openResults(out, schedule, NO_HASHES);
    for (const pair of pairs) results.append(pair);
    expect(() => openResults(out, schedule, NO_HASHES)).toThrow(InvalidInput);
    expect(() => openResults(out, schedule, NO_HASHES)).toThrow(says);
  });
});

test('a full disk is told in a sentence, and the pairs before it are there once there is room', () => {
  const out = folder();
  const results = openResults(out, schedule, NO_HASHES);
  results.append(stored(0, 0));
  disk.isFull = true;
  expect(() => results.append(stored(0, 1))).toThrow('its games.jsonl cannot be written: the disk is full');
  disk.isFull = false;
  expect(openResults(out, schedule, NO_HASHES).played).toMatchObject([{ pairing: 0, pair: 0 }]);
});

test('what a kill left is cleared away: half a schedule under another name, or an empty one of an older program', () => {
  const out = folder();
  writeFileSync(join(out, 'schedule.json'), '');
  writeFileSync(join(out, '.schedule.json.1.partial'), '{');
  expect(openResults(out, schedule, NO_HASHES).played).toEqual([]);
  expect(readdirSync(out)).toEqual(['schedule.json']);
  expect(openResults(out, schedule, NO_HASHES).played).toEqual([]); // and is the same schedule now
});

test('a folder that cannot be used says why', () => {
  const out = folder();
  mkdirSync(join(out, 'games.jsonl'));
  expect(() => openResults(out, schedule, NO_HASHES)).toThrow('cannot be used: it is a folder');
});

const ROOT = resolve(import.meta.dirname, '../..');

test('of two matches that play into one folder at once, one does and the other says so', async () => {
  const out = join(folder(), 'out');
  const play = async (): Promise<{ code: number; err: string }> => {
    const args = [...PROGRAM, 'match', 'random', 'alphabeta:nodes=300', '--games', '20'];
    const child = spawn(process.execPath, [...args, '--threads', '1', '--out', out], { cwd: ROOT });
    let err = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
    child.stdout.resume();
    const [code] = await once(child, 'close');
    return { code, err };
  };
  const ended = await Promise.all([play(), play(), play()]);
  const refused = ended.filter(({ code }) => code === 1);
  for (const { err } of refused) expect(err).toMatch(/^error: invalid folder .* is playing into it; stop that first/m);
  expect(ended.map(({ code }) => code).toSorted()).toEqual([
    ...Array(3 - refused.length).fill(0),
    ...refused.map(() => 1),
  ]);
  const games = readGames(out);
  const keys = new Set(games.map(({ notes }) => JSON.stringify([notes?.pairing, notes?.pair, notes?.game])));
  expect([games.length, keys.size]).toEqual([20, 20]);
  expect(readdirSync(out).filter((name) => name.startsWith('lock'))).toEqual([]);
  expect(readFileSync(join(out, 'schedule.json'), 'utf8')).toContain('tzaar-schedule');
});
