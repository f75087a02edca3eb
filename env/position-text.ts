/**
 * A position as one line of text: nine columns from A to I, each from rank 1 up, then mover, step and phase.
 * Reading is strict; every way to be wrong has its own sentence.
 */
import { COLUMN_COUNT, COLUMN_NAMES, COLUMN_SIZES, POINT_COUNT, POINT_NAMES } from './board.ts';
import { InvalidInput } from './invalid-input.ts';
import { emptyPosition, OPENING, type Phase, PLACEMENT, type Position, type Step, setPosition } from './position.ts';
import {
  BLACK,
  BOTH_PLAYERS,
  type Cell,
  cellOf,
  EMPTY,
  heightOf,
  KIND_COUNT,
  KINDS,
  kindOf,
  ownerOf,
  PIECES_OF_KIND,
  PIECES_PER_PLAYER,
  PLAYERS,
  type Player,
  WHITE,
} from './stack.ts';

/** Letters of tzaar, tzarra and tott in positions and placements: upper case white, lower case black. */
export const KIND_LETTERS = 'ZAT';
const EMPTY_LETTER = '.';
const MOVER_LETTERS = 'wb';
const PHASE_LETTERS = 'po-';

/** A position as one line of text, which `parsePosition` reads. */
export const formatPosition = (position: Position): string => {
  let point = 0;
  const columns = COLUMN_SIZES.map((size) => {
    let column = '';
    for (const end = point + size; point < end; point++) column += formatCell(position.cells[point]);
    return column;
  });
  const { mover, step, phase } = position;
  return `${columns.join('/')} ${MOVER_LETTERS[mover]} ${step + 1} ${PHASE_LETTERS[phase]}`;
};

/** Reads one line into a new position. */
export const parsePosition = (text: string): Position => {
  const fail = (expected: string): never => {
    throw new InvalidInput('position', text, expected);
  };
  const fields = text.split(' ');
  if (fields.length !== 4) {
    fail(`expected four fields separated by single spaces (board, mover, step, phase), found ${fields.length}`);
  }
  const [board, moverText, stepText, phaseText] = fields;
  const mover = MOVER_LETTERS.indexOf(moverText);
  if (moverText.length !== 1 || mover < 0) fail(`the mover is w or b, not ${shorten(moverText)}`);
  if (stepText !== '1' && stepText !== '2') fail(`the step of the turn is 1 or 2, not ${shorten(stepText)}`);
  const phase = PHASE_LETTERS.indexOf(phaseText);
  if (phaseText.length !== 1 || phase < 0) {
    fail(`the phase is p (placement), o (white's opening turn) or -, not ${shorten(phaseText)}`);
  }
  const cells = parseBoard(board, fail);
  checkPieces(cells, fail);
  checkTurn(cells, mover as Player, stepText, phase as Phase, fail);
  return setPosition(emptyPosition(), cells, mover as Player, (Number(stepText) - 1) as Step, phase as Phase);
};

/** What was given, as it was written, but no more than fits into a sentence. */
const shorten = (text: string): string =>
  text.length <= 20 ? JSON.stringify(text) : `${JSON.stringify(text.slice(0, 20))}…`;

type Fail = (expected: string) => never;

const formatCell = (cell: Cell): string => {
  if (cell === EMPTY) return EMPTY_LETTER;
  const letter = KIND_LETTERS[kindOf(cell)];
  const height = heightOf(cell);
  return (ownerOf(cell) === WHITE ? letter : letter.toLowerCase()) + (height > 1 ? height : '');
};

const parseBoard = (board: string, fail: Fail): Cell[] => {
  const columns = board.split('/');
  if (columns.length !== COLUMN_COUNT) {
    fail(`expected nine columns A to I separated by /, found ${columns.length}`);
  }
  return columns.flatMap((column, index) => {
    const cells = parseColumn(column, COLUMN_NAMES[index], fail);
    if (cells.length !== COLUMN_SIZES[index]) {
      fail(`column ${COLUMN_NAMES[index]} has ${COLUMN_SIZES[index]} points, found ${cells.length}`);
    }
    return cells;
  });
};

