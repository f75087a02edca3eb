import fc from 'fast-check';
import { expect, test } from 'vitest';
import '../../support/seeded.ts';
import { formatBins, measureCalibration, parseBins } from '../../../train/watch/calibration.ts';

const chances = fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.boolean()), {
  minLength: 1,
  maxLength: 200,
});

test('the error of all bins lies between that of the mean and that of each prediction', () => {
  fc.assert(
    fc.property(chances, (pairs) => {
      const [predicted, won] = [pairs.map(([chance]) => chance), pairs.map(([, result]) => result)];
      const { bins, brier, error } = measureCalibration(predicted, won);
      const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
      const misses = predicted.map((chance, index) => chance - (won[index] ? 1 : 0));
      expect(brier).toBeCloseTo(mean(misses.map((miss) => miss ** 2)), 9);
      expect(error).toBeGreaterThanOrEqual(Math.abs(mean(misses)) - 1e-9);
      expect(error).toBeLessThanOrEqual(mean(misses.map(Math.abs)) + 1e-9);
      expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(pairs.length);
    }),
  );
});

test.each([
  { chances: [0.5, 0.5], won: [true, false], brier: 0.25, error: 0 },
  { chances: [0, 1], won: [false, true], brier: 0, error: 0 },
  { chances: [1, 1], won: [false, false], brier: 1, error: 1 },
])('chances of $chances for $won', ({ chances: given, won, brier, error }) => {
  expect(measureCalibration(given, won)).toMatchObject({ brier, error });
});

test('bins come back from their text to four digits', () => {
  fc.assert(
    fc.property(chances, (pairs) => {
      const { bins } = measureCalibration(
        pairs.map(([chance]) => chance),
        pairs.map(([, result]) => result),
      );
      const read = parseBins(formatBins(bins));
      expect(read).toHaveLength(bins.length);
      for (const [index, { count, predicted, won }] of read.entries()) {
        expect(count).toBe(bins[index].count);
        expect(predicted).toBeCloseTo(bins[index].predicted, 3);
        expect(won).toBeCloseTo(bins[index].won, 3);
      }
    }),
  );
});

test.each(['', 'nonsense', '1:2:3', '-1:0:0', '1::0.5', '1:0.5', 'x:0.1:0.1', '1:NaN:0', '1:0.1:0.2:0.3'])(
  'a text that is no bin (%j) gives none',
  (text) => {
    expect(parseBins(text)).toEqual([]);
  },
);
