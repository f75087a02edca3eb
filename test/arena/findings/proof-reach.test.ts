import { expect, test } from 'vitest';
import type { Proof } from '../../../arena/findings/finding-game.ts';
import { measureProofReach, REACH_SHARES } from '../../../arena/findings/proof-reach.ts';
import { madeUpGame } from '../../support/finding-games.ts';

const gameOf = (index: number, proofs: readonly Proof[]): ReturnType<typeof madeUpGame> =>
  madeUpGame(index >> 1, index % 2, { actions: Array.from({ length: 50 }, () => 0), winner: 0, proofs });

test('counts from the first proof to the end', () => {
  const reachOf = (index: number): number => (index === 0 ? 0 : 1 + (index % 40));
  const games = Array.from({ length: 101 }, (_, index) => {
    const ply = 50 - reachOf(index);
    return gameOf(index, index === 0 ? [] : [ply, 49].map((each): Proof => ({ ply: each, winner: 0 })));
  });
  const held = games.map((_, index) => reachOf(index)).sort((one, other) => one - other);
  const { median, quantiles, counts, letGo } = measureProofReach(games);
  expect(quantiles).toEqual(REACH_SHARES.map((share) => held[100 * share]));
  expect(median?.value).toBe(held[50]);
  expect(median!.low).toBeLessThan(held[50]);
  expect(median!.high).toBeGreaterThan(held[50]);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(101);
  expect(counts[0]).toBe(1);
  expect(letGo).toBe(0);
});

test('a win that was let go is told, and counts for nobody', () => {
  const games = [
    gameOf(0, [
      { ply: 30, winner: 0 },
      { ply: 34, winner: 1 },
      { ply: 41, winner: 0 },
    ]),
    gameOf(1, [{ ply: 44, winner: 0 }]),
  ];
  const { quantiles, letGo, median } = measureProofReach(games);
  expect(letGo).toBe(1);
  expect([quantiles[0], quantiles[2]]).toEqual([6.3, 7.5]);
  expect(median).toBeNull();
});

test('no games say nothing', () => {
  expect(measureProofReach([])).toMatchObject({ games: 0, median: null, quantiles: [], letGo: 0 });
});
