import * as tf from '@tensorflow/tfjs-core';
import { fillRayTable, TABLE_SIZE } from '../network/neighbour-table.ts';

/** The neighbours along rays of a batch of observations, `[count × 60 × 7]`. */
export const rayTensor = (observations: Float32Array, count: number): tf.Tensor1D => {
  const table = new Int32Array(count * TABLE_SIZE);
  fillRayTable(observations, count, table);
  return tf.tensor1d(table, 'int32');
};
