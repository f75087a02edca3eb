/**
 * Whether winning chances come true: predictions in ten bins against how often these games were won. Also their text on a line of
 * metrics, `12:0.043:0 40:0.152:0.125`: positions, mean prediction and share of wins of every bin that is not empty. Runs in browsers.
 */

/** The positions whose predicted chances lie in one range. */
export type CalibrationBin = {
  readonly count: number;
  /** Mean of what was predicted. */
  readonly predicted: number;
  /** Share of these that were won. */
  readonly won: number;
};

/** How well predicted winning chances match results. */
export type Calibration = {
  /** Bins that hold anything, the lowest chances first. */
  readonly bins: readonly CalibrationBin[];
  /** Mean squared difference between prediction and result (Brier 1950): 0.25 for knowing nothing, 0 for knowing all. */
  readonly brier: number;
  /** Mean difference between prediction and share of wins over the bins, each by its positions. */
  readonly error: number;
};

export const BINS = 10;

/** Chances from 0 to 1, and whether it was won. */
export const measureCalibration = (chances: readonly number[], won: readonly boolean[]): Calibration => {
  const sums = Array.from({ length: BINS }, () => ({ count: 0, predicted: 0, won: 0 }));
  let squares = 0;
  chances.forEach((chance, index) => {
    const result = won[index] ? 1 : 0;
    const bin = sums[Math.min(BINS - 1, Math.floor(chance * BINS))];
    bin.count++;
    bin.predicted += chance;
    bin.won += result;
    squares += (chance - result) ** 2;
  });
  const bins = sums
    .filter(({ count }) => count > 0)
    .map(({ count, predicted, won: wins }) => ({ count, predicted: predicted / count, won: wins / count }));
  const total = Math.max(1, chances.length);
  const error = bins.reduce((sum, bin) => sum + bin.count * Math.abs(bin.predicted - bin.won), 0) / total;
  return { bins, brier: squares / total, error };
};

export const formatBins = (bins: readonly CalibrationBin[]): string =>
  bins.map(({ count, predicted, won }) => [count, short(predicted), short(won)].join(':')).join(' ');

const short = (share: number): string => String(Number(share.toFixed(4)));

/** What is not a bin is left out: a line of metrics may come from anywhere. */
export const parseBins = (text: string): CalibrationBin[] =>
  text.split(' ', BINS).flatMap((item) => {
    const parts = item.split(':');
    const [count, predicted, won] = parts.map((part) => (part === '' ? Number.NaN : Number(part)));
    const isShare = (share: number): boolean => share >= 0 && share <= 1;
    const fits = parts.length === 3 && Number.isSafeInteger(count) && count > 0 && isShare(predicted) && isShare(won);
    return fits ? [{ count, predicted, won }] : [];
  });
