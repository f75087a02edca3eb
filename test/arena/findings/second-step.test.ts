import { expect, test } from 'vitest';
import { walkGame } from '../../../arena/findings/finding-game.ts';
import type { PositionJudge } from '../../../arena/findings/position-judge.ts';
import { createStepMeter, SECOND_STEPS } from '../../../arena/findings/second-step.ts';
import { formatAction, MAIN, outcome } from '../../../env/index.ts';
import { randomFindingGames } from '../../support/finding-games.ts';

/** One stack more than the opponent is worth a hundredth: a capture gains one, a stacking loses one, a pass neither. */
const countingJudge: PositionJudge = async (positions) =>
  Float64Array.from(positions, (position) => {
    const over = outcome(position);
    if (over !== null) return over.winner === position.mover ? 1 : 0;
    const stacks = (player: number): number =>
      position.counts.subarray(3 * player, 3 * player + 3).reduce((sum, count) => sum + count, 0);
    return 0.5 + 0.01 * (stacks(position.mover) - stacks(1 - position.mover));
  });

test('finds how often each is played, and what it loses', async () => {
  const games = randomFindingGames('random', 5);
  const meter = createStepMeter(countingJudge, 1);
  for (const game of games) await meter.look(game);
  const { shares, costs } = meter.read();
  const early: string[] = [];
  for (const game of games)
    for (const { position, action } of walkGame(game)) {
      const stacks = position.counts.reduce((sum, count) => sum + count, 0);
      if (position.phase === MAIN && position.step === 1 && stacks >= 50) early.push(formatAction(position, action));
    }
  const shareOf = (sign: string): number => early.filter((move) => move.includes(sign)).length / early.length;
  expect(shares.stack[0]).toMatchObject({ value: shareOf('+'), count: early.length, games: 10 });
  expect(shares.capture[0]?.value).toBe(shareOf('x'));
  expect(shares.pass[0]?.value).toBe(shareOf('pass'));
  for (const [sort, cost] of [
    ['capture', 0],
    ['pass', 0.01],
    ['stack', 0.02],
  ] as const)
    expect(costs[sort][0]?.value).toBeCloseTo(cost, 10);
});

test('counts nothing after a proof', async () => {
  const games = randomFindingGames('random', 2).map((game) => ({ ...game, proofs: [{ ply: 0, winner: 0 as const }] }));
  const meter = createStepMeter(countingJudge, 1);
  for (const game of games) await meter.look(game);
  const { shares, costs } = meter.read();
  for (const sort of SECOND_STEPS) expect([...shares[sort], ...costs[sort]].every((each) => each === null)).toBe(true);
});

/** Flatters one of many looks by far: what is chosen by it must not be judged by it. */
test('the best of many guesses is not believed', async () => {
  let asked = 0;
  const noisy: PositionJudge = async (positions) =>
    Float64Array.from(positions, () => 0.5 + 0.4 * Math.sin(7.3 * asked++));
  const meter = createStepMeter(noisy, 1);
  for (const game of randomFindingGames('random', 15)) await meter.look(game);
  const { costs } = meter.read();
  // All three are chance: none is the best much more often, and none loses much more than another.
  const [stack, pass] = [costs.stack[0]!.value, costs.pass[0]!.value];
  expect(Math.abs(stack - pass)).toBeLessThan(0.05);
});
