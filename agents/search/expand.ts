/** New nodes: what the rules say of a position when a search first meets it, and what the evaluator says later. Hot. */
import {
  ACTION_COUNT,
  encodeObservation,
  legalActions,
  MAX_LEGAL_ACTIONS,
  NOBODY,
  OBSERVATION_SIZE,
  opponentOf,
  type Player,
  type Position,
  signOf,
} from '../../env/index.ts';
import type { EvaluationBatch } from '../../models/index.ts';
import { NO_ACTION } from './last-capture.ts';
import { claimNode, READY, type SearchTree } from './tree.ts';
import { findTurnLoss } from './turn-loss.ts';
import { findTurnWin, type TurnResult } from './turn-win.ts';

const actions = new Uint16Array(MAX_LEGAL_ACTIONS);

const decided: TurnResult = { action: NO_ACTION, distance: 0 };

/**
 * Adds the node of `position`. It comes out proven if the game is over or decided by this turn or the next, with the action
 * to play as its first edge (its only one if that wins); otherwise it waits for its evaluation.
 */
export const addNode = (tree: SearchTree, position: Position): number => {
  const node = claimNode(tree, position);
  const { mover, bereft } = position;
  const count = legalActions(position, actions);
  if (count === 0) {
    prove(tree, node, opponentOf(bereft === NOBODY ? mover : bereft), 0);
  } else if (findTurnWin(position, actions, count, decided)) {
    actions[0] = decided.action;
    addEdges(tree, node, 1);
    prove(tree, node, mover, decided.distance);
  } else if (findTurnLoss(position, actions, count, decided)) {
    actions.copyWithin(1, 0, actions.indexOf(decided.action));
    actions[0] = decided.action;
    addEdges(tree, node, count);
    prove(tree, node, opponentOf(mover), decided.distance);
  } else {
    addEdges(tree, node, count);
  }
  return node;
};

/** The first `count` of `actions`, all alike until the evaluator has spoken. */
const addEdges = (tree: SearchTree, node: number, count: number): void => {
  tree.edges[node] = count;
  for (let edge = 0; edge < count; edge++) {
    tree.prior[tree.edgeCount] = 1 / count;
    tree.action[tree.edgeCount++] = actions[edge];
  }
};

const prove = (tree: SearchTree, node: number, winner: Player, distance: number): void => {
  tree.state[node] = READY;
  tree.proof[node] = signOf(winner);
  tree.distance[node] = distance;
};

/** Writes the input row of a node that waits for its evaluation; `position` is the node's. */
export const writeInput = (
  tree: SearchTree,
  node: number,
  position: Position,
  batch: EvaluationBatch,
  row: number,
  needsObservations: boolean,
): void => {
  const start = row * ACTION_COUNT;
  batch.masks.fill(0, start, start + ACTION_COUNT);
  const first = tree.edgeStart[node];
  const end = first + tree.edges[node];
  for (let edge = first; edge < end; edge++) batch.masks[start + tree.action[edge]] = 1;
  batch.keys[2 * row] = position.hashLow;
  batch.keys[2 * row + 1] = position.hashHigh;
  if (needsObservations) encodeObservation(position, batch.observations, row * OBSERVATION_SIZE);
};

/** Takes over the evaluation: priors made to sum to 1 and put in falling order, the value turned to white's side. */
export const readEvaluation = (tree: SearchTree, node: number, batch: EvaluationBatch, row: number): void => {
  const { action, prior } = tree;
  const start = tree.edgeStart[node];
  const end = start + tree.edges[node];
  let sum = 0;
  for (let edge = start; edge < end; edge++) sum += batch.priors[row * ACTION_COUNT + action[edge]];
  const factor = 1 / sum;
  let falls = true;
  let last = Number.POSITIVE_INFINITY;
  for (let edge = start; edge < end; edge++) {
    const scaled = batch.priors[row * ACTION_COUNT + action[edge]] * factor;
    prior[edge] = scaled;
    falls = falls && scaled <= last;
    last = scaled;
  }
  if (sum === 0) prior.fill(1 / (end - start), start, end);
  else if (!falls) sortByPrior(tree, start, end);
  tree.evaluation[node] = signOf(tree.mover[node] as Player) * batch.values[row];
  tree.state[node] = READY;
};

/** Insertion sort: stable, so that equal priors stay in the order of actions, and free for a uniform policy. */
const sortByPrior = ({ action, prior }: SearchTree, start: number, end: number): void => {
  for (let next = start + 1; next < end; next++) {
    const movedPrior = prior[next];
    if (movedPrior <= prior[next - 1]) continue;
    const movedAction = action[next];
    let at = next;
    for (; at > start && prior[at - 1] < movedPrior; at--) {
      prior[at] = prior[at - 1];
      action[at] = action[at - 1];
    }
    prior[at] = movedPrior;
    action[at] = movedAction;
  }
};
