/**
 * MCTS-solver (Winands, Björnsson and Saito 2008) on a graph: a node is won for its mover as soon as one child is, and lost
 * when all are. Results are kept for white, so that it does not matter who moved before.
 */
import { signOf } from '../../env/index.ts';
import {
  childAt,
  distanceOf,
  edgesOf,
  hasChildren,
  moverOf,
  NO_EDGE,
  NO_NODE,
  openedOf,
  proofOf,
  type SearchTree,
  setProof,
  UNPROVEN,
} from './tree.ts';

/** Whether a node is proven, after looking at its children once more if it was not. */
export const settle = (tree: SearchTree, node: number): boolean => {
  if (proofOf(tree, node) !== UNPROVEN) return true;
  if (!hasChildren(tree, node)) return false;
  const decisive = decisiveEdge(tree, node);
  if (decisive === NO_EDGE) return false;
  const child = childAt(tree, node, decisive);
  setProof(tree, node, proofOf(tree, child), distanceOf(tree, child) + 1);
  return true;
};

/**
 * The edge that decides a node by what is proven of its children: the shortest win, else the longest loss if every edge
 * loses, else `NO_EDGE`. Lengths are of the lines found, which need not be the shortest that exist.
 */
export const decisiveEdge = (tree: SearchTree, node: number): number => {
  const win = signOf(moverOf(tree, node));
  let [shortestWin, longestLoss, losses] = [NO_EDGE, NO_EDGE, 0];
  let [shortest, longest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let edge = 0; edge < openedOf(tree, node); edge++) {
    const child = childAt(tree, node, edge);
    if (child === NO_NODE || proofOf(tree, child) === UNPROVEN) continue;
    const distance = distanceOf(tree, child);
    if (proofOf(tree, child) !== win) {
      losses++;
      if (distance <= longest) continue;
      longest = distance;
      longestLoss = edge;
    } else if (distance < shortest) {
      shortest = distance;
      shortestWin = edge;
    }
  }
  if (shortestWin !== NO_EDGE) return shortestWin;
  return losses === edgesOf(tree, node) ? longestLoss : NO_EDGE;
};
