/**
 * Means over positions with intervals over games. Positions of one game share its result and most of their stones, so a
 * thousand of them from twenty games are worth little more than twenty: games are drawn again, never positions (cluster bootstrap).
 */
import { randomBelow, randomStream } from '../env/index.ts';

/** A mean and its 95 % interval. */
export type Interval = { readonly value: number; readonly low: number; readonly high: number };

/** What one game adds to a mean. */
export type Cluster = { readonly sum: number; readonly count: number };

const DRAWS = 2000;
const TAIL = 0.025;

/** The same for the same games: the draws are seeded. */
export const gameInterval = (games: readonly Cluster[]): Interval => drawnInterval(games, meanOf);

/** The same for any number that is made of games, such as a median; it must not depend on their order. */
export const drawnInterval = <Game>(
  games: readonly Game[],
  statistic: (games: readonly Game[]) => number,
): Interval => {
  const rng = randomStream('ablation intervals', games.length);
  const drawn = Array.from({ length: DRAWS }, () => statistic(games.map(() => games[randomBelow(rng, games.length)])));
  drawn.sort((one, other) => one - other);
  const at = (share: number): number => drawn[Math.round(share * (DRAWS - 1))];
  return { value: statistic(games), low: at(TAIL), high: at(1 - TAIL) };
};

const meanOf = (games: readonly Cluster[]): number => {
  let [sum, count] = [0, 0];
  for (const game of games) [sum, count] = [sum + game.sum, count + game.count];
  return count === 0 ? 0 : sum / count;
};
