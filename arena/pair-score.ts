/**
 * What a match says about two agents. Games come in pairs from the same start with colours swapped, so the unit is the
 * pair, not the game: its score for the first agent is 0, ½, 1, 1½ or 2 points, and counting these five (the
 * pentanomial) keeps what the two games have in common out of the error bars.
 */
import type { GameRecord } from '../env/index.ts';

/** How many pairs gave 0, ½, 1, 1½ and 2 points. TZAAR has no draws; halves are for games that were not finished. */
export type PairCounts = readonly [number, number, number, number, number];

/** The counts before anything is played. */
export const NO_PAIRS: PairCounts = [0, 0, 0, 0, 0];

/** The counts with one pair more, which gave so many points. */
export const addPair = (counts: PairCounts, points: number): PairCounts =>
  counts.map((count, index) => (index === points * 2 ? count + 1 : count)) as unknown as PairCounts;

/** Points of the agent that has white in the first game of a pair and black in the second. */
export const pairPoints = ([one, two]: readonly [GameRecord, GameRecord]): number =>
  (one.result?.winner === 'white' ? 1 : 0) + (two.result?.winner === 'black' ? 1 : 0);

/** A score with its 95 % interval, and as a difference in rating. */
export type ScoreSummary = {
  readonly pairs: number;
  readonly games: number;
  /** Share of the points, 0 to 1. */
  readonly score: number;
  /** 95 % interval of the score. */
  readonly scoreLow: number;
  readonly scoreHigh: number;
  readonly elo: number;
  readonly eloLow: number;
  readonly eloHigh: number;
};

const Z95 = 1.959964;

/** What these pairs say of the first agent. */
export const summarise = (counts: PairCounts): ScoreSummary => {
  const { pairs, mean, variance } = moments(counts);
  const [low, high] = pairs === 0 ? [0, 1] : scoreInterval(pairs, mean, variance);
  return {
    pairs,
    games: 2 * pairs,
    score: mean,
    scoreLow: low,
    scoreHigh: high,
    elo: eloOfScore(mean),
    eloLow: eloOfScore(low),
    eloHigh: eloOfScore(high),
  };
};

/** Mean and variance of the score of one pair, as a share of its two points. */
export const moments = (counts: PairCounts): { pairs: number; mean: number; variance: number } => {
  const pairs = counts.reduce((sum, count) => sum + count, 0);
  if (pairs === 0) return { pairs, mean: 0.5, variance: 0 };
  const mean = counts.reduce((sum, count, index) => sum + (count * index) / 4, 0) / pairs;
  const variance = counts.reduce((sum, count, index) => sum + count * (index / 4 - mean) ** 2, 0) / pairs;
  return { pairs, mean, variance };
};

/**
 * Wilson's interval for as many independent games as would have this variance. It stays inside 0 to 1 and is honest
 * near the ends, where mean ± 2 standard errors would claim certainty after a few wins.
 */
const scoreInterval = (pairs: number, mean: number, variance: number): [low: number, high: number] => {
  // One pair of each kind in the prior keeps a run of equal pairs from looking free of chance.
  const spread = (variance * pairs + 0.25) / (pairs + 1);
  const binomial = (mean * pairs + 0.5) / (pairs + 1);
  const games = Math.min(2 * pairs, (pairs * binomial * (1 - binomial)) / spread);
  const centre = (mean + Z95 ** 2 / (2 * games)) / (1 + Z95 ** 2 / games);
  const half = (Z95 / (1 + Z95 ** 2 / games)) * Math.sqrt((mean * (1 - mean)) / games + Z95 ** 2 / (4 * games ** 2));
  // Exactly 0 and 1 at the ends: rounding would turn an infinite Elo into a large one.
  return [mean === 0 ? 0 : Math.max(0, centre - half), mean === 1 ? 1 : Math.min(1, centre + half)];
};

/** The difference in rating at which this score is expected; infinite at 0 and 1. */
export const eloOfScore = (score: number): number => {
  if (score <= 0) return Number.NEGATIVE_INFINITY;
  if (score >= 1) return Number.POSITIVE_INFINITY;
  return -400 * Math.log10(1 / score - 1);
};

/** The score that is expected at this difference in rating. */
export const scoreOfElo = (elo: number): number => 1 / (1 + 10 ** (-elo / 400));
