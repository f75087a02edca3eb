/**
 * Wins that need no search: taking the opponent's last stack of a kind, in this step or with both steps of the turn, and
 * leaving the opponent without a capture. Looked for at every new node, so that a proof begins a turn earlier and the
 * evaluator is not asked about decided positions. Exact, but not complete: leaving the opponent stuck is only tried
 * late in the game, where it happens. Hot.
 */

import * as actionSpace from '../../env/action.ts';
import * as board from '../../env/board.ts';
import type { Action, Point, Position } from '../../env/index.ts';
import * as positionState from '../../env/position.ts';
import * as rules from '../../env/rules.ts';
import * as stack from '../../env/stack.ts';
import * as lastCapture from './last-capture.ts';
import type { TurnResult } from './turn-result.ts';
import * as turnResult from './turn-result.ts';

// Hot: as constants of this module, not as imports (see `env/rules.ts`).
const { moveAction, originOf, PASS } = actionSpace;
const { DIRECTION_COUNT, OFF_BOARD, oppositeDirection } = board;
const { lowestBit, MAIN, NOBODY, PLACEMENT, POINTS_PER_WORD } = positionState;
const { isStuck, legalActions, play, undo } = rules;
const { CAPTURE_ONLY, enemySize, flipFor, heightOf, opponentOf, ownerOf, reachOf, within } = stack;
const { findFirstOfTwo, findLastCapture } = lastCapture;
const { NO_ACTION } = turnResult;

/** Whether the mover wins within this turn; if so, `out` says how. `actions` are the `count` legal ones. */
export const findTurnWin = (position: Position, actions: Uint16Array, count: number, out: TurnResult): boolean => {
  out.distance = 1;
  out.action = findWinningStep(position);
  if (out.action !== NO_ACTION) return true;
  out.distance = 2;
  out.action = findWinningTurn(position, actions, count);
  return out.action !== NO_ACTION;
};

/** In 60 000 random games no player was stuck with more than 22 stacks on the board; a few more for safety. */
const STUCK_STEP_STACKS = 26;
/** Trying all pairs of actions costs more; at 16 stacks it halves the simulations that solved endgames take. */
const STUCK_TURN_STACKS = 16;

/** An action that ends the game with a win for the mover, or `NO_ACTION`. */
export const findWinningStep = (position: Position): Action => {
  if (position.phase === PLACEMENT || position.bereft !== NOBODY) return NO_ACTION;
  const capture = findLastCapture(position);
  if (capture !== NO_ACTION || position.step === 0 || stackCount(position) > STUCK_STEP_STACKS) return capture;
  return findBlockade(position);
};

/** The first of two actions that win together and not alone, or `NO_ACTION`. `actions` are the `count` legal ones. */
export const findWinningTurn = (position: Position, actions: Uint16Array, count: number): Action => {
  if (position.phase !== MAIN || position.step === 1) return NO_ACTION;
  const capture = findFirstOfTwo(position);
  return capture === NO_ACTION && mayEndStuck(position) ? findBlockadeInTwo(position, actions, count) : capture;
};

/** Marks a number of legal actions that has not been counted yet. */
export const NOT_LISTED = -1;

/**
 * The first of two actions after which the opponent has no capture, or `NO_ACTION`. `actions` are the `listed` legal ones, to
 * be filled if `NOT_LISTED`. A step rules out two threats at most (see `findThreats`).
 */
export const findBlockadeInTwo = (position: Position, actions: Uint16Array, listed: number): Action => {
  const found = findThreats(position, firstThreats);
  if (found > 4) return NO_ACTION;
  const count = listed === NOT_LISTED ? legalActions(position, actions) : listed;
  for (let index = 0; index < count; index++) {
    if (found > 2 && found - countTouched(position, actions[index], found) > 2) continue;
    play(position, actions[index]);
    const wins = findBlockade(position) !== NO_ACTION;
    undo(position);
    if (wins) return actions[index];
  }
  return NO_ACTION;
};

/** How many of the first `found` of `firstThreats` an action touches. */
const countTouched = (position: Position, action: Action, found: number): number => {
  let touched = 0;
  for (let index = 0; index < found; index++) if (touches(position, action, firstThreats[index])) touched++;
  return touched;
};

