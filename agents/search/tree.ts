/**
 * The search tree. It is a graph: a position reached in two ways is one node, found by its hash (captures of a turn often
 * commute, and the game has no cycles). Values are kept for white, proofs too, so that no sign ever depends on depth;
 * `signOf(mover)` turns them towards the player who chooses.
 *
 * Nodes and opened edges are records in typed arrays rather than an array for each field: a simulation visits few of them,
 * all over the memory, and one record is one line of the cache. A node's edges are its legal actions; `opened-edges.ts`
 * says which of them are opened, and why so few. Hot.
 */
import type { Action, Player, Position } from '../../env/index.ts';
import * as stack from '../../env/stack.ts';
import type { PackedEdge } from './packed-edge.ts';
import * as packedEdge from './packed-edge.ts';

// Hot: as constants of this module, not as imports (see `env/rules.ts`).
const { signOf } = stack;
const { actionOf, priorOf } = packedEdge;

/** The node of the position that is searched. */
export const ROOT = 0; // the node of the position that is searched
export const NO_NODE = -1;
/** Stands for "no edge". */
export const NO_EDGE = -1;
/** In place of the first opened edge of a node that no simulation has passed through. */
export const NO_CHILDREN = -1;

/** A node's state: made and waiting for its evaluation, or evaluated (a proven node needs no evaluation). */
export const PENDING = 0;
export const READY = 1;

/** A node's proof, which is `signOf` the winner if best play decides the game. */
export const UNPROVEN = 0;

/** Nodes and edges of a search, side by side in arrays. */
export type SearchTree = {
  readonly memoryBytes: number; // the arrays never grow beyond this
  nodeCount: number; // used of N
  edgeCount: number; // used of E
  openedCount: number; // used of O

  nodeInts: Int32Array; // [N × NODE_WORDS] the records of nodes …
  nodeFloats: Float32Array; // … and the same memory
  nodeDoubles: Float64Array; // … as other numbers
  nodeBytes: Uint8Array;
  edge: Int32Array; // [E] packed
  openedInts: Int32Array; // [O × OPENED_WORDS] the records of opened edges
  openedFloats: Float32Array; // the same memory

  readonly freeBlocks: Int32Array; // [9] by log₂ of its room: the first free block of opened edges; `CHILD` has the next
  table: Int32Array; // [power of two ≥ 2 N] open addressing by hash: a node + 1, or 0
};

/** A node's record: places of 4 bytes, of 8 and of one. What is exported is shared with `opened-edges.ts`. */
export const NODE_WORDS = 16; // a line of the cache
const NODE_DOUBLES = 8;
export const NODE_BYTES = 64;
const HASH_LOW = 0;
const HASH_HIGH = 1;
const VALUE_SUM = 1; // of 8 bytes; of what the visits brought, for white
const VISITS = 4; // its own evaluation and every simulation that passed through
const EVALUATION = 5; // the evaluator's value, for white
const EDGE_START = 6; // its first edge
export const OPENED_START = 7; // the record of its first opened edge, or `NO_CHILDREN`
const MOVER = 32; // of one byte; who chooses here
const STATE = 33; // `PENDING` or `READY`
const PROOF = 34; // plus 1
const DISTANCE = 35; // plies to the end of the proven line; only where the proof says something
const EDGES = 36; // how many
export const OPENED = 37; // edges before this one may have a child, later ones have none
export const ROOM = 38; // log₂ of the opened edges that its block holds; 0 without a block
export const PLANNED = 40; // edges that are planned
export const PLAN = 41; // the first of them
export const LONGEST_PLAN = 7;
const LEADING_EDGE = 12; // the likeliest edge, and the second after it
export const LEADING = 2;

/** The record of an opened edge. While an edge is chosen, the next to be opened has one too. */
export const OPENED_WORDS = 4;
export const CHILD = 0; // the node that it leads to, or `NO_NODE`
export const EDGE_VISITS = 1; // simulations that took it
export const EDGE_VALUE = 2; // the child's value for white when it was last taken, ±1 only if proven: choosing reads no child
export const PACKED = 3; // its action and prior, at a root with noise

