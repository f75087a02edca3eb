/**
 * Checks a proof by playing it: the winner plays the actions of the proof, the loser tries everything, down to positions that
 * the rules call over or that the exact tests of a turn decide. What is checked is remembered by the whole position, not by
 * its hash, so that a proof that rests on two positions with the same hash does not pass.
 */
import {
  type Action,
  formatPosition,
  legalActions,
  MAX_LEGAL_ACTIONS,
  opponentOf,
  outcome,
  type Player,
  type Position,
  play,
  undo,
} from '../../env/index.ts';
import type { DfPn } from './df-pn.ts';
import { judgeLeaf, newJudgement } from './leaf.ts';
import type { Proof } from './proof.ts';
import { NO_PROVEN_ACTION, provenAction, RENEWAL_NODES } from './proof-line.ts';

/** `unfinished`: more positions than allowed, or a part that the table has lost was not proven again. */
export type ProofVerdict = 'verified' | 'refuted' | 'unfinished';

/** What a check of a proof found, and how many positions it looked at. */
export type Verification = { readonly verdict: ProofVerdict; readonly positions: number };

/** What a check of a proof may spend. */
export type VerifyLimits = {
  /** Positions to look at. */
  readonly positions?: number;
  /** Nodes for each part that has to be proven again. */
  readonly renewalNodes?: number;
};

type Check = {
  readonly search: DfPn;
  readonly winner: Player;
  readonly checked: Set<string>;
  readonly renewalNodes: number;
  positionsLeft: number;
};

/** Checks a proof that has a result. */
export const verifyProof = (
  { search, position, result }: Proof,
  { positions = 1_000_000, renewalNodes = RENEWAL_NODES }: VerifyLimits = {},
): Verification => {
  if (result === 'unknown') return { verdict: 'unfinished', positions: 0 };
  const winner = result === 'win' ? position.mover : opponentOf(position.mover);
  const check: Check = { search, winner, checked: new Set(), renewalNodes, positionsLeft: positions };
  const verdict = verify(check, position);
  return { verdict, positions: positions - check.positionsLeft };
};

const judged = newJudgement();

const verify = (check: Check, position: Position): ProofVerdict => {
  const over = outcome(position);
  if (over !== null) return over.winner === check.winner ? 'verified' : 'refuted';
  const isWinners = position.mover === check.winner;
  if (judgeLeaf(position, judged)) return (judged.win === 0) === isWinners ? 'verified' : 'refuted';
  const key = formatPosition(position);
  if (check.checked.has(key)) return 'verified';
  if (check.positionsLeft-- <= 0) return 'unfinished';
  const verdict = isWinners ? verifyWinning(check, position) : verifyLosing(check, position);
  if (verdict === 'verified') check.checked.add(key);
  return verdict;
};

const verifyWinning = (check: Check, position: Position): ProofVerdict => {
  const action = provenAction(check.search, position, check.renewalNodes);
  return action === NO_PROVEN_ACTION ? 'unfinished' : verifyAfter(check, position, action);
};

const verifyLosing = (check: Check, position: Position): ProofVerdict => {
  const actions = new Uint16Array(MAX_LEGAL_ACTIONS);
  const count = legalActions(position, actions);
  for (let index = 0; index < count; index++) {
    const verdict = verifyAfter(check, position, actions[index]);
    if (verdict !== 'verified') return verdict;
  }
  return 'verified';
};

const verifyAfter = (check: Check, position: Position, action: Action): ProofVerdict => {
  play(position, action);
  const verdict = verify(check, position);
  undo(position);
  return verdict;
};
