/** Actions as people write them: `D7xE7` captures, `G1+F2` stacks, `pass`, `Z@E5` places a tzaar. */
import {
  ACTION_COUNT,
  type Action,
  directionOf,
  isPlacement,
  MAX_LEGAL_ACTIONS,
  moveAction,
  originOf,
  PASS,
  placedKind,
  placedPoint,
  placementAction,
} from './action.ts';
import { DIRECTION_COUNT, DIRECTION_NAMES, OFF_BOARD, POINT_NAMES, type Point, pointNamed } from './board.ts';
import { InvalidInput } from './invalid-input.ts';
import { PLACEMENT, type Position } from './position.ts';
import { KIND_LETTERS } from './position-text.ts';
import { isLegal, legalActions, outcome } from './rules.ts';
import { EMPTY, heightOf, KINDS, ownerOf, PLAYERS } from './stack.ts';

export const PASS_TEXT = 'pass';

/** The text of a legal action in `position`. */
export const formatAction = (position: Position, action: Action): string => {
  if (action === PASS) return PASS_TEXT;
  if (isPlacement(action)) return `${KIND_LETTERS[placedKind(action)]}@${POINT_NAMES[placedPoint(action)]}`;
  const to = position.sight[action];
  const captures = ownerOf(position.cells[to]) !== position.mover;
  return `${POINT_NAMES[originOf(action)]}${captures ? 'x' : '+'}${POINT_NAMES[to]}`;
};

/** The texts of all legal actions, in the order of strings. */
export const legalMoveTexts = (position: Position): string[] => {
  const actions = new Uint16Array(MAX_LEGAL_ACTIONS);
  const count = legalActions(position, actions);
  return Array.from(actions.subarray(0, count), (action) => formatAction(position, action)).sort();
};

/** Reads the text of an action that is legal in `position`, or says why it is not. */
export const parseAction = (position: Position, text: string): Action => {
  const action = readAction(position, text);
  if (!isLegal(position, action)) refuse(position, text, whyNot(position, action));
  return action;
};

/** Why an action that fits the board cannot be played now. */
const whyNot = ({ phase, cells, mover }: Position, action: Action): string => {
  if (phase === PLACEMENT && !isPlacement(action)) return 'the pieces are still being placed';
  if (phase !== PLACEMENT && isPlacement(action)) return 'all pieces have been placed';
  if (!isPlacement(action)) return 'the first step of a turn is a capture';
  const point = placedPoint(action);
  if (cells[point] !== EMPTY) return `${POINT_NAMES[point]} is taken`;
  return `${PLAYERS[mover]} has no ${KINDS[placedKind(action)]} left to place`;
};

const MOVE_PATTERN = /^([A-I][1-8])([x+])([A-I][1-8])$/;
const PLACEMENT_PATTERN = /^([ZAT])@([A-I][1-8])$/;

const readAction = (position: Position, text: string): Action => {
  if (text === PASS_TEXT) return PASS;
  const placement = PLACEMENT_PATTERN.exec(text);
  if (placement !== null) {
    return placementAction(readPoint(text, placement[2]), KIND_LETTERS.indexOf(placement[1]));
  }
  const move = MOVE_PATTERN.exec(text);
  if (move === null) {
    throw new InvalidInput('move', text, 'expected a capture D7xE7, a stacking G1+F2, pass, or a placement Z@E5');
  }
  return readMove(position, text, readPoint(text, move[1]), move[2], readPoint(text, move[3]));
};

const readMove = (position: Position, text: string, from: Point, sign: string, to: Point): Action => {
  const { cells, sight, mover } = position;
  const [fromName, toName] = [POINT_NAMES[from], POINT_NAMES[to]];
  if (cells[from] === EMPTY || ownerOf(cells[from]) !== mover) {
    return refuse(position, text, `${PLAYERS[mover]} is to move and has no stack on ${fromName}`);
  }
  if (from === to) return refuse(position, text, 'a stack moves to another point');
  if (cells[to] === EMPTY) return refuse(position, text, `nothing stands on ${toName}`);
  const owned = ownerOf(cells[to]) === mover;
  if (owned !== (sign === '+')) {
    const means = owned ? 'a stacking, written with +' : 'a capture, written with x';
    return refuse(position, text, `${fromName} to ${toName} would be ${means}`);
  }
  for (let direction = 0; direction < DIRECTION_COUNT; direction++) {
    const action = moveAction(from, direction);
    if (sight[action] !== to) continue;
    if (!owned && heightOf(cells[to]) > heightOf(cells[from])) {
      return refuse(position, text, `the stack on ${toName} is higher than the one on ${fromName}`);
    }
    return action;
  }
  return refuse(position, text, `${fromName} does not see ${toName} along a line of empty points`);
};

const readPoint = (text: string, name: string): Point => {
  const point = pointNamed(name);
  if (point === OFF_BOARD) throw new InvalidInput('move', text, `the board has no point ${name}`);
  return point;
};

const refuse = (position: Position, text: string, why: string): never => {
  const over = outcome(position);
  if (over !== null) throw new InvalidInput('move', text, `the game is over, ${PLAYERS[over.winner]} has won`);
  throw new InvalidInput('move', text, `${why}; ${listLegal(position)}`);
};

const LISTED = 12;

/** `legal are A3xA5, …`: for messages. */
export const listLegal = (position: Position): string => {
  const legal = legalMoveTexts(position);
  const more = legal.length > LISTED ? `, … (${legal.length} in all)` : '';
  return `legal are ${legal.slice(0, LISTED).join(', ')}${more}`;
};

/** What an action would be, legal or not: its move text if the mover has a stack there that meets another. */
export const describeAction = (position: Position, action: Action): string => {
  if (action >= PASS) return formatAction(position, action);
  const from = originOf(action);
  const { cells, sight, mover } = position;
  const moves = cells[from] !== EMPTY && ownerOf(cells[from]) === mover && sight[action] !== OFF_BOARD;
  return moves ? formatAction(position, action) : `${POINT_NAMES[from]} to the ${DIRECTION_NAMES[directionOf(action)]}`;
};

/** Throws unless `action` is a number that may be played now; names it, and what may be played instead. */
export const checkAction = (position: Position, action: Action, what = 'action'): void => {
  if (!Number.isInteger(action) || action < 0 || action >= ACTION_COUNT) {
    throw new InvalidInput(what, action, `expected a whole number from 0 to ${ACTION_COUNT - 1}`);
  }
  if (!isLegal(position, action)) {
    const text = describeAction(position, action);
    throw new InvalidInput(what, action, `${text} is not legal here; ${listLegal(position)}`);
  }
};
