/** What a person can do with a stack, and why not more: the choices that the board shows. */
import {
  type Action,
  EMPTY,
  heightOf,
  KIND_COUNT,
  KINDS,
  type Kind,
  kindOf,
  originOf,
  ownerOf,
  PASS,
  PIECES_OF_KIND,
  PLACEMENT,
  PLAYERS,
  POINT_NAMES,
  type Point,
  type Position,
} from '../../env/index.ts';
import { capital, legalOf } from './game.ts';

export type StackMove = {
  readonly action: Action;
  readonly from: Point;
  readonly to: Point;
  readonly does: 'capture' | 'stack';
  /** The own last stack of a kind that this move would bury, which loses at once. */
  readonly buries: Kind | null;
};

/** All moves of stacks that are legal now. */
export const allMoves = (position: Position): StackMove[] =>
  position.phase === PLACEMENT
    ? []
    : legalOf(position).flatMap((action) => (action === PASS ? [] : [describe(position, action)]));

export const movesFrom = (position: Position, from: Point): StackMove[] =>
  allMoves(position).filter((move) => move.from === from);

const describe = (position: Position, action: Action): StackMove => {
  const { cells, sight, counts, mover } = position;
  const to = sight[action];
  const captures = ownerOf(cells[to]) !== mover;
  const kind = kindOf(cells[to]);
  const isLast = !captures && counts[mover * KIND_COUNT + kind] === 1;
  return { action, from: originOf(action), to, does: captures ? 'capture' : 'stack', buries: isLast ? kind : null };
};

/** Why pressing this point does nothing; null where that needs no words. */
export const remarkOn = (position: Position, point: Point, selected: Point | null): string | null => {
  const { cells, mover, step, phase, counts } = position;
  const [name, cell] = [POINT_NAMES[point], cells[point]];
  if (phase === PLACEMENT) {
    const left = KINDS.some((_, kind) => counts[mover * KIND_COUNT + kind] < PIECES_OF_KIND[kind]);
    return cell === EMPTY ? (left ? 'None of that kind is left: pick another.' : null) : `${name} is taken.`;
  }
  if (cell === EMPTY) return selected === null ? null : `Stacks never move to an empty point such as ${name}.`;
  if (ownerOf(cell) === mover) {
    return step === 0
      ? `The stack on ${name} has nothing to capture: what it sees is its own or higher.`
      : `The stack on ${name} cannot move: it sees nothing to capture or to stack on.`;
  }
  if (selected === null) return `${capital(PLAYERS[mover])} is to move; ${name} is ${PLAYERS[ownerOf(cell)]}'s.`;
  const sees = [0, 1, 2, 3, 4, 5].some((direction) => position.sight[selected * 6 + direction] === point);
  if (!sees) return `${POINT_NAMES[selected]} does not see ${name} along a line of empty points.`;
  return `The stack on ${name} is higher (${heightOf(cell)}) than the one on ${POINT_NAMES[selected]} (${heightOf(cells[selected])}).`;
};

/** `E5, white tzaar, height 2`: what stands on a point. */
export const namePoint = ({ cells }: Position, point: Point): string => {
  const cell = cells[point];
  if (cell === EMPTY) return `${POINT_NAMES[point]}, empty`;
  return `${POINT_NAMES[point]}, ${PLAYERS[ownerOf(cell)]} ${KINDS[kindOf(cell)]}, height ${heightOf(cell)}`;
};
