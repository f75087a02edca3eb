/**
 * The search tree as arrays. It is a graph: a position reached in two ways is one node, found by its hash (captures of a
 * turn often commute, and the game has no cycles). Values are kept for white, proofs too, so that no sign ever depends
 * on depth; `signOf(mover)` turns them towards whoever chooses. Hot.
 *
 * A node's edges are its legal actions, the likeliest first. Searches open them in this order, so the edges that have a
 * child are among the first `opened` ones and choosing costs no more than that (only a root has gaps). Child slots are
 * given out as edges are opened, in blocks that double; most nodes are never passed through and have none.
 */
import { InvalidInput, MAX_LEGAL_ACTIONS, type Position } from '../../env/index.ts';

export const ROOT = 0;
export const NO_NODE = -1;
export const NO_EDGE = -1;
/** In `childStart` of a node that no simulation has passed through. */
export const NO_CHILDREN = -1;

/** In `SearchTree.state`: made and waiting for its evaluation, or evaluated (a proven node needs no evaluation). */
export const PENDING = 0;
export const READY = 1;

/** In `SearchTree.proof`, where `signOf` the winner stands if best play decides the game. */
export const UNPROVEN = 0;

export type SearchTree = {
  readonly memoryBytes: number; // the arrays never grow beyond this
  nodeCount: number; // used of N
  edgeCount: number; // used of E
  childCount: number; // used of C

  hashLow: Int32Array; // [N]
  hashHigh: Int32Array; // [N]
  mover: Uint8Array; // [N] who chooses here
  state: Uint8Array; // [N] `PENDING` or `READY`
  proof: Int8Array; // [N]
  distance: Uint8Array; // [N] plies to the end of the proven line; only where `proof` says something
  evaluation: Float32Array; // [N] the evaluator's value, for white
  visits: Uint32Array; // [N] its own evaluation and every simulation that passed through
  valueSum: Float64Array; // [N] of what those visits brought, for white
  edgeStart: Int32Array; // [N] its first edge
  edges: Uint8Array; // [N] how many
  childStart: Int32Array; // [N] its first child slot, or `NO_CHILDREN`
  childRoom: Uint16Array; // [N] its child slots: 0, or a power of two
  opened: Uint8Array; // [N] edges before this one may have a child, later ones have none

  action: Uint16Array; // [E]
  prior: Float32Array; // [E] falls along a node's edges

  child: Int32Array; // [C] the node that an edge leads to, or `NO_NODE`
  edgeVisits: Uint32Array; // [C] simulations that took this edge
  edgeValue: Float32Array; // [C] the child's mean value for white when the edge was last taken: choosing reads no child
  edgeProof: Int8Array; // [C] the child's proof, likewise

  readonly freeBlocks: Int32Array; // [9] by log₂ of its room: the first free block of child slots; `child` has the next
  slots: Int32Array; // [power of two ≥ 2 N] open addressing by hash: a node + 1, or 0
};

const NODE_ARRAYS = {
  hashLow: Int32Array,
  hashHigh: Int32Array,
  mover: Uint8Array,
  state: Uint8Array,
  proof: Int8Array,
  distance: Uint8Array,
  evaluation: Float32Array,
  visits: Uint32Array,
  valueSum: Float64Array,
  edgeStart: Int32Array,
  edges: Uint8Array,
  childStart: Int32Array,
  childRoom: Uint16Array,
  opened: Uint8Array,
} as const;
const NODE_BYTES = Object.values(NODE_ARRAYS).reduce((sum, { BYTES_PER_ELEMENT }) => sum + BYTES_PER_ELEMENT, 0);
const SLOT_BYTES = 4;
const EDGE_BYTES = 2 + 4;
const CHILD_BYTES = 4 + 4 + 4 + 1;

/** The average of random play. */
const TYPICAL_EDGES = 57;
const TYPICAL_CHILDREN = 6;
/** What a node of a large tree takes in all. */
export const TYPICAL_NODE_BYTES: number =
  NODE_BYTES + 4 * SLOT_BYTES + TYPICAL_EDGES * EDGE_BYTES + TYPICAL_CHILDREN * CHILD_BYTES;

const SMALLEST_NODES = 64;
const SMALLEST_BLOCK = 4;
const LARGEST_BLOCK = 256;
const NO_BLOCK = -1;