export const hashLowOf = ({ nodeInts }: SearchTree, node: number): number => nodeInts[node * NODE_WORDS + HASH_LOW];
export const hashHighOf = ({ nodeInts }: SearchTree, node: number): number => nodeInts[node * NODE_WORDS + HASH_HIGH];
/** Visits of a node: its own evaluation and every simulation that passed through. */
export const visitsOf = ({ nodeInts }: SearchTree, node: number): number => nodeInts[node * NODE_WORDS + VISITS];
export const evaluationOf = ({ nodeFloats }: SearchTree, node: number): number =>
  nodeFloats[node * NODE_WORDS + EVALUATION];
export const edgeStartOf = ({ nodeInts }: SearchTree, node: number): number => nodeInts[node * NODE_WORDS + EDGE_START];
export const openedStartOf = ({ nodeInts }: SearchTree, node: number): number =>
  nodeInts[node * NODE_WORDS + OPENED_START];
/** Who chooses at a node. */
export const moverOf = ({ nodeBytes }: SearchTree, node: number): Player =>
  nodeBytes[node * NODE_BYTES + MOVER] as Player;
export const stateOf = ({ nodeBytes }: SearchTree, node: number): number => nodeBytes[node * NODE_BYTES + STATE];
export const proofOf = ({ nodeBytes }: SearchTree, node: number): number => nodeBytes[node * NODE_BYTES + PROOF] - 1;
export const distanceOf = ({ nodeBytes }: SearchTree, node: number): number => nodeBytes[node * NODE_BYTES + DISTANCE];
/** How many edges a node has: its legal actions. */
export const edgesOf = ({ nodeBytes }: SearchTree, node: number): number => nodeBytes[node * NODE_BYTES + EDGES];
/** How many of its edges, the first ones, may have a child. */
export const openedOf = ({ nodeBytes }: SearchTree, node: number): number => nodeBytes[node * NODE_BYTES + OPENED];
export const hasChildren = (tree: SearchTree, node: number): boolean => openedStartOf(tree, node) !== NO_CHILDREN;

/** The likeliest edges in their order, without a look at the others: few nodes ever open more than these. */
export const leadingEdgeOf = ({ nodeInts }: SearchTree, node: number, index: number): PackedEdge =>
  nodeInts[node * NODE_WORDS + LEADING_EDGE + index];

/** The mean of what a node's visits brought, for white. */
export const meanOf = ({ nodeDoubles, nodeInts }: SearchTree, node: number): number =>
  nodeDoubles[node * NODE_DOUBLES + VALUE_SUM] / nodeInts[node * NODE_WORDS + VISITS];

/** The same for the player who chooses at the node. */
export const meanForMover = (tree: SearchTree, node: number): number =>
  signOf(moverOf(tree, node)) * meanOf(tree, node);

/** What a node is worth for white: exact where proven, else the mean so far. */
export const worthOf = (tree: SearchTree, node: number): number => {
  const proof = proofOf(tree, node);
  return proof === UNPROVEN ? meanOf(tree, node) : proof;
};

/** The largest value of what is not proven. */
export const NEARLY_CERTAIN: number = 1 - 2 ** -20;

/** What `EDGE_VALUE` reads as an integer where white or black is proven to win: compared faster than a number. */
const PROVEN_WORDS = new Int32Array(Float32Array.of(1, -1).buffer);
export const provenWord = (winner: Player): number => PROVEN_WORDS[winner];

/** Of a node's edges by their order: the action, and how likely the evaluator thinks it. */
export const actionAt = (tree: SearchTree, node: number, edge: number): Action =>
  actionOf(tree.edge[edgeStartOf(tree, node) + edge]);
/** The prior probability of an edge. */
export const priorAt = (tree: SearchTree, node: number, edge: number): number =>
  priorOf(tree.edge[edgeStartOf(tree, node) + edge]);

