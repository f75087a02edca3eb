/** The first moves of the fixed start in words, a table and on a board. */
import type { FirstMove, FirstMoves } from '../../arena/index.ts';
import { randomStream, renderSvg, startPosition } from '../../env/index.ts';
import { type Section, shown } from './section.ts';
import { counted, percent, range, share, table, times } from './words.ts';

const LISTED = 8;
const DRAWN = 5;
/** Arrows of moves that the search hardly tried would say nothing. */
const LEAST_DRAWN = 0.01;

/** `command` searches the start once more. */
export const firstMovesSection = (found: FirstMoves, command: string): Section => {
  const { moves, simulations, searches, alike, line } = found;
  const listedMoves = moves.filter(({ visitShare }) => visitShare > 0).slice(0, LISTED);
  return {
    title: 'First moves of the fixed start',
    paragraphs: [
      `${sayBest(moves[0])} ${sayAlike(alike)}`,
      `The start was searched in ${counted(searches, 'image')}, each with ${counted(simulations, 'simulation')}: a chance is the mean of these searches, with the lowest and the highest of them behind it. Games are those of the fixed set-up that began with the move, and how many of them White won tells how it went (95 % interval).`,
      table(
        ['first move', 'share of visits', "White's chance (lowest to highest)", 'games', 'won by White (95 %)'],
        listedMoves.map(({ move, visitShare, chance, games, won }) => [
          `\`${move}\``,
          percent(visitShare),
          chance === null ? '–' : share(chance),
          String(games),
          won === null ? '–' : share(won),
        ]),
      ),
      shown(
        'first-moves',
        'The fixed start with the most visited first moves as arrows and their shares of the visits',
      ),
      `The line that the search expects: \`${line}\`.`,
      `    ${command}`,
    ],
    pictures: [
      {
        name: 'first-moves',
        svg: drawMoves(listedMoves.slice(0, DRAWN).filter(({ visitShare }) => visitShare >= LEAST_DRAWN)),
      },
    ],
  };
};

const sayBest = ({ move, visitShare, chance }: FirstMove): string => {
  const expects =
    chance === null
      ? ''
      : ` and expects White to win ${percent(chance.value)} of games after it (${range(times(100, chance))})`;
  return `The search prefers \`${move}\`: it spends ${percent(visitShare)} of its visits on it${expects}.`;
};

const sayAlike = (alike: number): string =>
  alike === 1
    ? ''
    : `${alike} symmetries leave the start as it is, so each move stands for ${alike} that are the same.`;

const drawMoves = (moves: readonly FirstMove[]): string => {
  const most = Math.max(...moves.map(({ visitShare }) => visitShare));
  const arrows = moves.map(({ action, visitShare }) => ({
    action,
    weight: visitShare / most,
    label: `${Math.round(100 * visitShare)}%`,
  }));
  return renderSvg(startPosition('fixed', randomStream(0)), { arrows });
};