export const allocateTree = (memoryBytes: number): SearchTree => {
  const tree: SearchTree = {
    memoryBytes,
    nodeCount: 0,
    edgeCount: 0,
    childCount: 0,
    ...allocateNodes(SMALLEST_NODES),
    action: new Uint16Array(2 * MAX_LEGAL_ACTIONS),
    prior: new Float32Array(2 * MAX_LEGAL_ACTIONS),
    child: new Int32Array(2 * LARGEST_BLOCK),
    edgeVisits: new Uint32Array(2 * LARGEST_BLOCK),
    edgeValue: new Float32Array(2 * LARGEST_BLOCK),
    edgeProof: new Int8Array(2 * LARGEST_BLOCK),
    freeBlocks: new Int32Array(blockClass(LARGEST_BLOCK) + 1).fill(NO_BLOCK),
    slots: new Int32Array(2 * SMALLEST_NODES),
  };
  if (treeBytes(tree) > memoryBytes) refuseMemory(tree);
  return tree;
};

export const clearTree = (tree: SearchTree): void => {
  tree.nodeCount = 0;
  tree.edgeCount = 0;
  tree.childCount = 0;
  tree.freeBlocks.fill(NO_BLOCK);
  tree.slots.fill(0);
};

/** Bytes of all arrays, used or not. */
export const treeBytes = (tree: SearchTree): number =>
  tree.mover.length * NODE_BYTES +
  tree.slots.length * SLOT_BYTES +
  tree.action.length * EDGE_BYTES +
  tree.child.length * CHILD_BYTES;

/** Makes room for one more simulation: a node with its edges, and children for the root and for the node above. */
export const reserveSimulation = (tree: SearchTree): void => {
  if (tree.nodeCount === tree.mover.length) growNodes(tree, grown(tree.mover.length));
  if (tree.edgeCount + MAX_LEGAL_ACTIONS > tree.action.length) growEdges(tree, grown(tree.action.length));
  if (tree.childCount + 2 * LARGEST_BLOCK > tree.child.length) growChildren(tree, grown(tree.child.length));
};

/** Makes room for so many simulations at once, which saves copying; memory that stays untouched costs nothing. */
export const reserveSimulations = (tree: SearchTree, simulations: number, edgesEach: number): void => {
  const nodes = tree.nodeCount + simulations + 1;
  const edges = tree.edgeCount + Math.ceil(simulations * edgesEach) + MAX_LEGAL_ACTIONS;
  if (nodes > tree.mover.length) growNodes(tree, nodes);
  if (edges > tree.action.length) growEdges(tree, edges);
};

/** Writes a node for `position` without edges; the caller has looked that there is none and has reserved room. */
export const claimNode = (tree: SearchTree, { hashLow, hashHigh, mover }: Position): number => {
  const node = tree.nodeCount++;
  tree.hashLow[node] = hashLow;
  tree.hashHigh[node] = hashHigh;
  tree.mover[node] = mover;
  tree.state[node] = PENDING;
  tree.proof[node] = UNPROVEN;
  tree.distance[node] = 0;
  tree.evaluation[node] = 0;
  tree.visits[node] = 0;
  tree.valueSum[node] = 0;
  tree.edgeStart[node] = tree.edgeCount;
  tree.edges[node] = 0;
  tree.childStart[node] = NO_CHILDREN;
  tree.childRoom[node] = 0;
  tree.opened[node] = 0;
  enterSlot(tree, node);
  return node;
};

/** Sees to it that a node has slots for its first `count` edges; their old contents move along. */
export const claimChildren = (tree: SearchTree, node: number, count: number): void => {
  const { childStart, childRoom, child, edgeVisits, edgeValue, edgeProof } = tree;
  const oldRoom = childRoom[node];
  if (count <= oldRoom) return;
  let room = SMALLEST_BLOCK;
  while (room < count) room *= 2;
  const from = childStart[node];
  const into = takeBlock(tree, room);
  for (let edge = 0; edge < oldRoom; edge++) {
    child[into + edge] = child[from + edge];
    edgeVisits[into + edge] = edgeVisits[from + edge];
    edgeValue[into + edge] = edgeValue[from + edge];
    edgeProof[into + edge] = edgeProof[from + edge];
  }
  for (let slot = into + oldRoom; slot < into + room; slot++) {
    child[slot] = NO_NODE;
    edgeVisits[slot] = 0;
    edgeProof[slot] = UNPROVEN;
  }
  if (oldRoom > 0) {
    child[from] = tree.freeBlocks[blockClass(oldRoom)];
    tree.freeBlocks[blockClass(oldRoom)] = from;
  }
  childStart[node] = into;
  childRoom[node] = room;
};

/** log₂ of a power of two. */
const blockClass = (room: number): number => 31 - Math.clz32(room);

