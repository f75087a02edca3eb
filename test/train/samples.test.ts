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
import { allocateTrainingBatch, finishedGame, gamePly, HEADS, headsOf, targetsFor } from '../../models/index.ts';
import { encodeNpy } from '../../train/files/npy.ts';
import { zipSealed } from '../../train/files/sealed-zip.ts';
import {
  closeSamples,
  decodeShard,
  drawBatch,
  encodeShard,
  lastShards,
  type Samples,
  windowSize,
} from '../../train/index.ts';
import { legalList, playChoices } from '../support/games.ts';
import { lacking } from '../support/lacking.ts';

/** Samples of a few positions for every head; all of a policy on the first legal action, the search value 0.5. */
const positions: Position[] = [];
const end = playChoices({ setup: 'random', seed: 5, picks: [3, 1, 4, 1, 5, 9, 2, 6] }, (position) => {
  const copy = emptyPosition();
  applySymmetry(position, 0, copy);
  positions.push(copy);
});
const makeSamples = (searchShare = 0): Samples => {
  const plies = positions.map((position, index) => {
    const [action] = legalList(position);
    const policy = new Float32Array(ACTION_COUNT);
    policy[action] = 1;
    return gamePly(position, action, { policy, value: 0.5, surprise: index }, 'all');
  });
  const game = finishedGame(plies, end, { winner: 0, reason: 'no-capture' });
  return closeSamples([game], targetsFor(HEADS.all, { value: { searchShare } }));
};
const read = (bytes: Uint8Array, heads = HEADS.all): Samples => decodeShard(bytes, 'x', heads);
const PLAYING = headsOf({ auxiliaryHeads: [] });

type Files = Record<string, Uint8Array>;
const rewritten =
  (change: (files: Files) => Files) =>
  (bytes: Uint8Array): Uint8Array =>
    zipSealed(change(unzipSync(bytes)), {});
const about = (says: object): Uint8Array => {
  const text = new TextEncoder().encode(JSON.stringify(says));
  return encodeNpy(`|S${text.length}`, '()', text);
};

describe('a shard', () => {
  test('reads back as it was, and equal samples are equal bytes', () => {
    const samples = makeSamples();
    const bytes = encodeShard(samples);
    expect(read(bytes)).toEqual(samples);
    expect(encodeShard(makeSamples())).toEqual(bytes);
    expect(read(Buffer.from(bytes))).toEqual(samples);
  });

  test('is read for some of its heads, or for none', () => {
    const samples = makeSamples();
    const { policy, value } = samples.heads;
    expect(read(encodeShard(samples), PLAYING)).toEqual({ ...samples, heads: { policy, value } });
    expect(decodeShard(encodeShard(samples), 'x')).toEqual({ ...samples, heads: {} });
  });

  test.each([
    { name: 'nothing', damage: () => new Uint8Array(0), says: 'it is not a readable .npz' },
    {
      name: 'a cut file',
      damage: (bytes: Uint8Array) => bytes.slice(0, bytes.length / 2),
      says: 'it is not a readable .npz',
    },
    {
      name: 'noise',
      damage: () => Uint8Array.from({ length: 500 }, (_, index) => index * 7),
      says: 'it is not a readable .npz',
    },
    {
      name: 'a later version',
      damage: rewritten((files) => ({ ...files, 'shard.npy': about({ format: 'tzaar-shard', version: 4 }) })),
      says: 'it has format version 4, this program reads 2 and 3',
    },
    {
      name: 'another format',
      damage: rewritten((files) => ({ ...files, 'shard.npy': about({ format: 'chess-shard', version: 2 }) })),
      says: 'it is not a tzaar-shard',
    },
    {
      name: 'a file that does not say what it is',
      damage: rewritten((files) => ({ ...files, 'shard.npy': files['shard.npy'].slice(0, 140) })),
      says: 'it does not say what it is: shard is damaged',
    },
    {
      name: 'a shard without a column',
      damage: rewritten(({ 'stepsLeft.npy': _lost, ...files }) => files),
      says: 'it has no stepsLeft',
    },
    {
      name: 'a column of another type',
      damage: rewritten((files) => ({ ...files, 'results.npy': files['values.npy'] })),
      says: 'results is of type <f4, expected |i1',
    },
    {
      name: 'a column that is too short',
      damage: rewritten((files) => ({ ...files, 'values.npy': files['values.npy'].slice(0, -4) })),
      says: `values has ${positions.length - 1} rows, cells has ${positions.length}`,
    },
    {
      name: 'a column that ends within a row',
      damage: rewritten((files) => ({ ...files, 'cells.npy': files['cells.npy'].slice(0, -4) })),
      says: `cells has ${positions.length * 60 - 4} bytes, expected rows of 60`,
    },
  ])('$name is refused with a sentence', ({ damage, says }) => {
    expect(() => read(damage(encodeShard(makeSamples())))).toThrow(InvalidInput);
    expect(() => read(damage(encodeShard(makeSamples())))).toThrow(says);
  });

  const hasNumpy = spawnSync('python3', ['-c', 'import numpy']).status === 0;
  test.skipIf(lacking('numpy', hasNumpy))('is read by numpy', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'tzaar-npz-')), 'shard.npz');
    writeFileSync(file, encodeShard(makeSamples()));
    const script = `import numpy as np; d=np.load(${JSON.stringify(file)}); print({k:(str(d[k].dtype),d[k].shape,float(d[k].sum())) for k in sorted(d) if k!='shard'}); import json; print(json.loads(d['shard'].item()))`;
    const { stdout, stderr } = spawnSync('python3', ['-c', script], { encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(stdout).toContain(
      `'policies': ('uint16', (${positions.length}, 541), ${(65_535 * positions.length).toFixed(1)})`,
    );
    expect(stdout).toContain(
      `'searchValues': ('float32', (${positions.length},), ${(0.5 * positions.length).toFixed(1)})`,
    );
    for (const { column } of HEADS.all) expect(stdout).toContain(`'${column.name}': ('${column.type}', `);
    expect(stdout).toContain("{'format': 'tzaar-shard', 'version': 3, 'samples': ");
  });
});

