/** One simulation: down the tree to a leaf, and what the leaf is worth back up. Hot. */
import { InvalidInput } from '../../env/index.ts';
import * as rules from '../../env/rules.ts';
import * as stack from '../../env/stack.ts';
import * as expand from './expand.ts';
import * as openedEdges from './opened-edges.ts';
import type { Paths, Search } from './search-state.ts';
import * as searchState from './search-state.ts';
import * as solver from './solver.ts';
import type { SearchTree } from './tree.ts';
import * as records from './tree.ts';

// Hot: as constants of this module, not as imports (see `env/rules.ts`).
const { play, undo } = rules;
const { signOf } = stack;
const { addNode } = expand;
const { openEdge, readyEdge, refreshEdge } = openedEdges;
const { PATH_STRIDE } = searchState;
const { settle } = solver;
const {
  actionIn,
  addEdgeVisits,
  addVisits,
  childIn,
  findNode,
  meanOf,
  moverOf,
  NO_EDGE,
  NO_NODE,
  openedAt,
  openedOf,
  PENDING,
  proofOf,
  READY,
  ROOT,
  setChild,
  stateOf,
  UNPROVEN,
  visitsIn,
  worthOf,
} = records;

/** How a descent ended: at a node that must be evaluated, one whose value is known, or one that already waits. */
export const NEW_LEAF = 0;
export const KNOWN_LEAF = 1;
export const COLLISION = 2;

/**
 * Goes down from the root, writes the way into path `row` and leaves `position` at its end. The first simulation on an edge
 * stops at its child even if that is known from another way, and takes over its mean.
 */
export const descend = (search: Search, row: number): number => {
  const { tree, position, paths, rule, ruleState, options } = search;
  const first = row * PATH_STRIDE;
  let node = ROOT;
  for (let depth = 0; ; depth++) {
    paths.depth[row] = depth;
    paths.nodes[first + depth] = node;
    if (proofOf(tree, node) !== UNPROVEN) return KNOWN_LEAF;
    if (stateOf(tree, node) === PENDING) return COLLISION;
    readyEdge(tree, node);
    const edge = node === ROOT ? rule.choose(tree, ruleState, options) : rule.follow(tree, ruleState, options, node);
    if (edge === NO_EDGE) {
      settle(tree, node); // what proved the last edge lost was found on another way
      return KNOWN_LEAF;
    }
    const choosable = openedOf(tree, node);
    if (!(edge >= 0 && edge <= choosable)) refuseEdge(search, edge); // of a rule of the user's own
    if (edge === choosable) openEdge(tree, node);
    const opened = openedAt(tree, node, edge);
    paths.edges[first + depth] = edge;
    play(position, actionIn(tree.openedInts, opened));
    let child = childIn(tree.openedInts, opened);
    let isNew = false;
    if (child === NO_NODE) {
      child = findNode(tree, position.hashLow, position.hashHigh);
      isNew = child === NO_NODE;
      if (isNew) child = addNode(tree, position, paths.actions[row], search.look);
      setChild(tree.openedInts, opened, child);
    }
    if (isNew || (visitsIn(tree.openedInts, opened) === 0 && stateOf(tree, child) === READY)) {
      paths.depth[row] = depth + 1;
      paths.nodes[first + depth + 1] = child;
      return stateOf(tree, child) === PENDING ? NEW_LEAF : KNOWN_LEAF;
    }
    node = child;
  }
};

const refuseEdge = ({ rule }: Search, edge: number): never => {
  throw new InvalidInput('search rule', rule.name, `it chose ${edge}, which is none of the edges that may be chosen`);
};

/** Takes the position back to the root. */
export const ascend = ({ position, paths }: Search, row: number): void => {
  for (let depth = paths.depth[row]; depth > 0; depth--) undo(position);
};

/** What a simulation that ended at a known leaf brings, for white. */
export const knownValue = ({ tree, paths }: Search, row: number): number =>
  worthOf(tree, paths.nodes[row * PATH_STRIDE + paths.depth[row]]);

/**
 * Takes a leaf's value up to the root. Values are for white all the way: a TZAAR turn is two actions, so a
 * node's mover says whose choice it is, never its depth. Above a node that becomes proven on the way, the proof counts instead;
 * with `skipLost`, above an action that is proven lost and will not be played what the other actions are worth.
 */
export const backUp = (search: Search, row: number, leafValue: number): void => {
  const { tree, paths } = search;
  const { skipLost } = search.options;
  const first = row * PATH_STRIDE;
  const depth = paths.depth[row];
  let value = leafValue;
  if (depth === 0) settle(tree, ROOT);
  for (let above = depth - 1; above >= 0; above--) {
    const node = paths.nodes[first + above];
    const opened = openedAt(tree, node, paths.edges[first + above]);
    refreshEdge(tree, opened);
    const isProven = proofOf(tree, paths.nodes[first + above + 1]) !== UNPROVEN;
    if (isProven) {
      if (settle(tree, node)) value = proofOf(tree, node);
      else if (skipLost) value = meanOf(tree, node);
    }
    addEdgeVisits(tree.openedInts, opened, 1);
    addVisits(tree, node, 1, value);
  }
};

/** Counts a simulation under way as a loss for every player who chose on its path, so that the next one goes elsewhere. */
export const addVirtualLoss = ({ tree, paths }: Search, row: number): void => {
  const first = row * PATH_STRIDE;
  addVisits(tree, ROOT, 1, 0); // the root has no chooser
  for (let above = 0; above < paths.depth[row]; above++) refreshEdge(tree, shiftLoss(tree, paths, first + above, 1));
};

/** Takes a virtual loss back; the edges on its path show it only after `backUp`. */
export const removeVirtualLoss = ({ tree, paths }: Search, row: number): void => {
  const first = row * PATH_STRIDE;
  addVisits(tree, ROOT, -1, 0);
  for (let above = 0; above < paths.depth[row]; above++) shiftLoss(tree, paths, first + above, -1);
};

/** Adds lost visits to the edge taken at one place of a path and to its child; returns the edge's record. */
const shiftLoss = (tree: SearchTree, { nodes, edges }: Paths, place: number, visits: number): number => {
  const node = nodes[place];
  const opened = openedAt(tree, node, edges[place]);
  addEdgeVisits(tree.openedInts, opened, visits);
  addVisits(tree, nodes[place + 1], visits, -visits * signOf(moverOf(tree, node)));
  return opened;
};
