/**
 * Taking the opponent's last stack of a kind, with one capture or with two of the same turn. Read off the lines of sight of
 * the few stacks that matter, without playing anything: a capture empties the point it leaves and changes the owner of the
 * one it ends on, so what a second capture will find is known beforehand. Exact and complete. Hot.
 */

import * as actionSpace from '../../env/action.ts';
import * as board from '../../env/board.ts';
import type { Action, Player, Point, Position } from '../../env/index.ts';
import * as positionState from '../../env/position.ts';
import * as stack from '../../env/stack.ts';
import * as turnResult from './turn-result.ts';

// Hot: as constants of this module, not as imports (see `env/rules.ts`).
const { moveAction, originOf } = actionSpace;
const { DIRECTION_COUNT, OFF_BOARD, oppositeDirection } = board;
const { lowestBit, POINTS_PER_WORD } = positionState;
const { heightOf, KIND_COUNT, kindOf, opponentOf, ownerOf } = stack;
const { NO_ACTION } = turnResult;

/** Whether a player has at most `stacks` stacks of some kind. */
export const isScarce = ({ counts }: Position, player: Player, stacks: number): boolean => {
  const first = player * KIND_COUNT;
  return counts[first] <= stacks || counts[first + 1] <= stacks || counts[first + 2] <= stacks;
};

/** A capture of the opponent's last stack of a kind, or `NO_ACTION`. */
export const findLastCapture = (position: Position): Action => {
  const { cells, occupied, counts, mover } = position;
  const opponent = opponentOf(mover);
  if (!isScarce(position, opponent, 1)) return NO_ACTION;
  for (let word = 0; word < 2; word++) {
    for (let bits = occupied[opponent * 2 + word]; bits !== 0; bits &= bits - 1) {
      const target = word * POINTS_PER_WORD + lowestBit(bits);
      if (counts[opponent * KIND_COUNT + kindOf(cells[target])] !== 1) continue;
      const capture = findCaptureOf(position, target, heightOf(cells[target]));
      if (capture !== NO_ACTION) return capture;
    }
  }
  return NO_ACTION;
};

const NOT_SEEN = -1;
const seenBefore = new Int8Array(KIND_COUNT); // by kind: the first of two stacks

/** After `findFirstOfTwo` has found something: the points that the two captures rest on, some of them more than once. */
export const involved: Int8Array = new Int8Array(4);

const involve = (a: Point, b: Point, c: Point, d: Point): void => {
  involved[0] = a;
  involved[1] = b;
  involved[2] = c;
  involved[3] = d;
};

/** The first of two captures that take the opponent's last stack of a kind together, or `NO_ACTION`. No single one does. */
export const findFirstOfTwo = (position: Position): Action => {
  const { cells, occupied, counts, mover } = position;
  const opponent = opponentOf(mover);
  if (!isScarce(position, opponent, 2)) return NO_ACTION;
  seenBefore.fill(NOT_SEEN);
  for (let word = 0; word < 2; word++) {
    for (let bits = occupied[opponent * 2 + word]; bits !== 0; bits &= bits - 1) {
      const target = word * POINTS_PER_WORD + lowestBit(bits);
      const kind = kindOf(cells[target]);
      const left = counts[opponent * KIND_COUNT + kind];
      if (left > 2) continue;
      const twin = seenBefore[kind];
      seenBefore[kind] = target;
      let first = NO_ACTION;
      if (left === 1) first = findApproach(position, target);
      else if (twin !== NOT_SEEN) {
        first = findWayToTwin(position, target, twin);
        if (first === NO_ACTION) first = findWayToTwin(position, twin, target);
      }
      if (first !== NO_ACTION) return first;
    }
  }
  return NO_ACTION;
};

/** A capture of `target`, a stack of the opponent, by a stack at least this high, or `NO_ACTION`. Sight is mutual. */
const findCaptureOf = ({ cells, sight, mover }: Position, target: Point, height: number): Action => {
  for (let direction = 0; direction < DIRECTION_COUNT; direction++) {
    const from = sight[target * DIRECTION_COUNT + direction];
    if (from === OFF_BOARD || ownerOf(cells[from]) !== mover || heightOf(cells[from]) < height) continue;
    return moveAction(from, oppositeDirection(direction));
  }
  return NO_ACTION;
};

/**
 * A capture after which `target`, which nothing can take now, can be taken: a stack high enough lands on the first stack of
 * a line, or one that is too low leaves the line to a higher one behind it.
 */
const findApproach = (position: Position, target: Point): Action => {
  const { cells, sight, mover } = position;
  const height = heightOf(cells[target]);
  for (let direction = 0; direction < DIRECTION_COUNT; direction++) {
    const seen = sight[target * DIRECTION_COUNT + direction];
    if (seen === OFF_BOARD) continue;
    let first = NO_ACTION;
    if (ownerOf(cells[seen]) !== mover) {
      first = findCaptureOf(position, seen, Math.max(height, heightOf(cells[seen])));
      if (first !== NO_ACTION) involve(originOf(first), seen, target, target);
    } else {
      const behind = sight[seen * DIRECTION_COUNT + direction];
      const waits = behind !== OFF_BOARD && ownerOf(cells[behind]) === mover && heightOf(cells[behind]) >= height;
      if (waits) first = findCaptureBy(position, seen);
      if (first !== NO_ACTION) involve(seen, sight[first], behind, target);
    }
    if (first !== NO_ACTION) return first;
  }
  return NO_ACTION;
};

/** Any capture by the mover's stack on `from`, or `NO_ACTION`. */
const findCaptureBy = ({ cells, sight, mover }: Position, from: Point): Action => {
  const height = heightOf(cells[from]);
  for (let direction = 0; direction < DIRECTION_COUNT; direction++) {
    const to = sight[from * DIRECTION_COUNT + direction];
    if (to === OFF_BOARD || ownerOf(cells[to]) === mover || heightOf(cells[to]) > height) continue;
    return moveAction(from, direction);
  }
  return NO_ACTION;
};

/** A capture of `target`, one of two stacks of a kind, after which `twin`, the other, can be taken, or `NO_ACTION`. */
const findWayToTwin = (position: Position, target: Point, twin: Point): Action => {
  const { cells, sight, mover } = position;
  for (let direction = 0; direction < DIRECTION_COUNT; direction++) {
    const from = sight[target * DIRECTION_COUNT + direction];
    if (from === OFF_BOARD || ownerOf(cells[from]) !== mover) continue;
    const takes = heightOf(cells[from]) >= heightOf(cells[target]);
    if (takes && isTakenAfter(position, twin, from, target)) return moveAction(from, oppositeDirection(direction));
  }
  return NO_ACTION;
};

/** Whether the mover can take `target` once the stack on `from` has taken the one on `to`. */
const isTakenAfter = ({ cells, sight, mover }: Position, target: Point, from: Point, to: Point): boolean => {
  const height = heightOf(cells[target]);
  for (let direction = 0; direction < DIRECTION_COUNT; direction++) {
    let seen = sight[target * DIRECTION_COUNT + direction];
    if (seen === from) seen = sight[from * DIRECTION_COUNT + direction];
    if (seen === OFF_BOARD) continue;
    const taker = cells[seen === to ? from : seen];
    if (ownerOf(taker) !== mover || heightOf(taker) < height) continue;
    involve(from, to, seen, target);
    return true;
  }
  return false;
};
