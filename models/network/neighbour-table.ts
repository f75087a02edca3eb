/** Which points feed which, as tables: the fixed one of the hex layer, and one per position for layers along lines. Hot. */
import {
  DIRECTION_COUNT,
  KIND_COUNT,
  NEIGHBOURS,
  OFF_BOARD,
  oppositeDirection,
  PLANE_COUNT,
  POINT_COUNT,
  planeIndex,
} from '../../env/index.ts';
import { constant, dense, minimum } from '../program/operations.ts';
import { NEIGHBOURHOOD_SIZE, type Sight, type Value } from '../program/value.ts';

export const NEIGHBOURS_INPUT = 'neighbours';
export const TABLE_SIZE: number = POINT_COUNT * NEIGHBOURHOOD_SIZE;

/** `[60 × 7]`: a point itself, then its neighbour in each direction, or `OFF_BOARD`. */
export const HEX_TABLE: ArrayLike<number> = Int32Array.from({ length: TABLE_SIZE }, (_, at) => {
  const [point, place] = [Math.floor(at / NEIGHBOURHOOD_SIZE), at % NEIGHBOURHOOD_SIZE];
  return place === 0 ? point : NEIGHBOURS[point * DIRECTION_COUNT + place - 1];
});

/** Where each of the seven places goes when all directions are reversed. */
export const REVERSED_PLACES: readonly number[] = [
  0,
  ...Array.from({ length: DIRECTION_COUNT }, (_, direction) => 1 + oppositeDirection(direction)),
];

const FIRST_KIND = planeIndex('own-tzaar');
const KIND_PLANES = 2 * KIND_COUNT;
const PLACEMENT = planeIndex('placement');

/**
 * Writes, for `count` observations, `[count × 60 × 7]` rows of the whole batch laid out as `[count × 60]` points: a
 * point itself, then the first stack it sees in each direction. An empty point sees nothing, so that seeing is mutual;
 * a missing one is the row `count × 60`, which engines hold at zero.
 */
export const fillSightTable = (sight: Sight, observations: Float32Array, count: number, out: Int32Array): void => {
  const stacks = new Uint8Array(POINT_COUNT);
  const nothing = count * POINT_COUNT;
  for (let sample = 0; sample < count; sample++) {
    const base = sample * POINT_COUNT;
    markStacks(sight, observations, sample, stacks);
    for (let point = 0; point < POINT_COUNT; point++) {
      const row = (base + point) * NEIGHBOURHOOD_SIZE;
      out[row] = base + point;
      for (let direction = 0; direction < DIRECTION_COUNT; direction++) {
        const seen = stacks[point] === 1 ? firstSeen(point, direction, stacks) : OFF_BOARD;
        out[row + 1 + direction] = seen === OFF_BOARD ? nothing : base + seen;
      }
    }
  }
};

/** Marks the points that see and are seen: where stacks are; for `stack` all of them while pieces are being placed. */
export const markStacks = (sight: Sight, observations: Float32Array, sample: number, out: Uint8Array): void => {
  const start = sample * POINT_COUNT * PLANE_COUNT;
  if (sight === 'stack' && observations[start + PLACEMENT] === 1) {
    out.fill(1);
    return;
  }
  for (let point = 0; point < POINT_COUNT; point++) {
    const first = start + point * PLANE_COUNT + FIRST_KIND;
    let stacks = 0;
    for (let plane = 0; plane < KIND_PLANES; plane++) stacks += observations[first + plane];
    out[point] = stacks > 0 ? 1 : 0;
  }
};

/** The first point with a mark from a point in a direction, or `OFF_BOARD`; a board's marks begin at `base`. */
export const firstSeen = (from: number, direction: number, marks: Uint8Array, base = 0): number => {
  let point = NEIGHBOURS[from * DIRECTION_COUNT + direction];
  while (point !== OFF_BOARD && marks[base + point] === 0) point = NEIGHBOURS[point * DIRECTION_COUNT + direction];
  return point;
};

/**
 * The same marks as a program, `[B, 60, 1]`: sums of planes that are 0 or 1, and at most 1. `placement` is the same on all
 * points.
 */
export const stackMask = (observation: Value): Value => {
  const planes = new Float32Array(PLANE_COUNT);
  planes.fill(1, FIRST_KIND, FIRST_KIND + KIND_PLANES);
  planes[PLACEMENT] = 1;
  return minimum(dense(observation, constant(planes, [PLANE_COUNT, 1])), constant([1]));
};
