/**
 * What a proof search takes a new position for: decided, where the rules or the exact tests of this turn and the next say so,
 * and elsewhere a guess at the work that a proof of either result would take. Hot.
 */
import * as actionSpace from '../../env/action.ts';
import type { Action, Position } from '../../env/index.ts';
import * as positionState from '../../env/position.ts';
import * as rules from '../../env/rules.ts';
import * as turnLoss from '../search/turn-loss.ts';
import type { TurnResult } from '../search/turn-result.ts';
import * as turnResult from '../search/turn-result.ts';
import * as turnWin from '../search/turn-win.ts';
import * as proofTable from './proof-table.ts';

// Hot: as constants of this module, not as imports (see `env/rules.ts`).
const { MAX_LEGAL_ACTIONS } = actionSpace;
const { NOBODY } = positionState;
const { legalActions } = rules;
const { findTurnLoss } = turnLoss;
const { findTurnWin } = turnWin;
const { NO_ACTION } = turnResult;
const { NEVER, UNKNOWN_ACTION } = proofTable;

/**
 * Proof numbers for the mover: how many positions, at the least, have still to be decided to prove that the mover wins, or that
 * the mover loses. 0 is proven, `NEVER` is refuted.
 */
export type ProofNumbers = { win: number; loss: number };

/** The same with the action to play, where one is known. */
export type Judgement = ProofNumbers & { action: Action };

export const newJudgement = (): Judgement => ({ win: 1, loss: 1, action: UNKNOWN_ACTION });

/**
 * What a position takes that nothing is known of, by the number of legal actions. The more there are, the likelier one of them
 * wins and the more have to be refuted for a loss; but not all of them, since many are refuted alike. The roots of that
 * number solved as many endgames as 1 and the number itself in three quarters of the time, and more than its higher powers,
 * than 1 and 1, or than guesses by scarce kinds or by the evaluation.
 */
const UNIT = 16;
const guessedWin = Int32Array.from({ length: MAX_LEGAL_ACTIONS + 1 }, (_, count) => Math.ceil(UNIT / Math.sqrt(count)));
const guessedLoss = Int32Array.from({ length: MAX_LEGAL_ACTIONS + 1 }, (_, count) =>
  Math.ceil(UNIT * Math.sqrt(count)),
);

const actions = new Uint16Array(MAX_LEGAL_ACTIONS);
const decided: TurnResult = { action: NO_ACTION, distance: 0 };

/** Fills `out` with what is certain of a position, and returns whether anything is. Otherwise `out` has a guess. */
export const judgeLeaf = (position: Position, out: Judgement): boolean => {
  const count = legalActions(position, actions);
  out.action = UNKNOWN_ACTION;
  if (count === 0) return decide(out, position.bereft !== NOBODY && position.bereft !== position.mover);
  if (findTurnWin(position, actions, count, decided)) {
    out.action = decided.action;
    return decide(out, true);
  }
  if (findTurnLoss(position, actions, count, decided)) {
    out.action = decided.action;
    return decide(out, false);
  }
  out.win = guessedWin[count];
  out.loss = guessedLoss[count];
  return false;
};

const decide = (out: Judgement, wins: boolean): true => {
  out.win = wins ? 0 : NEVER;
  out.loss = wins ? NEVER : 0;
  return true;
};