describe('a shard of an older program', () => {
  const {
    'surprises.npy': _surprises,
    'shard.npy': _about,
    'values.npy': _values,
    ...older
  } = unzipSync(encodeShard(makeSamples()));

  test('can still be looked into', () => {
    const samples = makeSamples();
    expect(decodeShard(zipSync(older), 'x')).toEqual({
      ...samples,
      surprises: new Float32Array(samples.count),
      heads: {},
    });
  });

  test('cannot be learnt from, and says so', () => {
    expect(() => read(zipSync(older))).toThrow(
      'it has no values: it is of an older program than this, which reads version 3',
    );
  });
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
    const batch = allocateTrainingBatch(4000, []);
    const weights = (surpriseShare: number, shard: Samples): Float32Array => {
      drawBatch(lastShards([shard], 1e6), batch, { surpriseShare, symmetries: true }, randomStream('weights'));
      return batch.weights;
    };
    expect(new Set(weights(0, samples))).toEqual(new Set([1]));
    expect(new Set(weights(0.5, { ...samples, surprises: new Float32Array(samples.count) }))).toEqual(new Set([1]));
    const weighed = weights(0.5, samples);
    expect(Math.min(...weighed)).toBeCloseTo(0.5); // the first position was no surprise at all
    expect(weighed.reduce((sum, weight) => sum + weight, 0) / weighed.length).toBeCloseTo(1, 1);
  });

  test('gives samples as they were played where symmetries are off', () => {
    const samples = makeSamples();
    const batch = allocateTrainingBatch(100, []);
    drawBatch(lastShards([samples], 1e6), batch, { surpriseShare: 0, symmetries: false }, randomStream('draw'));
    const played = positions.map((position) => {
      const observation = new Float32Array(OBSERVATION_SIZE);
      encodeObservation(position, observation);
      return observation.join();
    });
    for (let row = 0; row < batch.count; row++)
      expect(played).toContain(
        batch.observations.subarray(row * OBSERVATION_SIZE, (row + 1) * OBSERVATION_SIZE).join(),
      );
  });

  test('gives samples through all symmetries: observation, mask and policy turned alike, values mixed', () => {
    const samples = makeSamples(0.25);
    const batch = allocateTrainingBatch(400, PLAYING);
    drawBatch(lastShards([samples], 1e6), batch, { surpriseShare: 0, symmetries: true }, randomStream('draw'));
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
      const policy = batch.targets.policy.subarray(row * ACTION_COUNT, (row + 1) * ACTION_COUNT);
      expect(policy.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 6);
      policy.forEach((share, action) => {
        if (share > 0) expect(mask[action]).toBe(1);
      });
      const value = 0.75 * (position.mover === 0 ? 1 : -1) + 0.25 * 0.5;
      expect(batch.targets.value[row]).toBeCloseTo((1 + value) / 2, 6);
    }
    expect(seen.size).toBe(SYMMETRY_COUNT);
  });
});
