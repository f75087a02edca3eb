import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { flipBits } from '../../bench/attack/flips.ts';
import { randomBelow, randomStream } from '../../env/index.ts';
import { decodeShard, writeBest } from '../../train/index.ts';
import { contents, EXPERIMENT, folder, SHORT, smokeExperiment, trainAll } from '../support/runs.ts';

/** One finished iteration of three, and one job of the next. */
const half = folder();
await trainAll(half, (report) => report.type === 'played' && report.iteration === 2 && report.jobs === 1);
writeBest({ path: half }, { iteration: 1, judged: 1 });
const whole = folder();
await trainAll(whole);

const copyOf = (path: string): string => {
  const copy = folder();
  cpSync(path, copy, { recursive: true });
  return copy;
};

test('every bit that changes in a file that a run reads back is told', async () => {
  const flips = 500;
  const counts = await flipBits(copyOf(half), EXPERIMENT, flips, randomStream('flips'));
  expect(counts).toHaveLength(6);
  for (const { file, told } of counts) expect([file, told]).toEqual([file, flips]);
});

test('a shard of which every byte of its directory and its seal is changed in turn is refused', () => {
  const bytes = readFileSync(join(half, 'shards', '000001-0000.npz'));
  for (let at = Math.max(0, bytes.length - 1200); at < bytes.length; at++) {
    const changed = Uint8Array.from(bytes);
    changed[at] ^= 1 << (at & 7);
    expect(() => decodeShard(changed, 'x', EXPERIMENT.heads), `byte ${at}`).toThrow('SHA-256');
  }
});

describe('a run with one changed bit', () => {
  const rng = randomStream('runs');
  test.each(['shards/000001-0000.npz', 'shards/000002-0000.npz', 'checkpoints/000001.learner', 'state.json'])(
    'in %s tells it and ends in the same weights',
    async (name) => {
      const path = copyOf(half);
      const bytes = readFileSync(join(path, name));
      const bit = randomBelow(rng, bytes.length * 8);
      bytes[bit >> 3] ^= 1 << (bit & 7);
      writeFileSync(join(path, name), bytes);
      const told = (await trainAll(path)).filter(({ type }) => type === 'mended');
      expect(told).toHaveLength(1);
      expect(contents(path)).toEqual(contents(whole));
    },
  );
});

describe('a shard of other games under the right name', () => {
  /** Nothing about the file itself is wrong. */
  const foreign = folder();
  const other = smokeExperiment(SHORT, { seed: 4711 });
  const begun = trainAll(foreign, ({ type }) => type === 'saved', undefined, 1, other);

  test.each([
    { name: 'of another experiment', from: () => foreign, job: '000001-0000', names: 'experiment' },
    { name: 'of another job', from: () => half, job: '000001-0002', names: 'job' },
  ])('$name is put aside, and its job is played again', async ({ from, job, names }) => {
    await begun;
    const path = copyOf(half);
    cpSync(join(from(), 'shards', `${job}.npz`), join(path, 'shards', '000001-0000.npz'));
    const told = (await trainAll(path)).flatMap((report) => (report.type === 'mended' ? [report.damage] : []));
    expect(told).toEqual([expect.stringMatching(`it is not of this run's job: it names ${names} `)]);
    expect(existsSync(join(path, 'shards', '000001-0000.npz.damaged'))).toBe(true);
    expect(contents(path)).toEqual(contents(whole));
  });

  test('of other weights is put aside too', async () => {
    const path = copyOf(half);
    const longer = smokeExperiment(SHORT, { learner: { passes: 3 } }); // the same games at first, then others
    const source = folder();
    await trainAll(source, (report) => report.type === 'played' && report.iteration === 2, undefined, 1, longer);
    cpSync(join(source, 'shards', '000002-0000.npz'), join(path, 'shards', '000002-0000.npz'));
    const told = (await trainAll(path)).flatMap((report) => (report.type === 'mended' ? [report.damage] : []));
    expect(told).toEqual([expect.stringContaining("it is not of this run's job: it names network ")]);
    expect(contents(path)).toEqual(contents(whole));
  });
});

test('a small file that would unpack to gigabytes is refused before it does', () => {
  const bytes = zipSync({ 'cells.npy': new Uint8Array(4 << 20) }, { level: 9 });
  const size = new DataView(bytes.buffer);
  for (let at = 0; at + 4 <= bytes.length; at++)
    if (size.getUint32(at, true) === 4 << 20) size.setUint32(at, 3 << 30, true); // what a real one would say
  const before = process.memoryUsage().arrayBuffers;
  expect(() => decodeShard(bytes, 'x')).toThrow('it would unpack to 3072 MB; this program reads up to 1024 MB');
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(64 << 20);
});
