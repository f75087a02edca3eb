/**
 * How the network opens from the fixed set-up: a board with its favourite first moves, and how they changed. The set-up looks the same
 * after some turns of the board, so moves that are each other's images are counted as one.
 */
import { escapeHtml, htmlTable } from '../../arena/html.ts';
import {
  type Arrow,
  applySymmetry,
  emptyPosition,
  FIXED_START_TEXT,
  formatAction,
  formatPosition,
  parseAction,
  parsePosition,
  renderSvg,
  SYMMETRY_COUNT,
  symmetricAction,
} from '../../env/index.ts';
import { addTallies, rankTally, type Tally, totalOf } from '../watch/tally.ts';
import type { IterationSummary } from './metrics-log.ts';

const ARROWS = 6;
const ROWS = 12;

export const renderOpenings = (iterations: readonly IterationSummary[]): string => {
  const known = iterations.filter(({ openings }) => totalOf(openings) > 0);
  if (known.length === 0)
    return '<p class="soft">No games from the fixed set-up yet. The setting <code>selfPlay.setups.fixed</code> says how many begin there.</p>';
  const part = Math.max(1, Math.floor(known.length / 3));
  const [early, late] = [known.slice(0, part), known.slice(-part)].map((some) =>
    mergeImages(addTallies(some.map(({ openings }) => openings))),
  );
  const favourites = rankTally(late);
  const rows = favourites
    .slice(0, ROWS)
    .map(([move], rank) => [`${rank + 1}`, move, share(early, move), share(late, move), `${late[move]}`]);
  const turns =
    OWN_SYMMETRIES.length === 1
      ? ''
      : ` A move and its images under the ${OWN_SYMMETRIES.length} turns that leave the set-up as it is count as one.`;
  const text = `First moves of ${totalOf(late)} games in the newest ${part} of ${known.length} iterations.${turns} ${favourites.length} different ones were played; arrows show the ${Math.min(ARROWS, favourites.length)} most frequent.`;
  const head = ['', 'move', `in the first ${part}`, `in the newest ${part}`, 'games'];
  return `<p class="soft">${escapeHtml(text)}</p><div class="halves"><div class="card">${board(late)}</div><div class="card">${htmlTable(head, rows)}</div></div>`;
};

const START = parsePosition(FIXED_START_TEXT);
const OWN_SYMMETRIES = Array.from({ length: SYMMETRY_COUNT }, (_, symmetry) => symmetry).filter(
  (symmetry) => formatPosition(applySymmetry(START, symmetry, emptyPosition())) === FIXED_START_TEXT,
);

/** Of a move's images, the one with the smallest number stands for all. What is not a move of the set-up is left out. */
export const mergeImages = (tally: Tally): Tally =>
  addTallies(
    Object.entries(tally).flatMap(([move, count]) => {
      try {
        const action = parseAction(START, move);
        const first = Math.min(...OWN_SYMMETRIES.map((symmetry) => symmetricAction(symmetry, action)));
        return [{ [formatAction(START, first)]: count }];
      } catch {
        return []; // a line of metrics may name anything
      }
    }),
  );

const share = (tally: Tally, move: string): string =>
  `${((100 * (tally[move] ?? 0)) / (totalOf(tally) || 1)).toFixed(1)} %`;

const board = (tally: Tally): string => {
  const ranked = rankTally(tally).slice(0, ARROWS);
  const arrows = ranked.map(
    ([move, count], rank): Arrow => ({
      action: parseAction(START, move),
      weight: count / ranked[0][1],
      label: `${rank + 1}`,
    }),
  );
  return renderSvg(START, { arrows });
};
