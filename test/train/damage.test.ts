import { cpSync, existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { InvalidInput } from '../../env/index.ts';
import type { TrainReport } from '../../train/index.ts';
import { formatSealed } from '../../train/run/read-json.ts';
import { contents, folder, trainAll } from '../support/runs.ts';

/** A disk with room for so many more writes. */
const disk = vi.hoisted(() => ({ writesLeft: Number.POSITIVE_INFINITY }));
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  return {
    ...fs,
    writeSync: (file: number, bytes: Uint8Array, ...rest: number[]): number => {
      if (disk.writesLeft-- > 0) return fs.writeSync(file, bytes, ...rest);
      fs.writeSync(file, bytes.subarray(0, bytes.length / 2)); // as much as there was room for
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    },
  };
});

const whole = folder();
await trainAll(whole);

/** Left in the middle of the second iteration, with two of its three jobs played. */
const half = folder();
await trainAll(half, (report) => report.type === 'played' && report.iteration === 2 && report.jobs === 2);

const damagedCopy = (change: (path: string) => void): string => {
  const path = folder();
  cpSync(half, path, { recursive: true });
  change(path);
  return path;
};
const cut = (path: string, ...names: string[]): void => truncateSync(join(path, ...names), 300);

describe('damage that can be mended', () => {
  test.each([
    { name: 'a cut shard', change: (path: string) => cut(path, 'shards', '000001-0001.npz'), says: '000001-0001.npz' },
    {
      name: 'a cut shard of the iteration under way',
      change: (path: string) => cut(path, 'shards', '000002-0000.npz'),
      says: '000002-0000.npz',
    },
    { name: 'a lost shard', change: (path: string) => rmSync(join(path, 'shards', '000001-0000.npz')), says: null },
    {
      name: 'a lost folder of shards',
      change: (path: string) => rmSync(join(path, 'shards'), { recursive: true }),
      says: null,
    },
    {
      name: 'a cut learner',
      change: (path: string) => cut(path, 'checkpoints', '000001.learner'),
      says: '000001.learner',
    },
    {
      name: 'a lost learner',
      change: (path: string) => rmSync(join(path, 'checkpoints', '000001.learner')),
      says: 'it is missing',
    },
    {
      name: 'a cut network',
      change: (path: string) => cut(path, 'checkpoints', '000001.network'),
      says: '000001.network',
    },
    {
      name: 'a state that is no JSON',
      change: (path: string) => writeFileSync(join(path, 'state.json'), '{'),
      says: 'state.json is damaged: expected a JSON object',
    },
    {
      name: 'a state that is no state',
      change: (path: string) =>
        writeFileSync(join(path, 'state.json'), formatSealed({ iteration: 1, shards: ['../x'] })),
      says: 'is not the state of a run',
    },
  ])('$name is told, made again, and the run ends as if nothing had happened', async ({ change, says }) => {
    const path = damagedCopy(change);
    const before = existsSync(join(path, 'shards')) ? readdirSync(join(path, 'shards')) : [];
    const reports = await trainAll(path);
    const told = reports.flatMap((report) => (report.type === 'mended' ? [report.damage] : []));
    expect(told).toEqual(says === null ? [] : [expect.stringContaining(says)]);
    expect(contents(path)).toEqual(contents(whole));
    for (const name of before.filter((shard) => says?.includes(shard)))
      expect(existsSync(join(path, 'shards', `${name}.damaged`))).toBe(true);
  });

  test('games that were deleted to make room stay away, and the run ends in the same weights', async () => {
    const path = damagedCopy((copy) => rmSync(join(copy, 'games'), { recursive: true }));
    await trainAll(path);
    const learnt = Object.entries(contents(whole)).filter(([name]) => !name.startsWith('games/'));
    expect(contents(path)).toMatchObject(Object.fromEntries(learnt));
    expect(contents(path)).not.toHaveProperty(['games/000001-0000.jsonl']);
  });
});

describe('damage that cannot be mended', () => {
  test.each([
    {
      name: 'an unknown setting',
      change: (path: string) =>
        writeFileSync(
          join(path, 'config.json'),
          formatSealed({ format: 'tzaar-run', version: 3, settings: { selfPlay: { x: 1 } } }),
        ),
      says: 'selfPlay.x is not known',
    },
    {
      name: 'another format',
      change: (path: string) => writeFileSync(join(path, 'config.json'), '{}'),
      says: 'its config.json is not that of a run',
    },
    {
      name: 'the flat settings of an older program',
      change: (path: string) =>
        writeFileSync(join(path, 'config.json'), JSON.stringify({ format: 'tzaar-run', version: 1, iterations: 3 })),
      says: 'it was begun by an older program (format version 1, now 3) and cannot go on; tzaar report, serve and export',
    },
    {
      name: 'a config that is no object',
      change: (path: string) => writeFileSync(join(path, 'config.json'), 'null'),
      says: 'config.json is damaged: expected a JSON object',
    },
    {
      name: 'no readable checkpoint at all',
      change: (path: string) => {
        for (const name of ['000000.learner', '000001.learner']) cut(path, 'checkpoints', name);
      },
      says: 'no checkpoint of it can be read',
    },
    {
      name: 'a lost folder of checkpoints',
      change: (path: string) => rmSync(join(path, 'checkpoints'), { recursive: true }),
      says: 'no checkpoint of it can be read',
    },
  ])('$name is told in a sentence, and nothing is deleted', async ({ change, says }) => {
    const path = damagedCopy(change);
    const before = readdirSync(path, { recursive: true }).toSorted();
    await expect(trainAll(path)).rejects.toThrow(InvalidInput);
    await expect(trainAll(path)).rejects.toThrow(says);
    expect(readdirSync(path, { recursive: true }).toSorted()).toEqual(before);
  });
});

describe('a full disk', () => {
  test('stops the run with a sentence wherever it happens, and loses nothing once there is room again', async () => {
    const path = folder();
    let failures = 0;
    let reports: TrainReport[] = [];
    for (let room = 1; reports.at(-1)?.type !== 'saved' || reports.at(-1)?.iteration !== 3; room = (room % 5) + 1) {
      disk.writesLeft = room;
      try {
        reports = await trainAll(path);
      } catch (error) {
        failures++;
        expect(error).toBeInstanceOf(InvalidInput);
        expect((error as Error).message).toContain('the disk is full');
        const left = readdirSync(path, { recursive: true, encoding: 'utf8' });
        expect(left.filter((name) => name.endsWith('.partial'))).toEqual([]);
      }
    }
    disk.writesLeft = Number.POSITIVE_INFINITY;
    expect(failures).toBeGreaterThan(5);
    expect(contents(path)).toEqual(contents(whole));
    expect(readFileSync(join(path, 'state.json'), 'utf8')).toBe(readFileSync(join(whole, 'state.json'), 'utf8'));
  });
});

describe('a signal to stop', () => {
  test('ends the run in the middle of anything, and it goes on to the same end', async () => {
    const path = folder();
    for (const [type, count] of [
      ['begun', 1],
      ['played', 2],
      ['learnt', 1],
      ['saved', 1],
    ] as const) {
      const controller = new AbortController();
      let seen = 0;
      const reports = await trainAll(
        path,
        (report) => {
          if (report.type === type && ++seen === count) controller.abort();
          return false;
        },
        controller.signal,
      );
      expect(reports.at(-1)?.type).toBe(type);
    }
    await trainAll(path);
    expect(contents(path)).toEqual(contents(whole));
  });
});
