import { describe, expect, test } from 'vitest';
import { drawnInterval, gameInterval } from '../../arena/index.ts';

describe('an interval over games', () => {
  const games = Array.from({ length: 40 }, (_, game) => ({ sum: 10 * (game % 4), count: 10 }));

  test('is the same whenever it is asked for, and holds the mean', () => {
    const { value, low, high } = gameInterval(games);
    expect(value).toBe(1.5);
    expect(low).toBeLessThan(1.5);
    expect(high).toBeGreaterThan(1.5);
    expect(gameInterval(games)).toEqual({ value, low, high });
  });

  test('is as wide as theory says, and does not shrink when games have more positions', () => {
    const { low, high } = gameInterval(games);
    const theory = 2 * 1.96 * Math.sqrt(1.25 / 40);
    expect((high - low) / theory).toBeGreaterThan(0.85);
    expect((high - low) / theory).toBeLessThan(1.15);
    const longer = games.map(({ sum, count }) => ({ sum: 100 * sum, count: 100 * count }));
    expect(gameInterval(longer)).toEqual(gameInterval(games));
  });

  test('counts positions, not games, in the mean', () => {
    expect(
      gameInterval([
        { sum: 0, count: 30 },
        { sum: 10, count: 10 },
      ]).value,
    ).toBe(0.25);
  });

  test('of a median is drawn in the same way', () => {
    const lengths = Array.from({ length: 101 }, (_, game) => game);
    const middle = (drawn: readonly number[]): number => [...drawn].sort((one, other) => one - other)[50];
    const { value, low, high } = drawnInterval(lengths, middle);
    expect(value).toBe(50);
    // The order statistics that theory names: 50.5 ± 1.96 × √101 / 2.
    expect(Math.abs(low - 40)).toBeLessThanOrEqual(3);
    expect(Math.abs(high - 60)).toBeLessThanOrEqual(3);
  });
});
