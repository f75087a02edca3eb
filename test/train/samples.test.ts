import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import {
  ACTION_COUNT,
  applySymmetry,
  emptyPosition,
  encodeObservation,
  InvalidInput,
  OBSERVATION_SIZE,
  type Position,
  randomStream,
  SYMMETRY_COUNT,
} from '../../env/index.ts';
import { allocateSamples } from '../../models/index.ts';
import {
  closeSamples,
  decodeShard,
  drawBatch,
  encodeShard,
  joinSamples,
  lastShards,
  openSample,
  type Samples,
  windowSize,
} from '../../train/index.ts';
import { legalList, playChoices } from '../support/games.ts';
import { lacking } from '../support/lacking.ts';

/** Samples of a few positions; all of a policy on the first legal action, the search value 0.5. */
const positions: Position[] = [];
playChoices({ setup: 'random', seed: 5, picks: [3, 1, 4, 1, 5, 9, 2, 6] }, (position) => {
  const copy = emptyPosition();
  applySymmetry(position, 0, copy);
  positions.push(copy);
});
const makeSamples = (): Samples =>
  closeSamples([
    {
      samples: positions.map((position, index) => {
        const policy = new Float32Array(ACTION_COUNT);
        policy[legalList(position)[0]] = 1;
        return openSample(position, { policy, value: 0.5, surprise: index });
      }),
      winner: 0,
    },
  ]);

describe('a shard', () => {
  test('reads back as it was, and equal samples are equal bytes', () => {
    const samples = makeSamples();
    const bytes = encodeShard(samples);
    expect(decodeShard(bytes, 'x')).toEqual(samples);
    expect(encodeShard(makeSamples())).toEqual(bytes);
    expect(decodeShard(Buffer.from(bytes), 'x')).toEqual(samples);
  });

  test.each([
    { name: 'nothing', damage: () => new Uint8Array(0), says: 'it is no readable .npz' },
    {
      name: 'a cut file',
      damage: (bytes: Uint8Array) => bytes.slice(0, bytes.length / 2),
      says: 'it is no readable .npz',
    },
    {
      name: 'noise',
      damage: () => Uint8Array.from({ length: 500 }, (_, index) => index * 7),
      says: 'it is no readable .npz',
    },
  ])('$name is refused with a sentence', ({ damage, says }) => {
    expect(() => decodeShard(damage(encodeShard(makeSamples())), 'x')).toThrow(InvalidInput);
    expect(() => decodeShard(damage(encodeShard(makeSamples())), 'x')).toThrow(says);
  });

  const hasNumpy = spawnSync('python3', ['-c', 'import numpy']).status === 0;
  test.skipIf(lacking('numpy', hasNumpy))('is read by numpy', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'tzaar-npz-')), 'shard.npz');
    writeFileSync(file, encodeShard(makeSamples()));
    const script = `import numpy as np; d=np.load(${JSON.stringify(file)}); print({k:(str(d[k].dtype),d[k].shape,float(d[k].sum())) for k in sorted(d)})`;
    const { stdout, stderr } = spawnSync('python3', ['-c', script], { encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(stdout).toContain(
      `'policies': ('uint16', (${positions.length}, 541), ${(65_535 * positions.length).toFixed(1)})`,
    );
    expect(stdout).toContain(
      `'searchValues': ('float32', (${positions.length},), ${(0.5 * positions.length).toFixed(1)})`,
    );
  });
});

test('a shard of version 0.1.0, without surprises, is still read', () => {
  const { 'surprises.npy': _surprises, ...older } = unzipSync(encodeShard(makeSamples()));
  const samples = makeSamples();
  expect(decodeShard(zipSync(older), 'x')).toEqual({ ...samples, surprises: new Float32Array(samples.count) });
});

describe('a replay window', () => {
  test('holds the newest shards, as many as it needs', () => {
    const shard = makeSamples();
    expect(lastShards([shard, shard, shard], shard.count + 1)).toMatchObject({ count: 2 * shard.count });
    expect(lastShards([shard, shard], 1e6)).toMatchObject({ count: 2 * shard.count });
    expect(lastShards([], 10)).toEqual({ shards: [], count: 0, meanSurprise: 0 });
  });

  test('grows less than what it has seen', () => {
    expect([100, 1000, 16_000].map((seen) => windowSize(1000, 0.5, seen))).toEqual([1000, 1000, 4000]);
  });

  test('weighs samples by surprise, 1 on average, and not at all where nothing is known of it', () => {
    const samples = makeSamples();
    const batch = allocateSamples(4000);
    const weights = (surpriseShare: number, shard: Samples): Float32Array => {
      drawBatch(lastShards([shard], 1e6), batch, { valueMix: 0, surpriseShare }, randomStream('weights'));
      return batch.weights;
    };
    expect(new Set(weights(0, samples))).toEqual(new Set([1]));
    expect(new Set(weights(0.5, { ...samples, surprises: new Float32Array(samples.count) }))).toEqual(new Set([1]));
    const weighed = weights(0.5, samples);
    expect(Math.min(...weighed)).toBeCloseTo(0.5); // the first position was no surprise at all
    expect(weighed.reduce((sum, weight) => sum + weight, 0) / weighed.length).toBeCloseTo(1, 1);
  });

  test('gives samples through all symmetries: observation, mask and policy turned alike, values mixed', () => {
    const samples = joinSamples([makeSamples(), makeSamples()]);
    const batch = allocateSamples(400);
    drawBatch(lastShards([samples], 1e6), batch, { valueMix: 0.25, surpriseShare: 0 }, randomStream('draw'));
    const images = new Map<string, { position: Position; action: number; symmetry: number }>();
    for (const position of positions) {
      for (let symmetry = 0; symmetry < SYMMETRY_COUNT; symmetry++) {
        const image = applySymmetry(position, symmetry, emptyPosition());
        const observation = new Float32Array(OBSERVATION_SIZE);
        encodeObservation(image, observation);
        images.set(observation.join(), { position: image, action: 0, symmetry });
      }
    }
    const seen = new Set<number>();
    for (let row = 0; row < batch.count; row++) {
      const found = images.get(
        batch.observations.subarray(row * OBSERVATION_SIZE, (row + 1) * OBSERVATION_SIZE).join(),
      );
      expect(found).toBeDefined();
      const { position, symmetry } = found!;
      seen.add(symmetry);
      const mask = batch.masks.subarray(row * ACTION_COUNT, (row + 1) * ACTION_COUNT);
      const legal = legalList(position);
      expect(mask.reduce((sum, bit) => sum + bit, 0)).toBe(legal.length);
      const policy = batch.policies.subarray(row * ACTION_COUNT, (row + 1) * ACTION_COUNT);
      expect(policy.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 6);
      policy.forEach((share, action) => {
        if (share > 0) expect(mask[action]).toBe(1);
      });
      expect(batch.values[row]).toBeCloseTo(0.75 * (position.mover === 0 ? 1 : -1) + 0.25 * 0.5, 6);
    }
    expect(seen.size).toBe(SYMMETRY_COUNT);
  });
});
