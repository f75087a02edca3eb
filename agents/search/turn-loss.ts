/**
 * Losses that need no search: whatever the mover does with the rest of this turn, the opponent wins within the next. One
 * action that survives ends the test, and in most positions the first one tried does, so it is cheap where it fails;
 * where it succeeds it replaces hundreds of simulations. Exact, but not complete, like `turn-win.ts`. Hot.
 */
import {
  legalActions,
  MAIN,
  MAX_LEGAL_ACTIONS,
  NOBODY,
  type Player,
  type Position,
  play,
  undo,
} from '../../env/index.ts';
import { findFirstOfTwo, findLastCapture, isScarce, NO_ACTION } from './last-capture.ts';
import { findBlockadeInTwo, findWinningStep, mayEndStuck, type TurnResult } from './turn-win.ts';

const secondActions = new Uint16Array(MAX_LEGAL_ACTIONS);
const replies = new Uint16Array(MAX_LEGAL_ACTIONS);

/** In place of a distance: the mover is not proven to lose. */
const SURVIVES = 0;

/**
 * Whether all of the mover's `count` legal actions lose by the end of the opponent's next turn. If so, `out` has the one
 * that holds out longest. The mover must not be able to win within this turn.
 */
export const findTurnLoss = (position: Position, actions: Uint16Array, count: number, out: TurnResult): boolean => {
  if (position.phase !== MAIN || !isThreatened(position, position.mover)) return false;
  out.distance = 0;
  // From the end: there stands pass, which survives most often.
  for (let index = count - 1; index >= 0; index--) {
    play(position, actions[index]);
    const after = position.bereft !== NOBODY ? 0 : position.step === 1 ? secondStepLoss(position) : replyWin(position);
    const survives = after === SURVIVES && position.bereft === NOBODY;
    undo(position);
    if (survives) return false;
    if (after + 1 > out.distance) {
      out.distance = after + 1;
      out.action = actions[index];
    }
  }
  return true;
};

/** Whether a turn of the opponent could leave a player without a kind, or stuck. */
const isThreatened = (position: Position, player: Player): boolean =>
  isScarce(position, player, 2) || mayEndStuck(position);

/** Plies until the mover has lost, with the longest resistance in the turn's second step, or `SURVIVES`. */
const secondStepLoss = (position: Position): number => {
  const count = legalActions(position, secondActions);
  if (findWinningStep(position, secondActions, count) !== NO_ACTION) return SURVIVES;
  let longest = SURVIVES;
  for (let index = count - 1; index >= 0; index--) {
    play(position, secondActions[index]);
    const isBuried = position.bereft !== NOBODY;
    const after = isBuried ? 0 : replyWin(position);
    undo(position);
    if (after === SURVIVES && !isBuried) return SURVIVES;
    if (after + 1 > longest) longest = after + 1;
  }
  return longest;
};

/** Plies until the opponent, about to begin a turn, has won in it, or `SURVIVES`. */
const replyWin = (position: Position): number => {
  if (findLastCapture(position) !== NO_ACTION) return 1;
  if (findFirstOfTwo(position) !== NO_ACTION) return 2;
  if (!mayEndStuck(position)) return SURVIVES;
  const count = legalActions(position, replies);
  return findBlockadeInTwo(position, replies, count) === NO_ACTION ? SURVIVES : 2;
};
