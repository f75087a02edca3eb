import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fallingExp } from '../../../agents/search/rules/falling-exp.ts';

test('e^x is right to seven digits for every x that counts, and never rises as x falls', () => {
  const falls = fc.double({ min: -39, max: 0, noNaN: true });
  fc.assert(
    fc.property(falls, (x) => {
      expect(fallingExp(x) / Math.exp(x)).toBeCloseTo(1, 7);
      expect(fallingExp(x - 1e-3)).toBeLessThan(fallingExp(x));
    }),
  );
});

test('it is 1 at 0, and nothing far below', () => {
  expect([0, -0, -41, -1e9, Number.NEGATIVE_INFINITY].map(fallingExp)).toEqual([1, 1, 0, 0, 0]);
});
