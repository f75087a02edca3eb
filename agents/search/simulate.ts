/** One simulation: down the tree to a leaf, and what the leaf is worth back up. Hot. */
import { type Player, play, signOf, undo } from '../../env/index.ts';
import { addNode } from './expand.ts';
import { gumbelEdge } from './gumbel.ts';
import { puctEdge } from './puct.ts';
import { chooseRootEdge } from './root.ts';
import { PATH_STRIDE, type Search } from './search-state.ts';
import { settle } from './solver.ts';
import { claimChildren, findNode, NO_EDGE, NO_NODE, PENDING, READY, ROOT, refreshEdge, UNPROVEN } from './tree.ts';

/** How a descent ended: at a node that must be evaluated, one whose value is known, or one that already waits. */
export const NEW_LEAF = 0;
export const KNOWN_LEAF = 1;
export const COLLISION = 2;

/**
 * Goes down from the root, writes the way into path `row` and leaves `position` at its end. The first simulation on an edge
 * stops at its child even if that is known from another way, and takes its mean over.
 */
export const descend = (search: Search, row: number): number => {
  const { tree, position, paths } = search;
  const first = row * PATH_STRIDE;
  let node = ROOT;
  for (let depth = 0; ; depth++) {
    paths.depth[row] = depth;
    paths.nodes[first + depth] = node;
    if (tree.proof[node] !== UNPROVEN) return KNOWN_LEAF;
    if (tree.state[node] === PENDING) return COLLISION;
    const edge = chooseEdge(search, node);
    if (edge === NO_EDGE) {
      settle(tree, node); // what proved the last edge lost was found on another way
      return KNOWN_LEAF;
    }
    if (edge === tree.opened[node]) claimChildren(tree, node, ++tree.opened[node]);
    const slot = tree.childStart[node] + edge;
    paths.edges[first + depth] = edge;
    play(position, tree.action[tree.edgeStart[node] + edge]);
    let child = tree.child[slot];
    let isNew = false;
    if (child === NO_NODE) {
      child = findNode(tree, position.hashLow, position.hashHigh);
      isNew = child === NO_NODE;
      if (isNew) child = addNode(tree, position);
      tree.child[slot] = child;
    }
    if (isNew || (tree.edgeVisits[slot] === 0 && tree.state[child] === READY)) {
      paths.depth[row] = depth + 1;
      paths.nodes[first + depth + 1] = child;
      return tree.state[child] === PENDING ? NEW_LEAF : KNOWN_LEAF;
    }
    node = child;
  }
};

const chooseEdge = ({ tree, root, options }: Search, node: number): number => {
  if (node === ROOT) return chooseRootEdge(root, tree, options);
  return options.root === 'gumbel'
    ? gumbelEdge(tree, node, options)
    : puctEdge(tree, node, tree.prior, tree.edgeStart[node], options);
};

/** Takes the position back to the root. */
export const ascend = ({ position, paths }: Search, row: number): void => {
  for (let depth = paths.depth[row]; depth > 0; depth--) undo(position);
};

/** What a simulation that ended at a known leaf brings, for white. */
export const knownValue = ({ tree, paths }: Search, row: number): number => {
  const leaf = paths.nodes[row * PATH_STRIDE + paths.depth[row]];
  return tree.proof[leaf] === UNPROVEN ? tree.valueSum[leaf] / tree.visits[leaf] : tree.proof[leaf];
};

/**
 * Takes a leaf's value up to the root. Values are for white all the way: a TZAAR turn is two actions, so whose choice
 * a node is says its `mover`, never its depth. Above a node that becomes proven on the way, the proof counts instead.
 */
export const backUp = (search: Search, row: number, leafValue: number): void => {
  const { tree, paths } = search;
  const first = row * PATH_STRIDE;
  const depth = paths.depth[row];
  let value = leafValue;
  if (depth === 0) settle(tree, ROOT);
  for (let above = depth - 1; above >= 0; above--) {
    const node = paths.nodes[first + above];
    const slot = tree.childStart[node] + paths.edges[first + above];
    refreshEdge(tree, slot);
    if (tree.edgeProof[slot] !== UNPROVEN && settle(tree, node)) value = tree.proof[node];
    tree.edgeVisits[slot]++;
    tree.visits[node]++;
    tree.valueSum[node] += value;
  }
};

/** Counts a simulation under way as lost for everyone who chose on its way, so that the next one goes elsewhere. */
export const addVirtualLoss = (search: Search, row: number): void => shiftVirtualLoss(search, row, 1);
export const removeVirtualLoss = (search: Search, row: number): void => shiftVirtualLoss(search, row, -1);

const shiftVirtualLoss = ({ tree, paths }: Search, row: number, visits: number): void => {
  const first = row * PATH_STRIDE;
  tree.visits[ROOT] += visits; // nobody chose the root
  for (let above = 0; above < paths.depth[row]; above++) {
    const node = paths.nodes[first + above];
    const chosen = paths.nodes[first + above + 1];
    const slot = tree.childStart[node] + paths.edges[first + above];
    tree.edgeVisits[slot] += visits;
    tree.visits[chosen] += visits;
    tree.valueSum[chosen] -= visits * signOf(tree.mover[node] as Player);
    refreshEdge(tree, slot);
  }
};
