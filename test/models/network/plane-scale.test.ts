import * as tf from '@tensorflow/tfjs-core';
import { expect, test } from 'vitest';
import {
  OBSERVATION_SIZE,
  PLANE_COUNT,
  PLANES,
  POINT_COUNT,
  randomStream,
  symmetricPlane,
} from '../../../env/index.ts';
import { allocateTrainingBatch } from '../../../models/index.ts';
import { centrePlanes, sumPlanes } from '../../../models/network/plane-scale.ts';
import { input } from '../../../models/program/operations.ts';
import { computeProgram } from '../../../models/tfjs/compute-program.ts';
import { chooseBackend } from '../../../models/tfjs/index.ts';
import { drawBatch, lastShards, playTeacher } from '../../../train/index.ts';
import { teacherJob } from '../../support/runs.ts';

const ROWS = 600;
/** Rare in play, but everything when they hold: kept at a scale of their own. */
const RARE = ['opening-turn', 'placement', 'last-of-kind'];

/** `[planes, board sums]`, each as rows of `PLANE_COUNT` numbers. */
const scaled = async (observations: Float32Array, count: number): Promise<readonly Float32Array[]> => {
  await chooseBackend('cpu');
  const observation = input('observation', [POINT_COUNT, PLANE_COUNT]);
  const tensors = tf.tidy(() => {
    const fed = tf.tensor(observations, [count, POINT_COUNT, PLANE_COUNT]);
    const results = [centrePlanes(observation), sumPlanes(observation)];
    return computeProgram(results, { inputs: { observation: fed }, parameters: new Map() });
  });
  const arrays = await Promise.all(tensors.map((tensor) => tensor.data() as Promise<Float32Array>));
  tf.dispose(tensors);
  return arrays;
};

const meanAndSpread = (rows: Float32Array, plane: number): readonly [number, number] => {
  const column = rows.filter((_, at) => at % PLANE_COUNT === plane);
  const mean = column.reduce((sum, each) => sum + each, 0) / column.length;
  return [mean, Math.sqrt(column.reduce((sum, each) => sum + (each - mean) ** 2, 0) / column.length)];
};

test('planes and their sums lie around 0 in games of a fair player', async () => {
  const job = teacherJob(60, { seed: 1, games: 60, samplePlies: 8, setups: { fixed: 0, tournament: 0 } });
  const { samples } = await playTeacher(job);
  const batch = allocateTrainingBatch(ROWS, []);
  drawBatch(lastShards([samples], ROWS), batch, { surpriseShare: 0, symmetries: true }, randomStream('rows'));
  const [points, sums] = await scaled(batch.observations, ROWS);
  for (const [plane, { name }] of PLANES.entries()) {
    if (RARE.includes(name)) continue;
    for (const [rows, spread] of [[points, 0.5] as const, [sums, 1] as const]) {
      const [mean, deviation] = meanAndSpread(rows, plane);
      expect(Math.abs(mean), name).toBeLessThan(0.8 * spread);
      expect(deviation, name).toBeGreaterThan(0.4 * spread);
      expect(deviation, name).toBeLessThan(1.7 * spread);
    }
  }
});

test('planes that turn into each other with the board have the same scale', async () => {
  const [ones] = await scaled(new Float32Array(OBSERVATION_SIZE).fill(1), 1);
  for (let plane = 0; plane < PLANE_COUNT; plane++) {
    for (let symmetry = 0; symmetry < 12; symmetry++) expect(ones[symmetricPlane(symmetry, plane)]).toBe(ones[plane]);
  }
});