/** How many of a node's edges, the first ones, may be chosen now: those that are opened, and the likeliest of the others. */
export const choosableOf = (tree: SearchTree, node: number): number =>
  Math.min(openedOf(tree, node) + 1, edgesOf(tree, node));

/** Of the edges that may be chosen: where the record is, and what it says. */
export const openedAt = (tree: SearchTree, node: number, edge: number): number =>
  (openedStartOf(tree, node) + edge) * OPENED_WORDS;
export const childIn = (openedInts: Int32Array, at: number): number => openedInts[at + CHILD];
export const visitsIn = (openedInts: Int32Array, at: number): number => openedInts[at + EDGE_VISITS];
export const valueIn = (openedFloats: Float32Array, at: number): number => openedFloats[at + EDGE_VALUE];
export const actionIn = (openedInts: Int32Array, at: number): Action => actionOf(openedInts[at + PACKED]);
export const choicePriorIn = (openedInts: Int32Array, at: number): number => priorOf(openedInts[at + PACKED]);
export const setChild = (openedInts: Int32Array, at: number, child: number): void => {
  openedInts[at + CHILD] = child;
};
export const addEdgeVisits = (openedInts: Int32Array, at: number, visits: number): void => {
  openedInts[at + EDGE_VISITS] += visits;
};

/** The node that an edge leads to, or `NO_NODE`. */
export const childAt = (tree: SearchTree, node: number, edge: number): number =>
  childIn(tree.openedInts, openedAt(tree, node, edge));
/** Simulations that took an edge. */
export const edgeVisitsAt = (tree: SearchTree, node: number, edge: number): number =>
  visitsIn(tree.openedInts, openedAt(tree, node, edge));
/** What an edge is worth for white when it was last taken; ±1 only if proven. */
export const edgeValueAt = (tree: SearchTree, node: number, edge: number): number =>
  valueIn(tree.openedFloats, openedAt(tree, node, edge));
/** The prior that choices go by: the evaluator's, except at a root with noise. */
export const choicePriorAt = (tree: SearchTree, node: number, edge: number): number =>
  choicePriorIn(tree.openedInts, openedAt(tree, node, edge));

/** What an edge is worth for the player who chooses at the node; 0 if it was never taken. */
export const edgeWorthAt = (tree: SearchTree, node: number, edge: number): number =>
  signOf(moverOf(tree, node)) * edgeValueAt(tree, node, edge);
/** Whether an edge is proven to win, or to lose, for the player who chooses at the node. */
export const isWonAt = (tree: SearchTree, node: number, edge: number): boolean => edgeWorthAt(tree, node, edge) === 1;
/** Whether the edge is proven to lose for the node's mover. */
export const isLostAt = (tree: SearchTree, node: number, edge: number): boolean => edgeWorthAt(tree, node, edge) === -1;

/** Writes a node for `position` without edges; the caller has checked that there is none and has reserved room. */
export const claimNode = (tree: SearchTree, { hashLow, hashHigh, mover }: Position): number => {
  const { nodeInts, nodeFloats, nodeDoubles, nodeBytes } = tree;
  const node = tree.nodeCount++;
  const at = node * NODE_WORDS;
  nodeInts[at + HASH_LOW] = hashLow;
  nodeInts[at + HASH_HIGH] = hashHigh;
  nodeDoubles[node * NODE_DOUBLES + VALUE_SUM] = 0;
  nodeInts[at + VISITS] = 0;
  nodeFloats[at + EVALUATION] = 0;
  nodeInts[at + EDGE_START] = tree.edgeCount;
  nodeInts[at + OPENED_START] = NO_CHILDREN;
  nodeBytes[at * 4 + MOVER] = mover;
  nodeBytes[at * 4 + STATE] = PENDING;
  nodeBytes[at * 4 + PROOF] = UNPROVEN + 1;
  nodeBytes[at * 4 + DISTANCE] = 0;
  nodeBytes[at * 4 + EDGES] = 0;
  nodeBytes[at * 4 + OPENED] = 0;
  nodeBytes[at * 4 + ROOM] = 0;
  nodeBytes[at * 4 + PLANNED] = 0;
  enterTable(tree, node);
  return node;
};

