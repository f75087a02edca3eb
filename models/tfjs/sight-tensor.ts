/** Who sees whom in a batch of observations, as a program on tfjs is told besides its inputs. */
import * as tf from '@tensorflow/tfjs-core';
import { POINT_COUNT } from '../../env/index.ts';
import { fillSightTable, TABLE_SIZE } from '../network/neighbour-table.ts';
import { membersOf, rowTablesOf } from '../network/row-tables.ts';
import type { Sight } from '../program/value.ts';

/** For all points of each board, `[count × 60 × 7]`. */
export const sightTensor = (sight: Sight, observations: Float32Array, count: number): tf.Tensor1D => {
  const table = new Int32Array(count * TABLE_SIZE);
  fillSightTable(sight, observations, count, table);
  return tf.tensor1d(table, 'int32');
};

/** A batch as rows of the points that matter alone (see `RowTables`). */
export type RowTensors = {
  /** `[R]`: the point of each row, counted through the batch, and its place in the batch. */
  readonly points: tf.Tensor1D;
  readonly samples: tf.Tensor1D;
  /** `[count × 60]`: the row of each point. */
  readonly places: tf.Tensor1D;
  /** `[R × 7]`: the rows that feed each row. */
  readonly neighbours: tf.Tensor1D;
  /** `[count, R]`: 1 where a row is of a sample; sums over the rows of each sample are a product with it. */
  readonly members: tf.Tensor2D;
};

export const rowTensors = (observations: Float32Array, count: number): RowTensors => {
  const { rows, points, places, neighbours } = rowTablesOf(observations, count);
  const samples = points.map((point) => Math.floor(point / POINT_COUNT));
  return {
    points: tf.tensor1d(points, 'int32'),
    samples: tf.tensor1d(samples, 'int32'),
    places: tf.tensor1d(places, 'int32'),
    neighbours: tf.tensor1d(neighbours, 'int32'),
    members: tf.tensor2d(membersOf(points, count), [count, rows]),
  };
};