const takeBlock = (tree: SearchTree, room: number): number => {
  const free = tree.freeBlocks[blockClass(room)];
  if (free !== NO_BLOCK) {
    tree.freeBlocks[blockClass(room)] = tree.child[free];
    return free;
  }
  tree.childCount += room;
  return tree.childCount - room;
};

/** Brings an edge up to date with its child. */
export const refreshEdge = (tree: SearchTree, slot: number): void => {
  const child = tree.child[slot];
  tree.edgeProof[slot] = tree.proof[child];
  tree.edgeValue[slot] = tree.proof[child] === UNPROVEN ? tree.valueSum[child] / tree.visits[child] : tree.proof[child];
};

/** The node of a position, or `NO_NODE`. Equal hashes are taken for equal positions: with 64 bits, one tree of a million nodes in 10⁷ errs. */
export const findNode = (tree: SearchTree, low: number, high: number): number => {
  const { slots, hashLow, hashHigh } = tree;
  const mask = slots.length - 1;
  for (let slot = low & mask; ; slot = (slot + 1) & mask) {
    const node = slots[slot] - 1;
    if (node === NO_NODE || (hashLow[node] === low && hashHigh[node] === high)) return node;
  }
};

export const enterSlot = ({ slots, hashLow }: SearchTree, node: number): void => {
  const mask = slots.length - 1;
  let slot = hashLow[node] & mask;
  while (slots[slot] !== 0) slot = (slot + 1) & mask;
  slots[slot] = node + 1;
};

/** Half as much again: doubling would hold twice the memory of a large tree while it copies. */
const grown = (length: number): number => length + Math.ceil(length / 2);

const growNodes = (tree: SearchTree, length: number): void => {
  const slotCount = 2 ** Math.ceil(Math.log2(2 * length));
  const more = (length - tree.mover.length) * NODE_BYTES + (slotCount - tree.slots.length) * SLOT_BYTES;
  if (treeBytes(tree) + more > tree.memoryBytes) refuseMemory(tree);
  const old = { ...tree };
  Object.assign(tree, allocateNodes(length));
  for (const name of Object.keys(NODE_ARRAYS) as (keyof typeof NODE_ARRAYS)[]) tree[name].set(old[name]);
  if (slotCount > tree.slots.length) {
    tree.slots = new Int32Array(slotCount);
    for (let node = 0; node < tree.nodeCount; node++) enterSlot(tree, node);
  }
};

const growEdges = (tree: SearchTree, wanted: number): void => {
  const length = roomFor(tree, tree.action.length, wanted, EDGE_BYTES);
  tree.action = copied(tree.action, new Uint16Array(length));
  tree.prior = copied(tree.prior, new Float32Array(length));
};

const growChildren = (tree: SearchTree, wanted: number): void => {
  const length = roomFor(tree, tree.child.length, wanted, CHILD_BYTES);
  tree.child = copied(tree.child, new Int32Array(length));
  tree.edgeVisits = copied(tree.edgeVisits, new Uint32Array(length));
  tree.edgeValue = copied(tree.edgeValue, new Float32Array(length));
  tree.edgeProof = copied(tree.edgeProof, new Int8Array(length));
};

/** The wanted length of an array, or the longest that the bound leaves room for if that still helps. */
const roomFor = (tree: SearchTree, length: number, wanted: number, bytesEach: number): number => {
  const left = Math.floor((tree.memoryBytes - treeBytes(tree)) / bytesEach);
  if (left < 2 * LARGEST_BLOCK) refuseMemory(tree);
  return Math.min(wanted, length + left);
};

const copied = <T extends { set(from: T): void }>(from: T, into: T): T => {
  into.set(from);
  return into;
};

/** A tree as large as its bound allows. The search decides whether that is an error. */
export class TreeFull extends InvalidInput {}

const refuseMemory = (tree: SearchTree): never => {
  const bound = `${(tree.memoryBytes / 2 ** 20).toFixed(1)} MB`;
  throw new TreeFull(
    'search',
    `${tree.nodeCount} nodes`,
    `the tree may not grow beyond ${bound}; search fewer simulations or allow more memory`,
  );
};

type NodeArrays = { [Name in keyof typeof NODE_ARRAYS]: InstanceType<(typeof NODE_ARRAYS)[Name]> };

const allocateNodes = (length: number): NodeArrays =>
  Object.fromEntries(Object.entries(NODE_ARRAYS).map(([name, Kind]) => [name, new Kind(length)])) as NodeArrays;
