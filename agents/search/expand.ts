/** New nodes: what the rules say of a position when a search first meets it, and what the evaluator says later. Hot. */
import * as actionSpace from '../../env/action.ts';
import type { Player, Position } from '../../env/index.ts';
import * as observation from '../../env/observation.ts';
import * as positionState from '../../env/position.ts';
import * as rules from '../../env/rules.ts';
import * as stack from '../../env/stack.ts';
import type { EvaluationBatch } from '../../models/index.ts';
import * as packedEdge from './packed-edge.ts';
import type { Look } from './search-state.ts';
import type { SearchTree } from './tree.ts';
import * as records from './tree.ts';
import * as turnLoss from './turn-loss.ts';
import type { TurnResult } from './turn-result.ts';
import * as turnResult from './turn-result.ts';
import * as turnWin from './turn-win.ts';

// Hot: as constants of this module, not as imports (see `env/rules.ts`).
const { ACTION_COUNT } = actionSpace;
const { encodeObservation, OBSERVATION_SIZE } = observation;
const { NOBODY } = positionState;
const { legalActions } = rules;
const { opponentOf, signOf } = stack;
const { NO_ACTION } = turnResult;
const { packEdge } = packedEdge;
const { claimEdges, claimNode, edgeStartOf, edgesOf, leadWith, moverOf, setEvaluation, setProof } = records;
const { findTurnLoss } = turnLoss;
const { findTurnWin } = turnWin;

const decided: TurnResult = { action: NO_ACTION, distance: 0 };

/**
 * Adds the node of `position` and writes its legal actions into `actions`. It comes out proven if the game is over or decided
 * by this turn or the next, or if `look` finds it so, with the action to play as its first edge (its only one if that wins);
 * otherwise it waits for its evaluation, which brings its edges.
 */
export const addNode = (
  tree: SearchTree,
  position: Position,
  actions: Uint16Array,
  look: Look | null = null,
): number => {
  const node = claimNode(tree, position);
  const { mover, bereft } = position;
  const count = legalActions(position, actions);
  if (count === 0) setProof(tree, node, signOf(opponentOf(bereft === NOBODY ? mover : bereft)), 0);
  else if (findTurnWin(position, actions, count, decided)) addWin(tree, node, mover, actions, decided);
  else if (findTurnLoss(position, actions, count, decided)) addLoss(tree, node, mover, actions, count, decided);
  else {
    const seen = look === null ? null : look(position);
    if (seen === null) claimEdges(tree, node, count);
    else if (seen.isWon) addWin(tree, node, mover, actions, seen);
    else addLoss(tree, node, mover, actions, count, seen);
  }
  return node;
};

const addWin = (
  tree: SearchTree,
  node: number,
  mover: Player,
  actions: Uint16Array,
  { action, distance }: Readonly<TurnResult>,
): void => {
  actions[0] = action;
  addEdges(tree, node, actions, 1);
  setProof(tree, node, signOf(mover), distance);
};

const addLoss = (
  tree: SearchTree,
  node: number,
  mover: Player,
  actions: Uint16Array,
  count: number,
  { action, distance }: Readonly<TurnResult>,
): void => {
  actions.copyWithin(1, 0, actions.indexOf(action));
  actions[0] = action;
  addEdges(tree, node, actions, count);
  setProof(tree, node, signOf(opponentOf(mover)), distance);
};

/** The first `count` of `actions`, all alike. */
const addEdges = (tree: SearchTree, node: number, actions: Uint16Array, count: number): void => {
  const first = claimEdges(tree, node, count);
  for (let edge = 0; edge < count; edge++) tree.edge[first + edge] = packEdge(actions[edge], 1 / count);
};

/** Writes the input row of a node that waits for its evaluation; `position` and the first `count` of `actions` are the node's. */
export const writeInput = (
  position: Position,
  actions: Uint16Array,
  count: number,
  { masks, keys, observations }: EvaluationBatch,
  row: number,
  needsObservations: boolean,
): void => {
  const start = row * ACTION_COUNT;
  masks.fill(0, start, start + ACTION_COUNT);
  for (let edge = 0; edge < count; edge++) masks[start + actions[edge]] = 1;
  keys[2 * row] = position.hashLow;
  keys[2 * row + 1] = position.hashHigh;
  if (needsObservations) encodeObservation(position, observations, row * OBSERVATION_SIZE);
};

/**
 * Takes over the evaluation of a node with these actions: priors made to sum to 1, the value turned to white's side. The two
 * likeliest edges are put in front while all are at hand: looking for them later would read the cold memory of all.
 */
export const readEvaluation = (
  tree: SearchTree,
  node: number,
  actions: Uint16Array,
  { priors, values }: EvaluationBatch,
  row: number,
): void => {
  const { edge } = tree;
  const start = row * ACTION_COUNT;
  const first = edgeStartOf(tree, node);
  const count = edgesOf(tree, node);
  let sum = 0;
  for (let index = 0; index < count; index++) sum += priors[start + actions[index]];
  const factor = 1 / sum;
  let [likeliest, second] = [first, first];
  let [likeliestEdge, secondEdge] = [0, 0]; // less than any edge
  for (let index = 0; index < count; index++) {
    const action = actions[index];
    const packed = packEdge(action, sum > 0 ? priors[start + action] * factor : 1 / count);
    edge[first + index] = packed;
    if (packed <= secondEdge) continue;
    if (packed > likeliestEdge) {
      [second, secondEdge] = [likeliest, likeliestEdge];
      [likeliest, likeliestEdge] = [first + index, packed];
    } else {
      [second, secondEdge] = [first + index, packed];
    }
  }
  leadWith(tree, node, likeliest, second);
  setEvaluation(tree, node, signOf(moverOf(tree, node)) * values[row]);
};
