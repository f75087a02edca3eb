import * as tf from '@tensorflow/tfjs-core';
import { fillSightTable, TABLE_SIZE } from '../network/neighbour-table.ts';
import type { Sight } from '../program/value.ts';

/** Who sees whom in a batch of observations, `[count × 60 × 7]`. */
export const sightTensor = (sight: Sight, observations: Float32Array, count: number): tf.Tensor1D => {
  const table = new Int32Array(count * TABLE_SIZE);
  fillSightTable(sight, observations, count, table);
  return tf.tensor1d(table, 'int32');
};
