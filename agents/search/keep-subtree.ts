/**
 * Re-rooting: copies what can be reached from a node into the spare tree and swaps the two (Cheney's copying collector:
 * the copy is its own queue). Cheaper than it looks, since most of a tree lies below moves that were not played.
 */
import type { Search } from './search-state.ts';
import {
  allocateTree,
  claimChildren,
  clearTree,
  enterSlot,
  NO_CHILDREN,
  NO_NODE,
  reserveSimulation,
  type SearchTree,
  treeBytes,
} from './tree.ts';

/** A larger tree is not held for the next time; the bound on memory is one for what is searched. */
const LARGEST_SPARE_BYTES = 32 * 2 ** 20;

/** Makes `node` the root and forgets all that lies not below it. */
export const keepSubtree = (search: Search, node: number): void => {
  const { tree, spare } = search;
  clearTree(spare);
  const moved = new Int32Array(tree.nodeCount).fill(NO_NODE); // [N] where a node went
  copyNode(tree, spare, node, moved);
  for (let copy = 0; copy < spare.nodeCount; copy++) {
    const start = spare.childStart[copy]; // until here a copied node names the child slots of the old tree
    if (start === NO_CHILDREN) continue;
    reserveSimulation(spare);
    claimChildren(spare, copy, spare.opened[copy]);
    const into = spare.childStart[copy];
    for (let edge = 0; edge < spare.opened[copy]; edge++) {
      const child = tree.child[start + edge];
      spare.edgeVisits[into + edge] = tree.edgeVisits[start + edge];
      spare.edgeValue[into + edge] = tree.edgeValue[start + edge];
      spare.edgeProof[into + edge] = tree.edgeProof[start + edge];
      if (child === NO_NODE) continue;
      // In two steps: copying may replace the array that the result is written to.
      const copied = moved[child] === NO_NODE ? copyNode(tree, spare, child, moved) : moved[child];
      spare.child[into + edge] = copied;
    }
  }
  search.tree = spare;
  search.spare = treeBytes(tree) > LARGEST_SPARE_BYTES ? allocateTree(tree.memoryBytes) : tree;
};

const copyNode = (from: SearchTree, into: SearchTree, node: number, moved: Int32Array): number => {
  reserveSimulation(into);
  const copy = into.nodeCount++;
  moved[node] = copy;
  into.hashLow[copy] = from.hashLow[node];
  into.hashHigh[copy] = from.hashHigh[node];
  into.mover[copy] = from.mover[node];
  into.state[copy] = from.state[node];
  into.proof[copy] = from.proof[node];
  into.distance[copy] = from.distance[node];
  into.evaluation[copy] = from.evaluation[node];
  into.visits[copy] = from.visits[node];
  into.valueSum[copy] = from.valueSum[node];
  into.edges[copy] = from.edges[node];
  into.childStart[copy] = from.childStart[node];
  into.childRoom[copy] = 0;
  into.opened[copy] = from.opened[node];
  into.edgeStart[copy] = into.edgeCount;
  for (let edge = from.edgeStart[node]; edge < from.edgeStart[node] + from.edges[node]; edge++) {
    into.action[into.edgeCount] = from.action[edge];
    into.prior[into.edgeCount++] = from.prior[edge];
  }
  enterSlot(into, copy);
  return copy;
};