/** Copies a node of another tree with its edges; its opened ones stay there. The caller has reserved room. */
export const copyNode = (from: SearchTree, node: number, into: SearchTree): number => {
  const copy = into.nodeCount++;
  const at = node * NODE_WORDS;
  into.nodeInts.set(from.nodeInts.subarray(at, at + NODE_WORDS), copy * NODE_WORDS);
  into.nodeInts[copy * NODE_WORDS + EDGE_START] = into.edgeCount;
  into.nodeBytes[copy * NODE_WORDS * 4 + ROOM] = 0;
  const start = edgeStartOf(from, node);
  for (let edge = start; edge < start + edgesOf(from, node); edge++) into.edge[into.edgeCount++] = from.edge[edge];
  enterTable(into, copy);
  return copy;
};

/** Makes room for the edges of the node claimed last and returns where they begin. */
export const claimEdges = (tree: SearchTree, node: number, count: number): number => {
  const first = tree.edgeCount;
  tree.edgeCount += count;
  tree.nodeBytes[node * NODE_BYTES + EDGES] = count;
  return first;
};

/** Puts the two likeliest of a node's edges, which stand at these places, in front. */
export const leadWith = ({ nodeInts, edge }: SearchTree, node: number, likeliest: number, second: number): void => {
  const at = node * NODE_WORDS;
  const first = nodeInts[at + EDGE_START];
  swap(edge, first, likeliest);
  nodeInts[at + LEADING_EDGE] = edge[first];
  if (second === likeliest) return; // there is only one
  swap(edge, first + 1, second === first ? likeliest : second);
  nodeInts[at + LEADING_EDGE + 1] = edge[first + 1];
};

const swap = (edge: Int32Array, a: number, b: number): void => {
  const swapped = edge[a];
  edge[a] = edge[b];
  edge[b] = swapped;
};

export const setProof = ({ nodeBytes }: SearchTree, node: number, proof: number, distance: number): void => {
  const at = node * NODE_WORDS * 4;
  nodeBytes[at + STATE] = READY;
  nodeBytes[at + PROOF] = proof + 1;
  nodeBytes[at + DISTANCE] = distance;
};

/** Takes the evaluator's value in as a node's first visit. */
export const setEvaluation = (tree: SearchTree, node: number, valueForWhite: number): void => {
  const at = node * NODE_WORDS;
  tree.nodeFloats[at + EVALUATION] = valueForWhite;
  tree.nodeInts[at + VISITS] = 1;
  tree.nodeDoubles[node * NODE_DOUBLES + VALUE_SUM] = tree.nodeFloats[at + EVALUATION];
  tree.nodeBytes[at * 4 + STATE] = READY;
};

/** Adds visits (or takes some back) and what they brought. */
export const addVisits = ({ nodeInts, nodeDoubles }: SearchTree, node: number, visits: number, value: number): void => {
  const at = node * NODE_WORDS;
  nodeInts[at + VISITS] += visits;
  nodeDoubles[node * NODE_DOUBLES + VALUE_SUM] += value;
};

/** The node of a position, or `NO_NODE`. Equal hashes are taken for equal positions: with 64 bits, one tree of a million nodes in 10⁷ errs. */
export const findNode = ({ table, nodeInts }: SearchTree, low: number, high: number): number => {
  const mask = table.length - 1;
  for (let place = low & mask; ; place = (place + 1) & mask) {
    const node = table[place] - 1;
    if (node === NO_NODE) return node;
    const at = node * NODE_WORDS;
    if (nodeInts[at + HASH_LOW] === low && nodeInts[at + HASH_HIGH] === high) return node;
  }
};

export const enterTable = ({ table, nodeInts }: SearchTree, node: number): void => {
  const mask = table.length - 1;
  let place = nodeInts[node * NODE_WORDS + HASH_LOW] & mask;
  while (table[place] !== 0) place = (place + 1) & mask;
  table[place] = node + 1;
};
