/** Which points feed which, as tables: the fixed one of the hex layer, and one per position for layers along rays. Hot. */
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
import { NEIGHBOURHOOD_SIZE } from '../program/value.ts';

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

/**
 * Writes, for `count` observations, `[count × 60 × 7]` rows of the whole batch laid out as `[count × 60]` points: a
 * point itself, then the first stack it sees in each direction. An empty point sees nothing, so that seeing is mutual;
 * a missing one is the row `count × 60`, which engines hold at zero.
 */
export const fillRayTable = (observations: Float32Array, count: number, out: Int32Array): void => {
  const occupied = new Uint8Array(POINT_COUNT);
  const nothing = count * POINT_COUNT;
  for (let sample = 0; sample < count; sample++) {
    const base = sample * POINT_COUNT;
    markOccupied(observations, base * PLANE_COUNT, occupied);
    for (let point = 0; point < POINT_COUNT; point++) {
      const row = (base + point) * NEIGHBOURHOOD_SIZE;
      out[row] = base + point;
      for (let direction = 0; direction < DIRECTION_COUNT; direction++) {
        const seen = occupied[point] === 1 ? firstSeen(point, direction, occupied) : OFF_BOARD;
        out[row + 1 + direction] = seen === OFF_BOARD ? nothing : base + seen;
      }
    }
  }
};

const markOccupied = (observations: Float32Array, start: number, out: Uint8Array): void => {
  for (let point = 0; point < POINT_COUNT; point++) {
    const first = start + point * PLANE_COUNT + FIRST_KIND;
    let stacks = 0;
    for (let plane = 0; plane < KIND_PLANES; plane++) stacks += observations[first + plane];
    out[point] = stacks > 0 ? 1 : 0;
  }
};

const firstSeen = (from: number, direction: number, occupied: Uint8Array): number => {
  let point = NEIGHBOURS[from * DIRECTION_COUNT + direction];
  while (point !== OFF_BOARD && occupied[point] === 0) point = NEIGHBOURS[point * DIRECTION_COUNT + direction];
  return point;
};
