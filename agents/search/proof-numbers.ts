/**
 * Proof-number search (Allis 1994) in the same tree. `effort` estimates how many more nodes must be decided to prove a win
 * for a player: at the mover's own node one child is enough, at the opponent's all are needed. Kept for both players, so
 * one descent serves both: everyone heads for the child where the own win is nearest to proof.
 *
 * Evaluations guide a search well where nothing can be proven, proof numbers where much can: late in the game.
 */
import { opponentOf, type Player, signOf } from '../../env/index.ts';
import { NO_CHILDREN, NO_EDGE, NO_NODE, type SearchTree, UNPROVEN } from './tree.ts';

/** What is known of a position before any search: the mover needs one good action, the opponent an answer to all. */
const UNSEEN_EFFORT = 1;

export const startEffort = (tree: SearchTree, node: number): void => {
  const mover = tree.mover[node] as Player;
  if (tree.proof[node] !== UNPROVEN) {
    decideEffort(tree, node);
    return;
  }
  tree.effort[2 * node + mover] = UNSEEN_EFFORT;
  tree.effort[2 * node + opponentOf(mover)] = tree.edges[node];
};

const decideEffort = ({ effort, proof }: SearchTree, node: number): void => {
  effort[2 * node] = proof[node] === signOf(0) ? 0 : Number.POSITIVE_INFINITY;
  effort[2 * node + 1] = proof[node] === signOf(1) ? 0 : Number.POSITIVE_INFINITY;
};

/** Brings a node's numbers up to date with its children's. */
export const updateEffort = (tree: SearchTree, node: number): void => {
  if (tree.proof[node] !== UNPROVEN) {
    decideEffort(tree, node);
    return;
  }
  if (tree.childStart[node] === NO_CHILDREN) return;
  const { child, effort } = tree;
  const mover = tree.mover[node] as Player;
  const opponent = opponentOf(mover);
  const start = tree.childStart[node];
  const unopened = tree.edges[node] - tree.opened[node];
  let least = unopened > 0 ? UNSEEN_EFFORT : Number.POSITIVE_INFINITY;
  let sum = unopened * UNSEEN_EFFORT;
  for (let slot = start; slot < start + tree.opened[node]; slot++) {
    const there = child[slot];
    const own = there === NO_NODE ? UNSEEN_EFFORT : effort[2 * there + mover];
    if (own < least) least = own;
    sum += there === NO_NODE ? UNSEEN_EFFORT : effort[2 * there + opponent];
  }
  effort[2 * node + mover] = least;
  effort[2 * node + opponent] = sum;
};

/** The edge where the mover's win is nearest to proof, or `NO_EDGE` if every edge is proven lost. */
export const mostProvingEdge = (tree: SearchTree, node: number): number => {
  const { child, effort } = tree;
  const mover = tree.mover[node];
  const start = tree.childStart[node];
  const opened = tree.opened[node];
  let best = NO_EDGE;
  let least = Number.POSITIVE_INFINITY;
  for (let edge = 0; edge < opened; edge++) {
    const there = child[start + edge];
    const own = there === NO_NODE ? UNSEEN_EFFORT : effort[2 * there + mover];
    if (own < least) {
      least = own;
      best = edge;
    }
  }
  return opened < tree.edges[node] && UNSEEN_EFFORT < least ? opened : best;
};