/** Whether so few stacks are left that a whole turn is tried for leaving a player stuck. */
export const mayEndStuck = (position: Position): boolean => stackCount(position) <= STUCK_TURN_STACKS;

/**
 * A second step that leaves the opponent without a capture, or `NO_ACTION`. It must touch every threat: one leaves few steps
 * to try, another rules out most of these, and three are too many.
 */
const findBlockade = (position: Position): Action => {
  const { cells, sight, mover } = position;
  const found = findThreats(position, threats);
  if (found === 0) return PASS;
  if (found > 2) return NO_ACTION;
  const attacker = originOf(threats[0]);
  const target = sight[threats[0]];
  const other = found === 2 ? threats[1] : NO_ACTION;
  for (let direction = 0; direction < DIRECTION_COUNT; direction++) {
    const away = moveAction(target, direction);
    const seen = sight[away];
    if (mayMove(position, target, seen) && leavesStuck(position, away, other)) return away;
    const onto = moveAction(seen, oppositeDirection(direction));
    if (seen !== OFF_BOARD && ownerOf(cells[seen]) === mover && leavesStuck(position, onto, other)) return onto;
    const taker = sight[moveAction(attacker, direction)];
    const takes = moveAction(taker, oppositeDirection(direction));
    if (mayMove(position, taker, attacker) && leavesStuck(position, takes, other)) return takes;
  }
  return NO_ACTION;
};

/** Whether the stack on `from` is the mover's and may, in a second step, move onto `to`, which it sees. */
const mayMove = ({ cells, mover }: Position, from: Point, to: Point): boolean => {
  if (from === OFF_BOARD || to === OFF_BOARD || ownerOf(cells[from]) !== mover) return false;
  return ownerOf(cells[to]) === mover || heightOf(cells[to]) <= heightOf(cells[from]);
};

/** Whether no capture is left after this action; `threat` is one that was there before, or `NO_ACTION`. */
const leavesStuck = (position: Position, action: Action, threat: Action): boolean => {
  if (threat !== NO_ACTION && !touches(position, action, threat)) return false;
  play(position, action);
  const wins = position.bereft === NOBODY && isStuck(position);
  undo(position);
  return wins;
};

/** Whether an action moves the target of a capture, or ends on the target or on its attacker. */
const touches = ({ sight }: Position, action: Action, capture: Action): boolean => {
  const target = sight[capture];
  const to = sight[action];
  return originOf(action) === target || to === target || to === originOf(capture);
};

/** As many threats as matter: two steps touch four of them at most, one step two. */
const firstThreats = new Int16Array(5);
const threats = new Int16Array(3);

/**
 * Fills `out` with captures that the opponent could make now, no two by the same stack or of the same target, and returns how
 * many there are. Nothing ever lands on an empty point, so a capture goes away only if its target moves, or something
 * ends on the target or on its attacker: a step moves one stack to one point and so touches two of these at most.
 */
const findThreats = ({ cells, sight, occupied, mover }: Position, out: Int16Array): number => {
  const opponent = opponentOf(mover);
  const flip = flipFor(opponent);
  let found = 0;
  for (let word = 0; word < 2; word++) {
    for (let bits = occupied[opponent * 2 + word]; bits !== 0; bits &= bits - 1) {
      const from = word * POINTS_PER_WORD + lowestBit(bits);
      const reach = reachOf(cells[from]);
      for (let action = from * DIRECTION_COUNT; action < (from + 1) * DIRECTION_COUNT; action++) {
        const to = sight[action];
        const isCapture = to !== OFF_BOARD && within(enemySize(cells[to], flip), CAPTURE_ONLY, reach) === 1;
        if (!isCapture || isTarget(sight, to, out, found)) continue;
        out[found++] = action;
        if (found === out.length) return found;
        break;
      }
    }
  }
  return found;
};

/** Whether one of the first `found` captures is of this target. */
const isTarget = (sight: Uint8Array, target: Point, captures: Int16Array, found: number): boolean => {
  for (let index = 0; index < found; index++) if (sight[captures[index]] === target) return true;
  return false;
};

/** Stacks of both players. */
const stackCount = ({ counts }: Position): number =>
  counts[0] + counts[1] + counts[2] + counts[3] + counts[4] + counts[5];
