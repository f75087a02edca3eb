/**
 * Depth-first proof-number search (Nagai 2002): always goes to the position whose result decides the most with the least work, and
 * keeps in a bounded table what it has learned when it leaves a branch. It beats best-first search on memory, which a minute
 * would fill, and alpha-beta on narrow, deep wins, which are what endgames have.
 *
 * A turn is two actions of the same player, so numbers are turned around where the mover changes, never by depth. Recursion
 * goes no deeper than a game has plies left. Hot.
 */
import * as actionSpace from '../../env/action.ts';
import type { Action, Position } from '../../env/index.ts';
import * as positionState from '../../env/position.ts';
import * as rules from '../../env/rules.ts';
import type { Judgement } from './leaf.ts';
import * as leaf from './leaf.ts';
import type { ProofTable } from './proof-table.ts';
import * as proofTable from './proof-table.ts';

// Hot: as constants of this module, not as imports (see `env/rules.ts`).
const { MAX_LEGAL_ACTIONS } = actionSpace;
const { MAX_PLIES } = positionState;
const { legalActions, play, undo } = rules;
const { judgeLeaf, newJudgement } = leaf;
const { createProofTable, findEntry, lossAt, NEVER, NO_ENTRY, storeEntry, UNKNOWN_ACTION, winAt, workAt } = proofTable;

/** The open actions of a node on the path, with the proof numbers after them for the node's mover. */
type Frame = {
  readonly actions: Uint16Array; // [181]
  readonly turns: Uint8Array; // [181] 1 where the action hands the turn over
  readonly win: Int32Array; // [181]
  readonly loss: Int32Array; // [181]
};

export type DfPn = {
  readonly table: ProofTable;
  readonly frames: readonly Frame[]; // by depth
  /** What the last call has found out of its node. */
  readonly found: Judgement;
  /** Positions judged and nodes entered. */
  nodes: number;
  /** The search unwinds when this many are reached. */
  nodeLimit: number;
};

export const createDfPn = (memoryMb: number): DfPn => ({
  table: createProofTable(memoryMb),
  frames: Array.from({ length: MAX_PLIES + 1 }, newFrame),
  found: newJudgement(),
  nodes: 0,
  nodeLimit: 0,
});

const newFrame = (): Frame => ({
  actions: new Uint16Array(MAX_LEGAL_ACTIONS),
  turns: new Uint8Array(MAX_LEGAL_ACTIONS),
  win: new Int32Array(MAX_LEGAL_ACTIONS),
  loss: new Int32Array(MAX_LEGAL_ACTIONS),
});

/**
 * How much worse than the second best an action may become before the search goes over to that one (Pawlewicz and Lew 2007): without
 * such slack it would go to and fro between two branches and search both anew each time.
 */
const SLACK = 1.25;

/**
 * Searches a node, which no leaf test decides, until a proof number reaches its limit or the nodes are used up. `found` then has
 * its numbers, and so has the table.
 */
export const searchNode = (
  search: DfPn,
  position: Position,
  winLimit: number,
  lossLimit: number,
  depth: number,
): void => {
  const { table, found } = search;
  const { hashLow, hashHigh } = position;
  const { actions, turns, win, loss } = search.frames[depth];
  const nodesBefore = search.nodes++;
  const known = findEntry(table, hashLow, hashHigh);
  const workBefore = known === NO_ENTRY ? 0 : workAt(table, known);
  const count = openNode(search, position, depth);
  let nodeWin = NEVER;
  let nodeLoss = 0;
  let best = NO_CHILD;
  for (;;) {
    let secondWin = NEVER;
    nodeWin = NEVER;
    nodeLoss = 0;
    best = NO_CHILD;
    for (let child = 0; child < count; child++) {
      if (loss[child] === 0) continue;
      nodeLoss += loss[child];
      const isBetter =
        win[child] < nodeWin || (win[child] === nodeWin && best !== NO_CHILD && loss[child] > loss[best]);
      if (isBetter || best === NO_CHILD) {
        secondWin = nodeWin;
        nodeWin = win[child];
        best = child;
      } else if (win[child] < secondWin) secondWin = win[child];
    }
    if (best === NO_CHILD) break; // every action is refuted
    nodeLoss = nodeWin === 0 ? NEVER : Math.min(nodeLoss, NEVER - 1);
    if (nodeWin >= winLimit || nodeLoss >= lossLimit || search.nodes >= search.nodeLimit) break;

    const childWinLimit = Math.min(winLimit, Math.max(secondWin + 1, Math.ceil(secondWin * SLACK)));
    const childLossLimit = lossLimit - nodeLoss + loss[best];
    play(position, actions[best]);
    if (turns[best] === 1) {
      searchNode(search, position, childLossLimit, childWinLimit, depth + 1);
      win[best] = found.loss;
      loss[best] = found.win;
    } else {
      searchNode(search, position, childWinLimit, childLossLimit, depth + 1);
      win[best] = found.win;
      loss[best] = found.loss;
    }
    undo(position);
  }
  found.win = nodeWin;
  found.loss = nodeLoss;
  found.action = best === NO_CHILD ? UNKNOWN_ACTION : actions[best];
  storeEntry(table, hashLow, hashHigh, nodeWin, nodeLoss, found.action, workBefore + search.nodes - nodesBefore);
};
const NO_CHILD = -1;

/**
 * Fills a node's frame with its actions and what is known after each, and returns how many there are. Refuted ones are left
 * out; an action that wins ends the list and stands alone.
 */
const openNode = (search: DfPn, position: Position, depth: number): number => {
  const { actions, turns, win, loss } = search.frames[depth];
  const { mover } = position;
  const legal = legalActions(position, actions);
  let count = 0;
  for (let index = 0; index < legal; index++) {
    const action: Action = actions[index];
    play(position, action);
    const isTurned = position.mover !== mover;
    lookUp(search, position);
    undo(position);
    const { found } = search;
    actions[count] = action;
    turns[count] = isTurned ? 1 : 0;
    win[count] = isTurned ? found.loss : found.win;
    loss[count] = isTurned ? found.win : found.loss;
    if (win[count] === 0) {
      actions[0] = action;
      win[0] = 0;
      loss[0] = NEVER;
      return 1;
    }
    if (loss[count] !== 0) count++;
  }
  return count;
};

/** Fills `found` with what the table has of a position, or with a leaf's judgement, which the table then has. */
export const lookUp = (search: DfPn, position: Position): void => {
  const { table, found } = search;
  const { hashLow, hashHigh } = position;
  const entry = findEntry(table, hashLow, hashHigh);
  if (entry !== NO_ENTRY) {
    found.win = winAt(table, entry);
    found.loss = lossAt(table, entry);
    return;
  }
  search.nodes++;
  judgeLeaf(position, found);
  storeEntry(table, hashLow, hashHigh, found.win, found.loss, found.action, 1);
};
