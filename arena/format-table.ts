/** Results as text tables, for terminals and for READMEs. */
import type { ScoreSummary } from './pair-score.ts';
import type { PoolTable } from './standings.ts';

/** A rating with its sign, rounded. */
export const formatElo = (elo: number): string => {
  if (!Number.isFinite(elo)) return elo > 0 ? '+∞' : '−∞';
  return `${elo < 0 ? '−' : '+'}${Math.abs(Math.round(elo))}`;
};

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

/** `87.0 % (83.1–90.2), Elo +330 (+277 to +386)`. */
export const formatScore = ({ score, scoreLow, scoreHigh, elo, eloLow, eloHigh }: ScoreSummary): string => {
  const interval = `${(100 * scoreLow).toFixed(1)}–${(100 * scoreHigh).toFixed(1)}`;
  return `${percent(score)} (${interval}), Elo ${formatElo(elo)} (${formatElo(eloLow)} to ${formatElo(eloHigh)})`;
};

/** The ratings of a pool as a text table. */
export const formatPool = ({ entries }: PoolTable): string =>
  formatColumns([
    ['agent', 'Elo', '95 % interval', 'score', 'games'],
    ...entries.map(({ agent, elo, low, high, score, games }) => [
      agent,
      formatElo(elo),
      `${formatElo(low)} to ${formatElo(high)}`,
      percent(score),
      String(games),
    ]),
  ]);

/** The duels of a pool as a text table. */
export const formatDuels = ({ duels }: PoolTable): string =>
  formatColumns([
    ['first', 'second', 'score of the first (95 %)', 'games'],
    ...duels.map(({ first, second, summary }) => [first, second, formatScore(summary), String(summary.games)]),
  ]);

/** Columns wide enough for their longest entry. */
export const formatColumns = (rows: readonly (readonly string[])[]): string => {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows
    .map((row) =>
      row
        .map((text, column) => text.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};
