import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { InvalidInput } from '../../env/index.ts';
import { findRunPoint } from '../../train/index.ts';
import { contents, folder, SHORT, smokeExperiment, trainAll } from '../support/runs.ts';

const whole = folder();
await trainAll(whole);
const half = folder();
await trainAll(half, (report) => report.type === 'played' && report.iteration === 2 && report.jobs === 2);

const changedCopy = (change: (path: string) => void): string => {
  const path = folder();
  cpSync(half, path, { recursive: true });
  change(path);
  return path;
};
/** A file that cannot be read, as a bad sector cannot. */
const makeUnreadable = (file: string): void => {
  rmSync(file);
  mkdirSync(file);
};

describe('a file that the disk does not give back', () => {
  test.each([
    { name: 'a shard', file: join('shards', '000001-0001.npz') },
    { name: 'a shard of the iteration under way', file: join('shards', '000002-0000.npz') },
    { name: 'state.json', file: 'state.json' },
  ])('$name is damage like any other: told, and made again', async ({ file }) => {
    const path = changedCopy((copy) => makeUnreadable(join(copy, file)));
    if (file === 'state.json') {
      const { state, damage } = await findRunPoint({ path });
      expect([state.iteration, damage]).toEqual([1, [expect.stringContaining('cannot be read: it is a folder')]]);
      return; // a folder cannot be replaced by a file, which the next save says
    }
    const told = (await trainAll(path)).flatMap((report) => (report.type === 'mended' ? [report.damage] : []));
    expect(told).toEqual([expect.stringContaining('it cannot be read: it is a folder')]);
    expect(contents(path)).toEqual(contents(whole));
  });

  test('a learner is passed over for the one before', async () => {
    const path = changedCopy((copy) => makeUnreadable(join(copy, 'checkpoints', '000001.learner')));
    const { state, damage } = await findRunPoint({ path });
    expect([state.iteration, damage]).toEqual([0, [expect.stringContaining('000001.learner')]]);
  });
});

test.each(['games', 'shards', 'checkpoints'])('%s that is a file is told in a sentence', async (name) => {
  const path = changedCopy((copy) => {
    rmSync(join(copy, name), { recursive: true });
    writeFileSync(join(copy, name), '');
  });
  await expect(trainAll(path)).rejects.toThrow(InvalidInput);
});

test('a run whose folder disappears ends with a sentence', async () => {
  const path = changedCopy(() => {});
  const gone = trainAll(path, (report) => {
    if (report.type === 'played' && report.iteration === 2) rmSync(path, { recursive: true, force: true });
    return false;
  });
  await expect(gone).rejects.toThrow(InvalidInput);
  await expect(gone).rejects.toThrow(/its folder is gone|there is no such file/);
});

test('what a killed run was writing, and learners beyond those to keep, are gone at the next start', async () => {
  const path = changedCopy((copy) => {
    mkdirSync(join(copy, 'evaluations'));
    for (const part of ['.', 'games', 'shards', 'checkpoints', 'evaluations'])
      writeFileSync(join(copy, part, '.file.1.partial'), 'half');
  });
  await findRunPoint({ path }, 1);
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' });
  expect(names.filter((name) => name.endsWith('.partial'))).toEqual([]);
  expect(names.filter((name) => name.endsWith('.learner'))).toEqual([join('checkpoints', '000001.learner')]);
  expect(existsSync(join(path, 'checkpoints', '000000.network'))).toBe(true);
});

test('an iteration whose games leave no samples learns nothing, says why, and the run goes on', async () => {
  const experiment = smokeExperiment(SHORT, {
    iterations: 4,
    seed: 1,
    selfPlay: {
      gamesPerIteration: 1,
      gamesPerJob: 1,
      teacher: { iterations: 0 },
      playoutCap: { fullShare: 0.01, fastSimulations: 2 },
    },
  });
  const path = folder();
  const reports = await trainAll(path, undefined, undefined, 1, experiment);
  const skipped = reports.flatMap((report) => (report.type === 'skipped' ? [report.reason] : []));
  expect(skipped.length).toBeGreaterThan(0); // how many is the seed's doing
  expect(skipped[0]).toContain('there are no samples');
  expect(reports.filter(({ type }) => type === 'saved')).toHaveLength(4);
  await trainAll(path); // and can be opened again
});
