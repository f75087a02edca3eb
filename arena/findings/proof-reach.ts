/** How long before the end of a game a search has proved who wins it. */
import { drawnInterval, type Interval } from '../game-interval.ts';
import type { FindingGame } from './finding-game.ts';
import { quantileOf } from './quantile.ts';
import { pairsOf } from './tally.ts';

/** Shares of games that `ProofReach.quantiles` are for. */
export const REACH_SHARES: readonly number[] = [0.1, 0.25, 0.5, 0.75, 0.9];

/** Actions from the first proof of the result to the end, the one that was chosen with it included. */
export type ProofReach = {
  readonly games: number;
  /** Null with fewer than two pairs. */
  readonly median: Interval | null;
  /** One for each of `REACH_SHARES`. */
  readonly quantiles: readonly number[];
  /** How many games had each number of actions, from 0, for never, up. */
  readonly counts: readonly number[];
  /** Games in which the other result had been proved before: its winner did not see it, and let it go. */
  readonly letGo: number;
};

/** What these games say of it. */
export const measureProofReach = (games: readonly FindingGame[]): ProofReach => {
  const reaches = games.map(reachOf).sort((one, other) => one - other);
  const pairs = pairsOf(games).map((pair) => pair.map(reachOf));
  const median = (drawn: readonly (readonly number[])[]): number =>
    quantileOf(
      drawn.flat().sort((one, other) => one - other),
      0.5,
    );
  const most = reaches.at(-1) ?? 0;
  return {
    games: games.length,
    median: pairs.length < 2 ? null : drawnInterval(pairs, median),
    quantiles: games.length === 0 ? [] : REACH_SHARES.map((share) => quantileOf(reaches, share)),
    counts: Array.from({ length: most + 1 }, (_, reach) => reaches.filter((each) => each === reach).length),
    letGo: games.filter(({ proofs, winner }) => proofs.some((proof) => proof.winner !== winner)).length,
  };
};

/** After the last proof of the other result, if there was one: that one was let go. */
const reachOf = ({ actions, proofs, winner }: FindingGame): number => {
  const held = proofs.slice(proofs.findLastIndex((proof) => proof.winner !== winner) + 1);
  return held.length === 0 ? 0 : actions.length - held[0].ply;
};