const parseColumn = (column: string, name: string, fail: Fail): Cell[] => {
  const cells: Cell[] = [];
  for (const [, letter, digits] of column.matchAll(/(\D|^\d)(\d*)/gsu)) {
    if (letter === EMPTY_LETTER) {
      if (digits !== '') fail(`an empty point in column ${name} is followed by the height ${shorten(digits)}`);
      cells.push(EMPTY);
      continue;
    }
    const kind = KIND_LETTERS.indexOf(letter.toUpperCase());
    if (kind < 0) {
      fail(`unknown letter ${shorten(letter)} in column ${name}, expected Z, A, T, z, a, t or .`);
    }
    if (digits !== '' && !/^([2-9]|[12]\d|30)$/.test(digits)) {
      fail(`height ${shorten(digits)} in column ${name}: a height is written from 2 to 30, and left out when it is 1`);
    }
    cells.push(cellOf(letter === KIND_LETTERS[kind] ? WHITE : BLACK, kind, digits === '' ? 1 : Number(digits)));
  }
  return cells;
};

/** No side can have more pieces than there are. A stack shows its top kind; what lies below may be anything. */
const checkPieces = (cells: readonly Cell[], fail: Fail): void => {
  for (const player of BOTH_PLAYERS) {
    const own = cells.filter((cell) => cell !== EMPTY && ownerOf(cell) === player);
    for (let kind = 0; kind < KIND_COUNT; kind++) {
      const count = own.filter((cell) => kindOf(cell) === kind).length;
      if (count > PIECES_OF_KIND[kind]) {
        fail(`${PLAYERS[player]} shows ${count} ${KINDS[kind]}s, there are ${PIECES_OF_KIND[kind]}`);
      }
    }
    const pieces = own.reduce((sum, cell) => sum + heightOf(cell), 0);
    if (pieces > PIECES_PER_PLAYER) {
      fail(`${PLAYERS[player]} has ${pieces} pieces, heights included, there are ${PIECES_PER_PLAYER}`);
    }
  }
};

/** Refuses turns that cannot be: they would have no meaning, while an unusual board has one. */
const checkTurn = (cells: readonly Cell[], mover: Player, step: string, phase: Phase, fail: Fail): void => {
  const placed = (player: Player): number => cells.filter((cell) => cell !== EMPTY && ownerOf(cell) === player).length;
  if (phase === PLACEMENT) {
    if (step !== '1') fail('in placement (p) the step is always 1');
    const high = cells.findIndex((cell) => heightOf(cell) > 1);
    if (high >= 0) fail(`in placement (p) every stack has height 1, ${POINT_NAMES[high]} has ${heightOf(cells[high])}`);
    if (placed(WHITE) + placed(BLACK) === POINT_COUNT) fail('all 60 pieces stand, so placement (p) is over');
    const ahead = placed(WHITE) - placed(BLACK);
    if (ahead !== mover) {
      const counts = `white has placed ${placed(WHITE)} and black ${placed(BLACK)}`;
      fail(`in placement (p) the players alternate from white on, but ${counts} with ${PLAYERS[mover]} to place`);
    }
    return;
  }
  if (phase === OPENING && (mover !== WHITE || step !== '1')) {
    fail("white's opening turn (o) has one step and is white's: expected w 1 o");
  }
  if (BOTH_PLAYERS.every((player) => !hasAllKinds(cells, player))) {
    fail('both players lack a kind, but the game ends as soon as one does');
  }
};

const hasAllKinds = (cells: readonly Cell[], player: Player): boolean =>
  KINDS.every((_, kind) => cells.some((cell) => cell !== EMPTY && ownerOf(cell) === player && kindOf(cell) === kind));
