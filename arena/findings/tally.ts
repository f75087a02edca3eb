/** What games say of a number: sums by game, and the mean with an interval over pairs of games. */
import { type Cluster, gameInterval, type Interval } from '../game-interval.ts';
import { wilsonInterval } from '../wilson.ts';
import type { FindingGame } from './finding-game.ts';

/** A mean with its 95 % interval, and what it is made of. */
export type Estimate = Interval & {
  /** How many numbers. */
  readonly count: number;
  /** How many games they come from. */
  readonly games: number;
};

/** Sums and counts by game. */
export type Tally = Map<FindingGame, Cluster>;

/** Adds a number of a game, or a sum of several. */
export const addTo = (tally: Tally, game: FindingGame, sum: number, count = 1): void => {
  const before = tally.get(game) ?? { sum: 0, count: 0 };
  tally.set(game, { sum: before.sum + sum, count: before.count + count });
};

/** Games in pairs: the two of a pair begin in the same position, so they are not two witnesses. */
export const pairsOf = (games: Iterable<FindingGame>): FindingGame[][] => {
  const pairs = new Map<string, FindingGame[]>();
  for (const game of games) {
    const key = `${game.setup} ${game.pair}`;
    pairs.set(key, [...(pairs.get(key) ?? []), game]);
  }
  return [...pairs.values()];
};

/** Null where there are too few games for an interval. */
export const estimate = (tally: Tally): Estimate | null => {
  const clusters = pairsOf(tally.keys()).map((pair) => addUp(pair.map((game) => tally.get(game)!)));
  const { count } = addUp(clusters);
  return clusters.length < 2 || count === 0 ? null : { ...gameInterval(clusters), count, games: tally.size };
};

/** The same for shares from 0 to 1: where all or none are so, drawing again shows no chance at all, but there may be some. */
export const estimateShare = (tally: Tally): Estimate | null => {
  const drawn = estimate(tally);
  if (drawn === null || (drawn.value > 0 && drawn.value < 1)) return drawn;
  const [low, high] = wilsonInterval(drawn.value, pairsOf(tally.keys()).length);
  return { ...drawn, low: Math.max(0, low), high: Math.min(1, high) };
};

const addUp = (clusters: readonly Cluster[]): Cluster =>
  clusters.reduce((all, { sum, count }) => ({ sum: all.sum + sum, count: all.count + count }), { sum: 0, count: 0 });
