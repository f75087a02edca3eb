/**
 * Means over positions with intervals over games. Positions of one game share its result and most of their stones, so a
 * thousand of them from twenty games are worth little more than twenty: games are drawn again, never positions (cluster bootstrap).
 */
import { randomBelow, randomStream } from '../../env/index.ts';

/** A mean and its 95 % interval. */
export type Interval = { readonly value: number; readonly low: number; readonly high: number };

/** What one game adds to a mean. */
export type Cluster = { readonly sum: number; readonly count: number };

const DRAWS = 2000;
const TAIL = 0.025;

/** The same for the same games: the draws are seeded. */
export const gameInterval = (games: readonly Cluster[]): Interval => {
  const rng = randomStream('ablation intervals', games.length);
  const means = Array.from({ length: DRAWS }, () => meanOf(games.map(() => games[randomBelow(rng, games.length)])));
  means.sort((one, other) => one - other);
  const at = (share: number): number => means[Math.round(share * (DRAWS - 1))];
  return { value: meanOf(games), low: at(TAIL), high: at(1 - TAIL) };
};

const meanOf = (games: readonly Cluster[]): number => {
  let [sum, count] = [0, 0];
  for (const game of games) [sum, count] = [sum + game.sum, count + game.count];
  return count === 0 ? 0 : sum / count;
};
