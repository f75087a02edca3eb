import { expect, test } from 'vitest';
import { createPositionJudge } from '../../../arena/findings/position-judge.ts';
import { clonePosition, hashOf, outcome, type Position, play } from '../../../env/index.ts';
import type { Evaluator } from '../../../models/index.ts';
import { randomFindingGames } from '../../support/finding-games.ts';

/** Its value of a position follows from the hash alone. */
const valueAt = (low: number): number => Math.sin(low);
const evaluator: Evaluator = {
  name: 'hashes',
  needsObservations: false,
  evaluate: async ({ keys, values, masks }, count) => {
    for (let row = 0; row < count; row++) {
      expect(masks.subarray(row * 541, (row + 1) * 541).some((each) => each === 1)).toBe(true);
      values[row] = valueAt(keys[2 * row]);
    }
  },
  close: async () => {},
};

test('answers in order, however many are asked, and knows finished games', async () => {
  const games = randomFindingGames('random', 6);
  const positions: Position[] = games.flatMap((game) => {
    const position = clonePosition(game.start);
    return game.actions.map((action) => {
      play(position, action);
      return clonePosition(position);
    });
  });
  expect(positions.length).toBeGreaterThan(256);
  const chances = await createPositionJudge(evaluator)(positions);
  for (const [index, position] of positions.entries()) {
    const over = outcome(position);
    const expected =
      over === null
        ? (1 + Math.fround(valueAt(Number(BigInt.asIntN(32, hashOf(position)))))) / 2
        : over.winner === position.mover
          ? 1
          : 0;
    expect(chances[index]).toBeCloseTo(expected, 10);
  }
  expect(positions.filter((position) => outcome(position) !== null)).toHaveLength(games.length);
});
