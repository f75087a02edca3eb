/** Where a search tree lives: its arrays are made small, grow by half, and never beyond a bound. */
import { InvalidInput, MAX_LEGAL_ACTIONS } from '../../env/index.ts';
import { LARGEST_BLOCK, NO_BLOCK } from './opened-edges.ts';
import { enterTable, NODE_BYTES, NODE_WORDS, OPENED_WORDS, type SearchTree } from './tree.ts';

const TABLE_BYTES = 4;
const EDGE_BYTES = 4;
const OPENED_BYTES = 4 * OPENED_WORDS;

/** The average of random play. */
const TYPICAL_EDGES = 57;
const TYPICAL_OPENED = 6;
/** Trees from full boards had 2.4 to 3.9 for each simulation. */
const RESERVED_OPENED = 4;
/** What a node of a large tree takes in all. */
export const TYPICAL_NODE_BYTES: number =
  NODE_BYTES + 4 * TABLE_BYTES + TYPICAL_EDGES * EDGE_BYTES + TYPICAL_OPENED * OPENED_BYTES;

const SMALLEST_NODES = 64;

export const allocateTree = (memoryBytes: number): SearchTree => {
  const tree: SearchTree = {
    memoryBytes,
    nodeCount: 0,
    edgeCount: 0,
    openedCount: 0,
    ...allocateNodes(SMALLEST_NODES),
    edge: new Int32Array(2 * MAX_LEGAL_ACTIONS),
    ...allocateOpened(2 * LARGEST_BLOCK),
    freeBlocks: new Int32Array(Math.log2(LARGEST_BLOCK) + 1).fill(NO_BLOCK),
    table: new Int32Array(2 * SMALLEST_NODES),
  };
  if (treeBytes(tree) > memoryBytes) refuseMemory(tree);
  return tree;
};

export const clearTree = (tree: SearchTree): void => {
  tree.nodeCount = 0;
  tree.edgeCount = 0;
  tree.openedCount = 0;
  tree.freeBlocks.fill(NO_BLOCK);
  tree.table.fill(0);
};

/** Bytes of all arrays, used or not. */
export const treeBytes = ({ nodeBytes, edge, openedInts, table }: SearchTree): number =>
  nodeBytes.byteLength + edge.byteLength + openedInts.byteLength + table.byteLength;

/** Nodes, and opened edges, that there is room for. */
const nodeRoom = ({ nodeInts }: SearchTree): number => nodeInts.length / NODE_WORDS;
const openedRoom = ({ openedInts }: SearchTree): number => openedInts.length / OPENED_WORDS;

/** Makes room for one more simulation: a node with its edges, and opened edges for the root and for the node above. */
export const reserveSimulation = (tree: SearchTree): void => {
  if (tree.nodeCount === nodeRoom(tree)) growNodes(tree, grown(nodeRoom(tree)));
  if (tree.edgeCount + MAX_LEGAL_ACTIONS > tree.edge.length) growEdges(tree, grown(tree.edge.length));
  if (tree.openedCount + 2 * LARGEST_BLOCK > openedRoom(tree)) growOpened(tree, grown(openedRoom(tree)));
};

/** Makes room for this many simulations at once, which saves copying; untouched memory costs nothing. */
export const reserveSimulations = (tree: SearchTree, simulations: number, edgesEach: number): void => {
  const nodes = tree.nodeCount + simulations + 1;
  const edges = tree.edgeCount + Math.ceil(simulations * edgesEach) + MAX_LEGAL_ACTIONS;
  if (nodes > nodeRoom(tree)) growNodes(tree, nodes);
  const opened = tree.openedCount + simulations * RESERVED_OPENED + 2 * LARGEST_BLOCK;
  if (edges > tree.edge.length) growEdges(tree, edges);
  if (opened > openedRoom(tree)) growOpened(tree, opened);
};

/** Half as much again: doubling would hold twice the memory of a large tree while it copies. */
const grown = (length: number): number => length + Math.ceil(length / 2);

const growNodes = (tree: SearchTree, length: number): void => {
  const places = 2 ** Math.ceil(Math.log2(2 * length));
  const more = (length - nodeRoom(tree)) * NODE_BYTES + (places - tree.table.length) * TABLE_BYTES;
  if (treeBytes(tree) + more > tree.memoryBytes) refuseMemory(tree);
  const old = tree.nodeInts;
  Object.assign(tree, allocateNodes(length));
  tree.nodeInts.set(old);
  if (places <= tree.table.length) return;
  tree.table = new Int32Array(places);
  for (let node = 0; node < tree.nodeCount; node++) enterTable(tree, node);
};

const growEdges = (tree: SearchTree, wanted: number): void => {
  const old = tree.edge;
  tree.edge = new Int32Array(roomFor(tree, old.length, wanted, EDGE_BYTES));
  tree.edge.set(old);
};

const growOpened = (tree: SearchTree, wanted: number): void => {
  const old = tree.openedInts;
  Object.assign(tree, allocateOpened(roomFor(tree, openedRoom(tree), wanted, OPENED_BYTES)));
  tree.openedInts.set(old);
};

/** The wanted length of an array, or the longest that the bound leaves room for if that still helps. */
const roomFor = (tree: SearchTree, length: number, wanted: number, bytesEach: number): number => {
  const left = Math.floor((tree.memoryBytes - treeBytes(tree)) / bytesEach);
  if (left < 2 * LARGEST_BLOCK) refuseMemory(tree);
  return Math.min(wanted, length + left);
};

type NodeArrays = Pick<SearchTree, 'nodeInts' | 'nodeFloats' | 'nodeDoubles' | 'nodeBytes'>;

/** One block of memory, seen in four ways. */
const allocateNodes = (count: number): NodeArrays => {
  const memory = new ArrayBuffer(count * NODE_BYTES);
  return {
    nodeInts: new Int32Array(memory),
    nodeFloats: new Float32Array(memory),
    nodeDoubles: new Float64Array(memory),
    nodeBytes: new Uint8Array(memory),
  };
};

const allocateOpened = (count: number): Pick<SearchTree, 'openedInts' | 'openedFloats'> => {
  const memory = new ArrayBuffer(count * OPENED_BYTES);
  return { openedInts: new Int32Array(memory), openedFloats: new Float32Array(memory) };
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
