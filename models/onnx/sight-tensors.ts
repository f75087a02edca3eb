/** Who sees whom in a batch, as a program on onnxruntime is told besides its inputs. */
import { POINT_COUNT } from '../../env/index.ts';
import { fillSightTable, NEIGHBOURS_INPUT, TABLE_SIZE } from '../network/neighbour-table.ts';
import { membersOf, rowTablesOf } from '../network/row-tables.ts';
import { type Layout, masksPoints } from '../program/rows.ts';
import { NEIGHBOURHOOD_SIZE, type Sight, sightOf, type Value } from '../program/value.ts';
import type { OnnxRuntime, OnnxTensors } from './onnx-runtime.ts';
import { ROW_PLACES_INPUT, ROW_POINTS_INPUT, ROW_SAMPLES_INPUT } from './program-writer.ts';

/** How a program is held, and what it must be told about sights. */
export type Sights = { readonly layout: Layout; readonly sight: Sight | null };

/** What suits a program best: rows where it masks points. */
export const bestSights = (results: readonly Value[]): Sights => ({
  layout: masksPoints(results) ? 'rows' : 'points',
  sight: sightOf(results),
});

/** The tables for `count` observations, by name. */
export const sightTensors = (
  { Tensor }: OnnxRuntime,
  { layout, sight }: Sights,
  observations: Float32Array,
  count: number,
): OnnxTensors => {
  if (sight === null) return {};
  if (layout === 'rows') {
    const { rows, points, places, neighbours } = rowTablesOf(observations, count);
    return {
      [ROW_POINTS_INPUT]: new Tensor('int32', points, [rows]),
      [ROW_PLACES_INPUT]: new Tensor('int32', places, [count, POINT_COUNT]),
      [ROW_SAMPLES_INPUT]: new Tensor('float32', membersOf(points, count), [count, rows]),
      [NEIGHBOURS_INPUT]: new Tensor('int32', neighbours, [rows, NEIGHBOURHOOD_SIZE]),
    };
  }
  const table = new Int32Array(count * TABLE_SIZE);
  fillSightTable(sight, observations, count, table);
  return { [NEIGHBOURS_INPUT]: new Tensor('int32', table, [count, POINT_COUNT, NEIGHBOURHOOD_SIZE]) };
};
