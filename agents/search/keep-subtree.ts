/**
 * Re-rooting: copies what can be reached from a node into the spare tree and swaps the two (Cheney's copying collector:
 * the copy is its own queue). Cheaper than it looks, since most of a tree lies below moves that were not played.
 */
import { copyOpened } from './opened-edges.ts';
import type { Search } from './search-state.ts';
import { childAt, copyNode, hasChildren, NO_NODE, openedAt, type SearchTree, setChild } from './tree.ts';
import { allocateTree, clearTree, reserveSimulation, treeBytes } from './tree-memory.ts';

/** A larger spare tree is not kept for the next time; the bound on memory is meant for the tree that is searched. */
const LARGEST_SPARE_BYTES = 32 * 2 ** 20;

/** Makes `node` the root and forgets all that is not below it. */
export const keepSubtree = (search: Search, node: number): void => {
  const { tree, spare } = search;
  clearTree(spare);
  const moved = new Int32Array(tree.nodeCount).fill(NO_NODE); // [N] where a node went
  moveNode(tree, spare, node, moved);
  for (let copy = 0; copy < spare.nodeCount; copy++) {
    if (!hasChildren(spare, copy)) continue;
    reserveSimulation(spare);
    const count = copyOpened(tree, spare, copy);
    for (let edge = 0; edge < count; edge++) {
      const child = childAt(spare, copy, edge);
      if (child === NO_NODE) continue;
      const copied = moved[child] === NO_NODE ? moveNode(tree, spare, child, moved) : moved[child];
      setChild(spare.openedInts, openedAt(spare, copy, edge), copied);
    }
  }
  search.tree = spare;
  search.spare = treeBytes(tree) > LARGEST_SPARE_BYTES ? allocateTree(tree.memoryBytes) : tree;
};

const moveNode = (from: SearchTree, into: SearchTree, node: number, moved: Int32Array): number => {
  reserveSimulation(into);
  moved[node] = copyNode(from, node, into);
  return moved[node];
};
