/**
 * What to play in positions whose result is proven: for the winner the action of the proof, for the loser the one whose refutation
 * took the most work. Entries that have given way to others are proven anew.
 */
import { type Action, legalActions, MAX_LEGAL_ACTIONS, outcome, type Position, play, undo } from '../../env/index.ts';
import type { DfPn } from './df-pn.ts';
import { lookUp, searchNode } from './df-pn.ts';
import { judgeLeaf, newJudgement } from './leaf.ts';
import { actionAt, findEntry, lossAt, NEVER, NO_ENTRY, winAt, workAt } from './proof-table.ts';

/** In place of an action: the game is over, or its result could not be proven again. */
export const NO_PROVEN_ACTION: Action = -1;

/** Nodes for proving anew what the table has lost. */
export const RENEWAL_NODES = 200_000;

const judged = newJudgement();

/** The action that a proof plays in a position, or `NO_PROVEN_ACTION`. `renewalNodes` bounds the search for what was lost. */
export const provenAction = (search: DfPn, position: Position, renewalNodes: number = RENEWAL_NODES): Action => {
  if (outcome(position) !== null) return NO_PROVEN_ACTION;
  if (judgeLeaf(position, judged)) return judged.action;
  if (!isProven(search, position)) {
    search.nodes = 0;
    search.nodeLimit = renewalNodes;
    searchNode(search, position, NEVER, NEVER, 0);
  }
  const entry = findEntry(search.table, position.hashLow, position.hashHigh);
  if (entry === NO_ENTRY) return NO_PROVEN_ACTION;
  if (winAt(search.table, entry) === 0) return actionAt(search.table, entry);
  return lossAt(search.table, entry) === 0 ? stubbornAction(search, position) : NO_PROVEN_ACTION;
};

/** The actions from a position to the end of the game as far as they are proven; empty if nothing is. `renewalNodes` is for each of them. */
export const provenLine = (search: DfPn, position: Position, renewalNodes: number = RENEWAL_NODES): Action[] => {
  const line: Action[] = [];
  for (let action = provenAction(search, position, renewalNodes); action !== NO_PROVEN_ACTION; ) {
    play(position, action);
    line.push(action);
    action = provenAction(search, position, renewalNodes);
  }
  for (const _ of line) undo(position);
  return line;
};

const isProven = ({ table }: DfPn, { hashLow, hashHigh }: Position): boolean => {
  const entry = findEntry(table, hashLow, hashHigh);
  return entry !== NO_ENTRY && (winAt(table, entry) === 0 || lossAt(table, entry) === 0);
};

const actions = new Uint16Array(MAX_LEGAL_ACTIONS);

/** Of actions that all lose, the one that was the hardest to refute. */
const stubbornAction = (search: DfPn, position: Position): Action => {
  const count = legalActions(position, actions);
  let [stubborn, most] = [actions[0], -1];
  for (let index = 0; index < count; index++) {
    play(position, actions[index]);
    lookUp(search, position);
    const entry = findEntry(search.table, position.hashLow, position.hashHigh);
    const work = outcome(position) === null && entry !== NO_ENTRY ? workAt(search.table, entry) : 0;
    undo(position);
    if (work > most) [stubborn, most] = [actions[index], work];
  }
  return stubborn;
};
