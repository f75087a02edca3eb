import { expect, test } from 'vitest';
import { solveLinear } from '../../arena/solve-linear.ts';

test('solves a system that needs pivoting, and leaves it as it was', () => {
  const matrix = [Float64Array.of(0, 2, 1), Float64Array.of(1, -2, -3), Float64Array.of(-1, 1, 2)];
  const solution = solveLinear(matrix, Float64Array.of(-8, 0, 3));
  expect([...solution].map((value) => Math.round(value * 1e9) / 1e9)).toEqual([-4, -5, 2]);
  expect([...matrix[0]]).toEqual([0, 2, 1]);
});
