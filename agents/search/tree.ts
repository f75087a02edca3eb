/**
 * The search tree as arrays. It is a graph: a position reached in two ways is one node, found by its hash (captures of a
 * turn often commute, and the game has no cycles). Values are kept for white, proofs too, so that no sign ever depends
 * on depth; `signOf(mover)` turns them towards whoever chooses. Hot.
 *
 * A node's edges are its legal actions, the likeliest first. Searches open them in this order, so the edges that have a
 * child are the first `opened` ones and choosing costs no more than that (only at a root may there be gaps). Most nodes
 * are never passed through: they own no children, only actions and priors.
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

/** In `SearchTree.proof`: white wins with best play, black does, or neither is proven. */
export const WHITE_WINS = 1;
export const BLACK_WINS = -1;
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
  effort: Float32Array; // [N × 2 players] proof number of a win for that player
  evaluation: Float32Array; // [N] the evaluator's value, for white
  visits: Uint32Array; // [N] its own evaluation and every simulation that passed through
  valueSum: Float64Array; // [N] of what those visits brought, for white
  edgeStart: Int32Array; // [N] its first edge
  edges: Uint8Array; // [N] how many
  childStart: Int32Array; // [N] its first child slot, as many as it has edges, or `NO_CHILDREN`
  opened: Uint8Array; // [N] edges before this one may have a child, later ones have none

  action: Uint16Array; // [E]
  prior: Float32Array; // [E] falls along a node's edges

  child: Int32Array; // [C] the node that an edge leads to, or `NO_NODE`
  edgeVisits: Uint32Array; // [C] simulations that took this edge

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
  opened: Uint8Array,
} as const;
const NODE_BYTES = Object.values(NODE_ARRAYS).reduce((sum, { BYTES_PER_ELEMENT }) => sum + BYTES_PER_ELEMENT, 2 * 4);
const SLOT_BYTES = 4;
const EDGE_BYTES = 2 + 4;
const CHILD_BYTES = 4 + 4;

/** What a node of a large tree takes in all, with 57 edges (the average of random play) and a third of the nodes passed through. */
export const TYPICAL_NODE_BYTES: number = NODE_BYTES + 4 * SLOT_BYTES + 57 * EDGE_BYTES + 19 * CHILD_BYTES;

const SMALLEST_NODES = 64;

export const allocateTree = (memoryBytes: number): SearchTree => {
  const tree: SearchTree = {
    memoryBytes,
    nodeCount: 0,
    edgeCount: 0,
    childCount: 0,
    ...allocateNodes(SMALLEST_NODES),
    action: new Uint16Array(2 * MAX_LEGAL_ACTIONS),
    prior: new Float32Array(2 * MAX_LEGAL_ACTIONS),
    child: new Int32Array(2 * MAX_LEGAL_ACTIONS),
    edgeVisits: new Uint32Array(2 * MAX_LEGAL_ACTIONS),
    slots: new Int32Array(2 * SMALLEST_NODES),
  };
  if (treeBytes(tree) > memoryBytes) refuseMemory(tree);
  return tree;
};

export const clearTree = (tree: SearchTree): void => {
  tree.nodeCount = 0;
  tree.edgeCount = 0;
  tree.childCount = 0;
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
  if (tree.nodeCount === tree.mover.length) growNodes(tree);
  if (tree.edgeCount + MAX_LEGAL_ACTIONS > tree.action.length) growEdges(tree);
  if (tree.childCount + 2 * MAX_LEGAL_ACTIONS > tree.child.length) growChildren(tree);
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
  tree.opened[node] = 0;
  enterSlot(tree, node);
  return node;
};

/** Gives a node its child slots, all without a child. */
export const claimChildren = (tree: SearchTree, node: number): void => {
  const start = tree.childCount;
  tree.childStart[node] = start;
  tree.childCount += tree.edges[node];
  tree.child.fill(NO_NODE, start, tree.childCount);
  tree.edgeVisits.fill(0, start, tree.childCount);
};

/** The node of a position, or `NO_NODE`. Equal hashes are taken for equal positions: 64 bits err once in 10¹³ trees. */
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

const growNodes = (tree: SearchTree): void => {
  const length = grown(tree.mover.length);
  const slotCount = 2 ** Math.ceil(Math.log2(2 * length));
  const more = (length - tree.mover.length) * NODE_BYTES + (slotCount - tree.slots.length) * SLOT_BYTES;
  if (treeBytes(tree) + more > tree.memoryBytes) refuseMemory(tree);
  const old = { ...tree };
  Object.assign(tree, allocateNodes(length));
  for (const name of Object.keys(NODE_ARRAYS) as (keyof typeof NODE_ARRAYS)[]) tree[name].set(old[name]);
  tree.effort.set(old.effort);
  if (slotCount > tree.slots.length) {
    tree.slots = new Int32Array(slotCount);
    for (let node = 0; node < tree.nodeCount; node++) enterSlot(tree, node);
  }
};

const growEdges = (tree: SearchTree): void => {
  const length = roomFor(tree, tree.action.length, EDGE_BYTES);
  tree.action = copied(tree.action, new Uint16Array(length));
  tree.prior = copied(tree.prior, new Float32Array(length));
};

const growChildren = (tree: SearchTree): void => {
  const length = roomFor(tree, tree.child.length, CHILD_BYTES);
  tree.child = copied(tree.child, new Int32Array(length));
  tree.edgeVisits = copied(tree.edgeVisits, new Uint32Array(length));
};

/** The next length of an array, or the longest that the bound leaves room for if that still helps. */
const roomFor = (tree: SearchTree, length: number, bytesEach: number): number => {
  const left = Math.floor((tree.memoryBytes - treeBytes(tree)) / bytesEach);
  if (left < 2 * MAX_LEGAL_ACTIONS) refuseMemory(tree);
  return Math.min(grown(length), length + left);
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

const allocateNodes = (length: number): NodeArrays & Pick<SearchTree, 'effort'> => ({
  ...(Object.fromEntries(Object.entries(NODE_ARRAYS).map(([name, Kind]) => [name, new Kind(length)])) as NodeArrays),
  effort: new Float32Array(2 * length),
});
