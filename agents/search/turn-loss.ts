/**
 * Losses that need no search: whatever the mover does with the rest of this turn, the opponent wins within the next. One
 * action that survives ends the test, and in most positions the first one tried does, so it is cheap where it fails;
 * where it succeeds it replaces hundreds of simulations. Exact, but not complete, like `turn-win.ts`. Hot.
 */

import * as actionSpace from '../../env/action.ts';
import * as board from '../../env/board.ts';
import type { Action, Player, Position } from '../../env/index.ts';
import * as positionState from '../../env/position.ts';
import * as rules from '../../env/rules.ts';
import * as lastCapture from './last-capture.ts';
import type { TurnResult } from './turn-result.ts';
import * as turnResult from './turn-result.ts';
import * as turnWin from './turn-win.ts';

// Hot: as constants of this module, not as imports (see `env/rules.ts`).
const { MAX_LEGAL_ACTIONS, originOf, PASS } = actionSpace;
const { OFF_BOARD } = board;
const { MAIN, NOBODY } = positionState;
const { legalActions, play, undo } = rules;
const { findFirstOfTwo, findLastCapture, involved, isScarce } = lastCapture;
const { NO_ACTION } = turnResult;
const { findBlockadeInTwo, findWinningStep, mayEndStuck, NOT_LISTED } = turnWin;

const secondActions = new Uint16Array(MAX_LEGAL_ACTIONS);
const replies = new Uint16Array(MAX_LEGAL_ACTIONS);

/** In place of a distance: the mover is not proven to lose. */
const SURVIVES = 0;
/** Plies of the longest loss from a second step on: that step and a whole turn of the opponent. From a first step it is one more. */
const LONGEST_LOSS = 3;

/**
 * Whether all of the mover's `count` legal actions lose by the end of the opponent's next turn. If so, `out` has the one
 * that holds out longest. The mover must not be able to win within this turn.
 */
export const findTurnLoss = (position: Position, actions: Uint16Array, count: number, out: TurnResult): boolean => {
  if (position.phase !== MAIN || !isThreatened(position, position.mover)) return false;
  const survives =
    position.step === 1 ? survivesStep(position, actions, count) : survivesTurn(position, actions, count);
  if (survives) return false;
  out.distance = 0;
  const longest = position.step === 1 ? LONGEST_LOSS : LONGEST_LOSS + 1;
  for (let index = count - 1; index >= 0 && out.distance < longest; index--) {
    const loss = position.step === 1 ? lossAfter(position, actions[index]) : lossInTurn(position, actions[index]);
    if (loss <= out.distance) continue;
    out.distance = loss;
    out.action = actions[index];
  }
  return true;
};

/** Whether one of the mover's captures, the first step of a turn, survives. */
const survivesTurn = (position: Position, actions: Uint16Array, count: number): boolean => {
  for (let index = count - 1; index >= 0; index--) {
    play(position, actions[index]);
    const survives = survivesStep(position, secondActions, NOT_LISTED);
    undo(position);
    if (survives) return true;
  }
  return false;
};

/**
 * Whether a second step survives; `actions` are the `count` legal ones, to be filled if `NOT_LISTED`. Passing survives most
 * often. Where the opponent then wins by captures, these stay possible unless the step begins or ends where they do:
 * nothing ever lands on an empty point, so lines of sight only open.
 */
const survivesStep = (position: Position, actions: Uint16Array, listed: number): boolean => {
  const { sight } = position;
  if (lossAfter(position, PASS) === SURVIVES) return true;
  const a = involved[0]; // kept here: every further look overwrites them
  const b = involved[1];
  const c = involved[2];
  const d = involved[3];
  if (findWinningStep(position) !== NO_ACTION) return true;
  const count = listed === NOT_LISTED ? legalActions(position, actions) : listed;
  for (let index = 0; index < count - 1; index++) {
    const from = originOf(actions[index]);
    const to = sight[actions[index]];
    const touches =
      from === a || from === b || from === c || from === d || to === a || to === b || to === c || to === d;
    if ((touches || a === OFF_BOARD) && lossAfter(position, actions[index]) === SURVIVES) return true;
  }
  return false;
};

/** Whether a turn of the opponent could leave a player without a kind, or stuck. */
const isThreatened = (position: Position, player: Player): boolean =>
  isScarce(position, player, 2) || mayEndStuck(position);

/** Plies until the mover has lost after this capture, the first step of a turn. Nothing survives. */
const lossInTurn = (position: Position, action: Action): number => {
  play(position, action);
  const after = secondStepLoss(position);
  undo(position);
  return after + 1;
};

/** Plies until the mover has lost, with the longest resistance in the turn's second step. Nothing survives. */
const secondStepLoss = (position: Position): number => {
  const count = legalActions(position, secondActions);
  let longest = 0;
  for (let index = count - 1; index >= 0 && longest < LONGEST_LOSS; index--) {
    longest = Math.max(longest, lossAfter(position, secondActions[index]));
  }
  return longest;
};

/** Plies until the mover has lost after this action, which ends the turn, or `SURVIVES`. */
const lossAfter = (position: Position, action: Action): number => {
  play(position, action);
  const isBuried = position.bereft !== NOBODY;
  const after = isBuried ? 0 : replyWin(position);
  undo(position);
  return after === SURVIVES && !isBuried ? SURVIVES : after + 1;
};

/** Plies until the opponent, about to begin a turn, has won in it, or `SURVIVES`. `involved` then says what the win rests on. */
const replyWin = (position: Position): number => {
  const capture = findLastCapture(position);
  if (capture !== NO_ACTION) {
    involved.fill(originOf(capture));
    involved[1] = position.sight[capture];
    return 1;
  }
  if (findFirstOfTwo(position) !== NO_ACTION) return 2;
  if (!mayEndStuck(position)) return SURVIVES;
  involved.fill(OFF_BOARD); // a blockade rests on everything
  return findBlockadeInTwo(position, replies, NOT_LISTED) === NO_ACTION ? SURVIVES : 2;
};
