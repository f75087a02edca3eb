import fc from 'fast-check';
import { expect, test } from 'vitest';
import { invertMatrix, solveLinear } from '../../arena/solve-linear.ts';
import { randomStream } from '../../env/index.ts';

test('solves a system that needs pivoting, and leaves it as it was', () => {
  const matrix = [Float64Array.of(0, 2, 1), Float64Array.of(1, -2, -3), Float64Array.of(-1, 1, 2)];
  const solution = solveLinear(matrix, Float64Array.of(-8, 0, 3));
  expect([...solution].map((value) => Math.round(value * 1e9) / 1e9)).toEqual([-4, -5, 2]);
  expect([...matrix[0]]).toEqual([0, 2, 1]);
});

test('a matrix times its inverse is one on the diagonal and nothing elsewhere, and the matrix stays as it was', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 12 }), fc.integer(), (size, seed) => {
      const rng = randomStream('invert', seed);
      const matrix = Array.from({ length: size }, (_, row) =>
        Float64Array.from({ length: size }, (_, column) => rng() - 0.5 + (row === (column + 1) % size ? size : 0)),
      );
      const before = matrix.map((row) => [...row]);
      const inverse = invertMatrix(matrix);
      for (let row = 0; row < size; row++) {
        for (let column = 0; column < size; column++) {
          const product = matrix[row].reduce((sum, value, index) => sum + value * inverse[index][column], 0);
          expect(product).toBeCloseTo(row === column ? 1 : 0, 9);
        }
      }
      expect(matrix.map((row) => [...row])).toEqual(before);
    }),
  );
});
