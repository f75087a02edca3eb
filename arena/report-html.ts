/** A whole tournament as one HTML file: table, ratings with error bars, every duel, and games to replay. */
import type { GameRecord } from '../env/index.ts';
import { formatElo, formatScore } from './format-table.ts';
import { escapeHtml, type HtmlCell, htmlTable } from './html.ts';
import { renderViewer, VIEWER_SCRIPT, VIEWER_STYLE } from './report-viewer.ts';
import { shortNames } from './short-names.ts';
import { type PoolTable, tabulate } from './standings.ts';

/** What `renderReport` is told. */
export type ReportOptions = { readonly title: string; readonly games?: number };

/** How many games a report carries at most, so that it stays a file that opens at once. */
const GAMES_SHOWN = 200;

/** Games as one HTML page: ratings, duels, endings, and boards to replay them on. */
export const renderReport = (records: readonly GameRecord[], { title, games = GAMES_SHOWN }: ReportOptions): string => {
  const table = tabulate(records);
  const short = shortNames(records.flatMap(({ players }) => [players.white, players.black]));
  const shorten: Shorten = (name) => short.get(name) ?? name;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><style>${REPORT_STYLE}${VIEWER_STYLE}</style></head><body><main>
<h1>${escapeHtml(title)}</h1>
<p>${table.games} games, in pairs from the same start with colours swapped. Ratings are Bradley–Terry on the Elo scale, relative to the
average of this pool; intervals are 95 %.</p>
<h2>Ratings</h2>${ratingPlot(table, shorten)}${ratingRows(table, shorten)}
<h2>Duels</h2>${duelRows(table, shorten)}
<h2>How games ended</h2>${endingRows(records)}
<h2>Games</h2>${renderViewer(spread(records, games), ({ players }) => `${shorten(players.white)} – ${shorten(players.black)}`)}
</main><script>${VIEWER_SCRIPT}</script></body></html>
`;
};

/** From an agent's name to what the page shows of it; the whole is under the pointer. */
type Shorten = (name: string) => string;

/** The style of a report: text and tables. */
export const REPORT_STYLE = `
:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;margin:0;background:Canvas;color:CanvasText}
main{max-width:60rem;margin:0 auto;padding:1rem}table{border-collapse:collapse;width:100%;margin:.5rem 0}
th,td{text-align:left;padding:.3rem .6rem;border-bottom:1px solid #8884;overflow-wrap:anywhere}td.number,th.number{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
:is(th,td):not(.number){min-width:7.5rem}svg{max-width:100%;height:auto}.scroll{overflow-x:auto}`;

const PLOT_WIDTH = 760;
const LABEL_WIDTH = 260;
const ROW_HEIGHT = 28;

/** A dot and its interval for every agent. */
const ratingPlot = ({ entries }: PoolTable, shorten: Shorten): string => {
  const least = Math.min(...entries.map(({ low }) => low)) - 20;
  const most = Math.max(...entries.map(({ high }) => high)) + 20;
  const x = (elo: number): string =>
    (LABEL_WIDTH + ((elo - least) / (most - least)) * (PLOT_WIDTH - LABEL_WIDTH - 10)).toFixed(1);
  const height = entries.length * ROW_HEIGHT + 30;
  const step = [50, 100, 200, 250, 500, 1000].find((size) => (most - least) / size <= 8) ?? 2000;
  const ticks: string[] = [];
  for (let elo = Math.ceil(least / step) * step; elo <= most; elo += step) {
    ticks.push(
      `<line x1="${x(elo)}" x2="${x(elo)}" y1="0" y2="${height - 24}" stroke="#8885"/><text x="${x(elo)}" y="${height - 8}" font-size="12" text-anchor="middle" fill="currentColor">${formatElo(elo)}</text>`,
    );
  }
  const rows = entries.map(({ agent, elo, low, high }, row) => {
    const y = row * ROW_HEIGHT + ROW_HEIGHT / 2;
    return `<text x="0" y="${y + 4}" font-size="13" fill="currentColor">${escapeHtml(cutOff(shorten(agent)))}<title>${escapeHtml(agent)}</title></text><line x1="${x(low)}" x2="${x(high)}" y1="${y}" y2="${y}" stroke="#1d5fa8" stroke-width="3"/><circle cx="${x(elo)}" cy="${y}" r="5" fill="#1d5fa8"><title>${formatElo(elo)} (${formatElo(low)} to ${formatElo(high)})</title></circle>`;
  });
  return `<svg viewBox="0 0 ${PLOT_WIDTH} ${height}" width="${PLOT_WIDTH}" height="${height}" role="img" aria-label="Ratings with intervals">${ticks.join('')}${rows.join('')}</svg>`;
};

const ratingRows = ({ entries }: PoolTable, shorten: Shorten): string =>
  htmlTable(
    ['agent', 'Elo', '95 % interval', 'score', 'games'],
    entries.map(({ agent, elo, low, high, score, games }) => [
      cellOf(agent, shorten),
      formatElo(elo),
      `${formatElo(low)} to ${formatElo(high)}`,
      `${(100 * score).toFixed(1)} %`,
      String(games),
    ]),
  );

const duelRows = ({ duels }: PoolTable, shorten: Shorten): string =>
  htmlTable(
    ['first', 'second', 'score of the first', 'pairs 0 / 1 / 2 points', 'games'],
    duels.map(({ first, second, counts, summary }) => [
      cellOf(first, shorten),
      cellOf(second, shorten),
      formatScore(summary),
      `${counts[0]} / ${counts[2]} / ${counts[4]}`,
      String(summary.games),
    ]),
  );

const endingRows = (records: readonly GameRecord[]): string => {
  const endings = new Map<string, { games: number; white: number; plies: number }>();
  for (const { result, moves } of records) {
    const reason = result?.reason ?? 'unfinished';
    const { games, white, plies } = endings.get(reason) ?? { games: 0, white: 0, plies: 0 };
    endings.set(reason, {
      games: games + 1,
      white: white + (result?.winner === 'white' ? 1 : 0),
      plies: plies + moves.length,
    });
  }
  const rows = [...endings].sort(([, one], [, other]) => other.games - one.games);
  return htmlTable(
    ['reason', 'games', 'won by white', 'actions on average'],
    rows.map(([reason, { games, white, plies }]) => [
      reason,
      String(games),
      `${((100 * white) / games).toFixed(0)} %`,
      (plies / games).toFixed(1),
    ]),
  );
};

/** This many records, from all parts of the list. */
const spread = <T>(items: readonly T[], count: number): T[] =>
  items.length <= count
    ? [...items]
    : Array.from({ length: count }, (_, index) => items[Math.floor((index * items.length) / count)]);

const cellOf = (agent: string, shorten: Shorten): HtmlCell => ({ short: shorten(agent), whole: agent });

/** The plot has room for so many letters. */
const cutOff = (text: string): string => (text.length <= 36 ? text : `${text.slice(0, 35)}…`);
