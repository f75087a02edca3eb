/**
 * A sequential test: play until the match says whether the first agent is better by `elo1`, or only by `elo0`. Wald's
 * test with the generalised likelihood ratio of the pair scores, in its normal approximation.
 */
import { InvalidInput } from '../env/index.ts';
import { moments, type PairCounts, scoreOfElo } from './pair-score.ts';

/** The two hypotheses of a sequential test, and its error rates. */
export type SprtSettings = {
  readonly elo0: number;
  readonly elo1: number;
  /** Chance of a false alarm, and of missing a real difference. */
  readonly alpha: number;
  readonly beta: number;
};

/** Which hypothesis a sequential test has accepted. */
export type SprtVerdict = 'elo1' | 'elo0' | 'undecided';
/** Where a sequential test stands: its log-likelihood ratio and the bounds. */
export type SprtState = {
  readonly llr: number;
  readonly lower: number;
  readonly upper: number;
  readonly verdict: SprtVerdict;
};

/** With fewer pairs the variance is not known well enough to stop. */
const FEWEST_PAIRS = 20;

/** Where a sequential test stands after these pairs. */
export const judgeSprt = (counts: PairCounts, { elo0, elo1, alpha, beta }: SprtSettings): SprtState => {
  const lower = Math.log(beta / (1 - alpha));
  const upper = Math.log((1 - beta) / alpha);
  const { pairs, mean, variance } = moments(counts);
  const [score0, score1] = [scoreOfElo(elo0), scoreOfElo(elo1)];
  // As if four more pairs had been played, two lost and two won: a run of equal pairs is not free of chance.
  const spread = (variance * pairs + 4 * 0.25) / (pairs + 4);
  const llr = (pairs * (score1 - score0) * (2 * mean - score0 - score1)) / (2 * spread);
  const verdict = pairs < FEWEST_PAIRS ? 'undecided' : llr >= upper ? 'elo1' : llr <= lower ? 'elo0' : 'undecided';
  return { llr, lower, upper, verdict };
};

/** `0,30`: the two differences in Elo, with 5 % for either error. */
export const parseSprt = (text: string): SprtSettings => {
  const [elo0, elo1, ...rest] = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  if (rest.length > 0 || !Number.isFinite(elo0) || !Number.isFinite(elo1) || elo0 >= elo1) {
    throw new InvalidInput('sprt', text, 'expected two differences in Elo, the smaller first, as in 0,30');
  }
  return { elo0, elo1, alpha: 0.05, beta: 0.05 };
};
