/**
 * The hex layer on the 9 × 9 grid, as tables: there it is a 3 × 3 convolution with two corners of the kernel held at
 * zero. Gathering neighbours is slow on wasm and in browsers; convolving is not.
 */
import { DIRECTION_STEPS, GRID_SIDE, gridIndex, POINT_COUNT } from '../../env/index.ts';
import { NEIGHBOURHOOD_SIZE } from '../program/value.ts';

export const GRID_SIZE: number = GRID_SIDE * GRID_SIDE;
export const KERNEL_SIDE = 3;
export const TAP_COUNT: number = KERNEL_SIDE * KERNEL_SIDE;

/** `[9 × 7]`: a one where a tap of the kernel (row dr + 1, column dq + 1) reads a place of the neighbourhood. */
export const TAPS: Float32Array = new Float32Array(TAP_COUNT * NEIGHBOURHOOD_SIZE);
for (const [place, [dq, dr]] of [[0, 0] as const, ...DIRECTION_STEPS].entries()) {
  TAPS[((dr + 1) * KERNEL_SIDE + dq + 1) * NEIGHBOURHOOD_SIZE + place] = 1;
}

/** `[81]`: 1 on the points. */
export const BOARD: Float32Array = new Float32Array(GRID_SIZE);
/** `[81 × 60]` and `[60 × 81]`: products with these move values from points to grid and back. */
export const GRID_FROM_POINTS: Float32Array = new Float32Array(GRID_SIZE * POINT_COUNT);
export const POINTS_FROM_GRID: Float32Array = new Float32Array(POINT_COUNT * GRID_SIZE);
for (let point = 0; point < POINT_COUNT; point++) {
  BOARD[gridIndex(point)] = 1;
  GRID_FROM_POINTS[gridIndex(point) * POINT_COUNT + point] = 1;
  POINTS_FROM_GRID[point * GRID_SIZE + gridIndex(point)] = 1;
}
