/**
 * Plain Monte-Carlo tree search: UCT with rollouts and proven nodes (Winands et al. 2008). A node's numbers are for the
 * player who chose it, that is the mover of its parent; a turn is two actions, so that need not be the opponent of the
 * node's own mover. Hot.
 */
import {
  type Action,
  legalActions,
  MAX_LEGAL_ACTIONS,
  MAX_PLIES,
  outcome,
  type Position,
  play,
  type Rng,
  randomBelow,
  undo,
} from '../../env/index.ts';
import { type Rollout, rollOut } from './rollout.ts';

export const ROOT = 0;
const NO_NODE = -1;
const UNPROVEN = 0;
const WON = 1;
const LOST = -1;

export type Tree = {
  capacity: number;
  size: number;
  action: Uint16Array; // [capacity] what led here
  firstChild: Int32Array; // [capacity] or NO_NODE before expansion
  childCount: Uint8Array; // [capacity]
  visits: Uint32Array; // [capacity]
  wins: Float64Array; // [capacity] for the player who chose this node
  proven: Int8Array; // [capacity] for the player who chose this node
};

export type MctsLimits = { readonly sims: number; readonly deadline: number };
export type MctsResult = { readonly tree: Tree; readonly best: number; readonly sims: number };

/** A tree of this many nodes takes about 120 MB; the search stops before it grows larger. */
const LARGEST_TREE = 4_000_000;
const EXPLORATION = 0.7;

export const searchMcts = (position: Position, limits: MctsLimits, rollout: Rollout, rng: Rng): MctsResult => {
  const tree = createTree(1 << 16);
  const scratch: Scratch = {
    actions: new Uint16Array(MAX_LEGAL_ACTIONS),
    path: new Int32Array(MAX_PLIES + 1),
    movers: new Uint8Array(MAX_PLIES + 1),
  };
  addNode(tree, 0);
  expand(tree, ROOT, position, scratch.actions);
  let sims = 0;
  while (sims < limits.sims && tree.proven[ROOT] === UNPROVEN && tree.size < LARGEST_TREE) {
    simulate(tree, position, scratch, rollout, rng);
    if ((++sims & 15) === 0 && performance.now() > limits.deadline) break;
  }
  return { tree, best: bestChild(tree), sims };
};

/** The result of the search for the root's mover: proven, or the share of games won by the best child. */
export const rootProof = ({ proven }: Tree): 'win' | 'loss' | undefined => {
  if (proven[ROOT] === UNPROVEN) return undefined;
  return proven[ROOT] === WON ? 'win' : 'loss';
};

type Scratch = {
  readonly actions: Uint16Array; // [181]
  readonly path: Int32Array; // [plies] nodes from the root down
  readonly movers: Uint8Array; // [plies] whose action is next in each of them
};

/** One descent, one new node, one game to the end, and the way back. */
const simulate = (
  tree: Tree,
  position: Position,
  { actions, path, movers }: Scratch,
  rollout: Rollout,
  rng: Rng,
): void => {
  let depth = 0;
  let node = ROOT;
  path[0] = ROOT;
  movers[0] = position.mover;
  while (tree.childCount[node] > 0) {
    node = select(tree, node, rng);
    play(position, tree.action[node]);
    path[++depth] = node;
    movers[depth] = position.mover;
    if (tree.visits[node] === 0) break;
    if (tree.firstChild[node] === NO_NODE) expand(tree, node, position, actions);
  }
  const over = outcome(position);
  const winner = over === null ? rollOut(position, rollout, actions, rng) : over.winner;
  for (let at = depth; at >= 0; at--) {
    tree.visits[path[at]]++;
    if (winner === chooserAt(movers, at)) tree.wins[path[at]]++;
  }
  if (over !== null) {
    tree.proven[node] = winner === chooserAt(movers, depth) ? WON : LOST;
    backUpProof(tree, path, movers, depth);
  }
  for (let at = 0; at < depth; at++) undo(position);
};

/** The player whose view a node's numbers take: the one who chose it. The root was not chosen, so there it is the mover. */
const chooserAt = (movers: Uint8Array, at: number): number => movers[at === 0 ? 0 : at - 1];

/** A mover wins with one won child, and loses when all children are lost. */
const backUpProof = (tree: Tree, path: Int32Array, movers: Uint8Array, depth: number): void => {
  const { proven } = tree;
  for (let at = depth; at > 0; at--) {
    const moverWins = proven[path[at]] === WON;
    if (!moverWins && !allChildrenLost(tree, path[at - 1])) return;
    const chooserMoves = movers[at - 1] === chooserAt(movers, at - 1);
    proven[path[at - 1]] = chooserMoves === moverWins ? WON : LOST;
  }
};

const allChildrenLost = ({ firstChild, childCount, proven }: Tree, node: number): boolean => {
  for (let child = firstChild[node]; child < firstChild[node] + childCount[node]; child++) {
    if (proven[child] !== LOST) return false;
  }
  return true;
};

/** An untried child by chance while there is one, then the highest upper confidence bound; lost ones last. */
const select = ({ firstChild, childCount, visits, wins, proven }: Tree, node: number, rng: Rng): number => {
  const first = firstChild[node];
  const end = first + childCount[node];
  const scale = EXPLORATION * Math.sqrt(Math.log(visits[node] + 1));
  let [best, bestBound, untried] = [first, Number.NEGATIVE_INFINITY, 0];
  for (let child = first; child < end; child++) {
    if (proven[child] === LOST) continue;
    if (visits[child] === 0) {
      if (randomBelow(rng, ++untried) === 0) best = child;
    } else if (untried === 0) {
      const bound = wins[child] / visits[child] + scale / Math.sqrt(visits[child]);
      if (bound > bestBound) [best, bestBound] = [child, bound];
    }
  }
  return best;
};

/** A won child, else the most visited one that is not lost. */
const bestChild = ({ firstChild, childCount, visits, proven }: Tree): number => {
  let [best, bestScore] = [firstChild[ROOT], Number.NEGATIVE_INFINITY];
  for (let child = firstChild[ROOT]; child < firstChild[ROOT] + childCount[ROOT]; child++) {
    const score = visits[child] + proven[child] * 1e9;
    if (score > bestScore) [best, bestScore] = [child, score];
  }
  return best;
};

const expand = (tree: Tree, node: number, position: Position, actions: Uint16Array): void => {
  const count = legalActions(position, actions);
  if (tree.size + count > tree.capacity) grow(tree);
  tree.firstChild[node] = tree.size;
  tree.childCount[node] = count;
  for (let index = 0; index < count; index++) addNode(tree, actions[index]);
};

const addNode = (tree: Tree, action: Action): void => {
  tree.action[tree.size] = action;
  tree.firstChild[tree.size++] = NO_NODE;
};

const createTree = (capacity: number): Tree => ({
  capacity,
  size: 0,
  action: new Uint16Array(capacity),
  firstChild: new Int32Array(capacity),
  childCount: new Uint8Array(capacity),
  visits: new Uint32Array(capacity),
  wins: new Float64Array(capacity),
  proven: new Int8Array(capacity),
});

const grow = (tree: Tree): void => {
  const larger = createTree(tree.capacity * 2);
  larger.action.set(tree.action);
  larger.firstChild.set(tree.firstChild);
  larger.childCount.set(tree.childCount);
  larger.visits.set(tree.visits);
  larger.wins.set(tree.wins);
  larger.proven.set(tree.proven);
  Object.assign(tree, { ...larger, size: tree.size });
};
