/**
 * MCTS-solver (Winands, Björnsson and Saito 2008) on a graph: a node is won for its mover as soon as one child is, and lost
 * when all are. Results are kept for white, so that it does not matter who moved before.
 */
import { type Player, signOf } from '../../env/index.ts';
import { NO_CHILDREN, NO_EDGE, NO_NODE, type SearchTree, UNPROVEN } from './tree.ts';

/** Whether a node is proven, after looking at its children once more if it was not. */
export const settle = (tree: SearchTree, node: number): boolean => {
  if (tree.proof[node] !== UNPROVEN) return true;
  if (tree.childStart[node] === NO_CHILDREN) return false;
  const decisive = decisiveEdge(tree, node);
  if (decisive === NO_EDGE) return false;
  const child = tree.child[tree.childStart[node] + decisive];
  tree.proof[node] = tree.proof[child];
  tree.distance[node] = tree.distance[child] + 1;
  return true;
};

/**
 * The edge that decides a node by what is proven of its children: the shortest win, else the longest loss if every edge
 * loses, else `NO_EDGE`. Lengths are of the lines found, which need not be the shortest that exist.
 */
export const decisiveEdge = (tree: SearchTree, node: number): number => {
  const { child, proof, distance } = tree;
  const win = signOf(tree.mover[node] as Player);
  const count = tree.edges[node];
  const start = tree.childStart[node];
  let shortestWin = NO_EDGE;
  let longestLoss = NO_EDGE;
  let losses = 0;
  for (let edge = 0; edge < tree.opened[node]; edge++) {
    const there = child[start + edge];
    if (there === NO_NODE || proof[there] === UNPROVEN) continue;
    if (proof[there] === win) {
      if (shortestWin === NO_EDGE || distance[there] < distance[child[start + shortestWin]]) shortestWin = edge;
    } else {
      losses++;
      if (longestLoss === NO_EDGE || distance[there] > distance[child[start + longestLoss]]) longestLoss = edge;
    }
  }
  if (shortestWin !== NO_EDGE) return shortestWin;
  return losses === count ? longestLoss : NO_EDGE;
};
