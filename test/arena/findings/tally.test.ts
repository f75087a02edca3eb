import { describe, expect, test } from 'vitest';
import { addTo, estimate, estimateShare, type Tally } from '../../../arena/findings/tally.ts';
import { madeUpGame } from '../../support/finding-games.ts';

const tallyOf = (pairs: number, numbersOf: (pair: number, number: number) => readonly number[]): Tally => {
  const tally: Tally = new Map();
  for (let pair = 0; pair < pairs; pair++)
    for (const number of [0, 1]) {
      const game = madeUpGame(pair, number);
      for (const value of numbersOf(pair, number)) addTo(tally, game, value);
    }
  return tally;
};

describe('an estimate', () => {
  test('is the mean of all numbers, with how many there are and from how many games', () => {
    const found = estimate(tallyOf(20, (pair, number) => (number === 0 ? [pair] : [pair, pair])));
    expect(found).toMatchObject({ value: 9.5, count: 60, games: 40 });
    expect(found!.low).toBeLessThan(9.5);
    expect(found!.high).toBeGreaterThan(9.5);
  });

  test('is no surer when the second game of each pair repeats the first', () => {
    const once = estimate(tallyOf(50, (pair, number) => (number === 0 ? [pair % 7] : [])))!;
    const twice = estimate(tallyOf(50, (pair) => [pair % 7]))!;
    expect([twice.low, twice.high]).toEqual([once.low, once.high]);
  });

  test('needs two pairs', () => {
    expect(estimate(tallyOf(1, () => [1]))).toBeNull();
    expect(estimate(tallyOf(2, () => [1]))).not.toBeNull();
    expect(estimate(new Map())).toBeNull();
  });
});

test.each([0, 1])('a share of %i leaves room for what did not happen by chance', (share) => {
  const { value, low, high } = estimateShare(tallyOf(30, () => [share]))!;
  expect(value).toBe(share);
  expect(high - low).toBeGreaterThan(0.05);
  expect([low >= 0, high <= 1]).toEqual([true, true]);
});

test('another share is drawn as any number is', () => {
  const tally = tallyOf(30, (pair) => [pair % 2]);
  expect(estimateShare(tally)).toEqual(estimate(tally));
});
