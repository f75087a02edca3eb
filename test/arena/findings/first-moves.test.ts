import { expect, test } from 'vitest';
import type { SearchLine } from '../../../agents/index.ts';
import { findFirstMoves, mergeFirstMoves } from '../../../arena/findings/first-moves.ts';
import {
  type Action,
  formatAction,
  inverseSymmetry,
  legalMoveTexts,
  parseAction,
  randomStream,
  startPosition,
  symmetricAction,
} from '../../../env/index.ts';
import { UniformEvaluator } from '../../../models/index.ts';
import { madeUpGame, randomFindingGames } from '../../support/finding-games.ts';

const start = startPosition('fixed', randomStream(0));
const [one, other] = ['B1xB2', 'C5xB4'].map((move) => parseAction(start, move));

const lineOf = (action: Action, visits: number, value: number): SearchLine => ({
  action,
  visits,
  value,
  prior: 0,
  policy: 0,
  actions: [action],
});

test('moves that are the same under turns of 120°, and in images of the start, are one', () => {
  const turned = symmetricAction(2, one);
  const { moves, alike, searches, line } = mergeFirstMoves(
    100,
    [
      { symmetry: 0, lines: [lineOf(one, 30, 0.2), lineOf(turned, 20, 0.1), lineOf(other, 50, -0.2)] },
      { symmetry: 7, lines: [lineOf(symmetricAction(7, one), 100, 0.4), lineOf(symmetricAction(7, other), 0, 0)] },
    ],
    [
      madeUpGame(0, 0, { setup: 'fixed', actions: [turned], winner: 0 }),
      madeUpGame(0, 1, { setup: 'fixed', actions: [one], winner: 1 }),
      madeUpGame(0, 1, { setup: 'random', actions: [one], winner: 1 }),
    ],
  );
  expect([alike, searches, moves.length]).toEqual([3, 2, 2]);
  const [best, second] = moves;
  expect(best).toMatchObject({ visitShare: 0.75, games: 2 });
  // By visits: (30 × 0.6 + 20 × 0.55 + 100 × 0.7) / 150; of the first search alone (18 + 11) / 50.
  expect(best.chance?.value).toBeCloseTo(0.66, 10);
  expect(best.chance?.low).toBeCloseTo(0.58, 10);
  expect(best.chance?.high).toBeCloseTo(0.7, 10);
  expect(best.won?.value).toBe(0.5);
  expect(second).toMatchObject({ visitShare: 0.25, games: 0, won: null });
  expect(line).toBe(best.move);
  for (const { action, move } of moves) expect(formatAction(start, action)).toBe(move);
  expect(symmetricAction(inverseSymmetry(7), symmetricAction(7, one))).toBe(one);
});

test('a search of every image shares its visits among legal first moves', async () => {
  const games = randomFindingGames('fixed', 3);
  const { moves, searches, line } = await findFirstMoves(new UniformEvaluator(), 60, games);
  expect(searches).toBe(4);
  expect(moves.length).toBe(42 / 3);
  expect(moves.reduce((sum, { visitShare }) => sum + visitShare, 0)).toBeCloseTo(1, 10);
  expect(moves.reduce((sum, { games: played }) => sum + played, 0)).toBe(games.length);
  const legal = legalMoveTexts(start);
  for (const { move } of moves) expect(legal).toContain(move);
  expect(line.split(' ')[0]).toBe(moves[0].move);
});
