/** A position as a picture in text, with or without terminal colours. Columns stand upright, as on the printed board. */
import { COLUMN_COUNT, COLUMN_NAMES, POINT_COUNT, POINT_Q, POINT_R } from './board.ts';
import { MAIN, OPENING, PLACEMENT, type Position } from './position.ts';
import { KIND_LETTERS } from './position-text.ts';
import { type Outcome, outcome, type Reason } from './rules.ts';
import {
  BLACK,
  type Cell,
  EMPTY,
  heightOf,
  KIND_COUNT,
  KINDS,
  kindOf,
  opponentOf,
  ownerOf,
  PIECES_OF_KIND,
  PLAYERS,
  type Player,
  WHITE,
} from './stack.ts';

/** How `renderText` draws. */
export type TextStyle = { readonly colour: boolean };

/** The board, what is to be done next, and what both sides have left. */
export const renderText = (position: Position, style: TextStyle): string =>
  `${drawBoard(position, style)}\n\n${describeTurn(position)}\n${describeStock(position, WHITE)}\n${describeStock(position, BLACK)}`;

const ROWS = 19; // 17 half steps from the lowest point to the highest, and room for the column letters
const CELL_WIDTH = 5;
const HALF_STEPS = 8;

const drawBoard = ({ cells }: Position, style: TextStyle): string => {
  const grid = Array.from({ length: ROWS }, () => Array<string>(COLUMN_COUNT).fill(' '.repeat(CELL_WIDTH)));
  for (let point = 0; point < POINT_COUNT; point++) {
    const column = POINT_Q[point] + 4;
    grid[rowOf(POINT_Q[point], POINT_R[point])][column] = drawCell(cells[point], style);
  }
  for (let column = 0; column < COLUMN_COUNT; column++) {
    const q = column - 4;
    const below = -5 - Math.min(q, 0); // one step under the column's rank 1
    grid[rowOf(q, below)][column] = ` (${COLUMN_NAMES[column]}1)`;
  }
  return grid.map((row) => row.join('').trimEnd()).join('\n');
};

/** Screen row of axial (q, r): half a step down for each column away from the axis. */
const rowOf = (q: number, r: number): number => HALF_STEPS - (2 * r + q);

const pad = (text: string): string => `  ${text.padEnd(CELL_WIDTH - 2)}`;

const WHITE_ON = '\x1b[1;93m';
const BLACK_ON = '\x1b[1;96m';
const DIM_ON = '\x1b[2m';
const OFF = '\x1b[0m';

const drawCell = (cell: Cell, { colour }: TextStyle): string => {
  if (cell === EMPTY) return colour ? `${DIM_ON}${pad('·')}${OFF}` : pad('·');
  const white = ownerOf(cell) === WHITE;
  const letter = KIND_LETTERS[kindOf(cell)];
  const height = heightOf(cell);
  const text = pad(`${white ? letter : letter.toLowerCase()}${height > 1 ? height : ''}`);
  return colour ? `${white ? WHITE_ON : BLACK_ON}${text}${OFF}` : text;
};

/** One line: who acts next and how, or who has won. */
export const describeTurn = (position: Position): string => {
  const over = outcome(position);
  if (over !== null) return describeOutcome(over);
  const mover = PLAYERS[position.mover];
  switch (position.phase) {
    case PLACEMENT:
      return `${mover} places a piece`;
    case OPENING:
      return `${mover} opens with one capture`;
    case MAIN:
      return position.step === 0
        ? `${mover} to move, step 1 of 2: capture`
        : `${mover} to move, step 2 of 2: capture, stack or pass`;
  }
};

const WHY: Readonly<Record<Reason, (loser: string) => string>> = {
  'kind-captured': (loser) => `${loser}'s last stack of a kind was captured`,
  'kind-buried': (loser) => `${loser} buried the last stack of a kind`,
  'no-capture': (loser) => `${loser} cannot capture`,
};

/** `white has won: black cannot capture`. */
export const describeOutcome = ({ winner, reason }: Outcome): string =>
  `${PLAYERS[winner]} has won: ${WHY[reason](PLAYERS[opponentOf(winner)])}`;

const describeStock = ({ counts, phase }: Position, player: Player): string => {
  const parts = KINDS.map((name, kind) => {
    const standing = counts[player * KIND_COUNT + kind];
    const count = phase === PLACEMENT ? PIECES_OF_KIND[kind] - standing : standing;
    return `${count} ${name}${count === 1 ? '' : 's'}`;
  });
  return `${PLAYERS[player]}: ${parts.join(', ')}${phase === PLACEMENT ? ' to place' : ''}`;
};
