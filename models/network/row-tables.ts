/**
 * Positions as rows of the points that matter alone: the stacks, or every point while pieces are being placed. Two fifths
 * of the points are empty on average, and no stack reads anything of them; boards then have rows of unequal number.
 */
import { DIRECTION_COUNT, OFF_BOARD, POINT_COUNT } from '../../env/index.ts';
import { NEIGHBOURHOOD_SIZE } from '../program/value.ts';
import { firstSeen, markStacks } from './neighbour-table.ts';

/** Who is where among the rows of a batch. A missing row is the one after the last, which engines hold at zero. */
export type RowTables = {
  /** How many rows there are. */
  readonly rows: number;
  /** `[rows]`: the point of each row, counted through the batch (place in the batch × 60 + point). */
  readonly points: Int32Array;
  /** `[count × 60]`: the row of each point. */
  readonly places: Int32Array;
  /** `[rows × 7]`: the row itself, then the row of the first stack it sees in each direction. */
  readonly neighbours: Int32Array;
};

/** The rows of `count` observations. Hot. */
export const rowTablesOf = (observations: Float32Array, count: number): RowTables => {
  const marks = new Uint8Array(count * POINT_COUNT);
  for (let sample = 0; sample < count; sample++) {
    markStacks('stack', observations, sample, marks.subarray(sample * POINT_COUNT, (sample + 1) * POINT_COUNT));
  }
  let rows = 0;
  for (let at = 0; at < marks.length; at++) rows += marks[at];
  const points = new Int32Array(rows);
  const places = new Int32Array(marks.length).fill(rows);
  for (let at = 0, row = 0; at < marks.length; at++) {
    if (marks[at] === 0) continue;
    points[row] = at;
    places[at] = row++;
  }
  return { rows, points, places, neighbours: neighboursOf(points, places, marks) };
};

const neighboursOf = (points: Int32Array, places: Int32Array, marks: Uint8Array): Int32Array => {
  const rows = points.length;
  const neighbours = new Int32Array(rows * NEIGHBOURHOOD_SIZE);
  for (let row = 0; row < rows; row++) {
    const point = points[row] % POINT_COUNT;
    const base = points[row] - point;
    const first = row * NEIGHBOURHOOD_SIZE;
    neighbours[first] = row;
    for (let direction = 0; direction < DIRECTION_COUNT; direction++) {
      const seen = firstSeen(point, direction, marks, base);
      neighbours[first + 1 + direction] = seen === OFF_BOARD ? rows : places[base + seen];
    }
  }
  return neighbours;
};

/** `[count × rows]`: 1 where a row is of a sample. Sums over the rows of each sample are a product with it. */
export const membersOf = (points: Int32Array, count: number): Float32Array => {
  const members = new Float32Array(count * points.length);
  for (let row = 0; row < points.length; row++) {
    members[Math.floor(points[row] / POINT_COUNT) * points.length + row] = 1;
  }
  return members;
};
