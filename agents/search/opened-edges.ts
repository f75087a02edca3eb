/**
 * Edges that simulations have taken, or may take next. Edges are opened in the order of their priors, and the next one is
 * looked for only before an edge is chosen, since most nodes are never passed through. So the first `opened` edges of a
 * node stand in falling order and may have a child, and choosing costs no more than that. Their records come in
 * blocks that double; while any edge is left, a block that was claimed has room for the next one too. Hot.
 */
import { actionOf, type PackedEdge, packEdge } from './packed-edge.ts';
import type { SearchTree } from './tree.ts';
import * as records from './tree.ts';

// Hot: as constants of this module, not as imports (see `env/rules.ts`).
const {
  CHILD,
  EDGE_VALUE,
  EDGE_VISITS,
  edgeStartOf,
  edgesOf,
  LEADING,
  leadingEdgeOf,
  meanOf,
  NEARLY_CERTAIN,
  NO_EDGE,
  NO_NODE,
  NODE_BYTES,
  NODE_WORDS,
  OPENED,
  OPENED_START,
  OPENED_WORDS,
  openedAt,
  openedOf,
  PACKED,
  PLAN,
  PLANNED,
  proofOf,
  ROOM,
  UNPROVEN,
} = records;

const SMALLEST_BLOCK = 4;
export const LARGEST_BLOCK = 256;
export const NO_BLOCK = -1;
const NOT_READY = 0; // no edge: an action packs to more

/** Looks for the likeliest edge of a node that is not opened, unless it is ready: before an edge is chosen. */
export const readyEdge = (tree: SearchTree, node: number): void => {
  const opened = openedOf(tree, node);
  if (opened === edgesOf(tree, node)) return;
  if (opened === 0) claimRoom(tree, node);
  const at = openedAt(tree, node, opened) + PACKED;
  if (tree.openedInts[at] === NOT_READY) {
    tree.openedInts[at] = opened < LEADING ? leadingEdgeOf(tree, node, opened) : sortOut(tree, node, opened);
  }
};

/** Counts the edge that is ready as opened and makes room for the next. */
export const openEdge = (tree: SearchTree, node: number): void => {
  tree.nodeBytes[node * NODE_BYTES + OPENED]++;
  claimRoom(tree, node);
};

/** Whether a node's block has room for one more edge than the one that is ready, so that opening does not move it. */
export const hasRoom = ({ nodeBytes }: SearchTree, node: number): boolean =>
  nodeBytes[node * NODE_BYTES + OPENED] + 1 < 1 << nodeBytes[node * NODE_BYTES + ROOM];

/** Notes an edge to be chosen later; at most `LONGEST_PLAN` at a time. */
export const planEdge = ({ nodeBytes }: SearchTree, node: number, edge: number): void => {
  const at = node * NODE_BYTES;
  nodeBytes[at + PLAN + nodeBytes[at + PLANNED]++] = edge;
};

/** Takes back the edge that was noted last, or `NO_EDGE`. */
export const takePlanned = ({ nodeBytes }: SearchTree, node: number): number => {
  const at = node * NODE_BYTES;
  return nodeBytes[at + PLANNED] === 0 ? NO_EDGE : nodeBytes[at + PLAN + --nodeBytes[at + PLANNED]];
};

/** Makes all edges of a node ready, in the order of their priors. */
export const readyAllEdges = (tree: SearchTree, node: number): void => {
  const start = edgeStartOf(tree, node);
  const count = edgesOf(tree, node);
  const unopened = tree.edge.subarray(start + openedOf(tree, node), start + count);
  unopened.sort().reverse();
  claimOpened(tree, node, count);
  for (let edge = 0; edge < count; edge++) {
    tree.openedInts[openedAt(tree, node, edge) + PACKED] = tree.edge[start + edge];
  }
};

/**
 * Gives the edges of a node, which are all ready, other priors to be chosen by, and puts those that are not opened in the order
 * that comes out. What the evaluator thinks of them stays known.
 */
export const reweighEdges = (tree: SearchTree, node: number, priors: ArrayLike<number>): void => {
  const [start, count, opened] = [edgeStartOf(tree, node), edgesOf(tree, node), openedOf(tree, node)];
  const edges = Array.from(tree.edge.subarray(start, start + count));
  const order = Array.from(edges.keys()).sort((a, b) =>
    a < opened || b < opened ? a - b : priors[b] - priors[a] || a - b,
  );
  for (const [place, edge] of order.entries()) {
    tree.edge[start + place] = edges[edge];
    tree.openedInts[openedAt(tree, node, place) + PACKED] = packEdge(actionOf(edges[edge]), priors[edge]);
  }
};

/** Counts all edges as opened, so that they can be chosen in any order; they are ready. */
export const openAllEdges = (tree: SearchTree, node: number): void => {
  tree.nodeBytes[node * NODE_BYTES + OPENED] = edgesOf(tree, node);
};

/** Swaps the likeliest of a node's edges from `index` on to that place. */
const sortOut = (tree: SearchTree, node: number, index: number): PackedEdge => {
  const { edge } = tree;
  const first = edgeStartOf(tree, node) + index;
  const end = edgeStartOf(tree, node) + edgesOf(tree, node);
  let best = first;
  let likeliest = edge[first];
  for (let at = first + 1; at < end; at++) {
    if (edge[at] <= likeliest) continue;
    best = at;
    likeliest = edge[at];
  }
  edge[best] = edge[first];
  edge[first] = likeliest;
  return likeliest;
};

/** Makes room for a node's opened edges and the next; their old contents move along. */
const claimRoom = (tree: SearchTree, node: number): void =>
  claimOpened(tree, node, Math.min(openedOf(tree, node) + 1, edgesOf(tree, node)));

/** Makes sure that a node has records for its first `count` edges. */
const claimOpened = (tree: SearchTree, node: number, count: number): void => {
  const { nodeInts, nodeBytes, openedInts } = tree;
  const at = node * NODE_WORDS;
  const oldClass = nodeBytes[at * 4 + ROOM];
  const oldRoom = oldClass === 0 ? 0 : 1 << oldClass;
  if (count <= oldRoom) return;
  let room = SMALLEST_BLOCK;
  while (room < count) room *= 2;
  const from = nodeInts[at + OPENED_START];
  const into = takeBlock(tree, room);
  for (let word = 0; word < oldRoom * OPENED_WORDS; word++) {
    openedInts[into * OPENED_WORDS + word] = openedInts[from * OPENED_WORDS + word];
  }
  for (let opened = into + oldRoom; opened < into + room; opened++) {
    openedInts[opened * OPENED_WORDS + CHILD] = NO_NODE;
    openedInts[opened * OPENED_WORDS + EDGE_VISITS] = 0;
    openedInts[opened * OPENED_WORDS + EDGE_VALUE] = 0;
    openedInts[opened * OPENED_WORDS + PACKED] = NOT_READY;
  }
  if (oldRoom > 0) {
    openedInts[from * OPENED_WORDS + CHILD] = tree.freeBlocks[oldClass];
    tree.freeBlocks[oldClass] = from;
  }
  nodeInts[at + OPENED_START] = into;
  nodeBytes[at * 4 + ROOM] = blockClass(room);
};

/** log₂ of a power of two. */
const blockClass = (room: number): number => 31 - Math.clz32(room);

const takeBlock = (tree: SearchTree, room: number): number => {
  const free = tree.freeBlocks[blockClass(room)];
  if (free !== NO_BLOCK) {
    tree.freeBlocks[blockClass(room)] = tree.openedInts[free * OPENED_WORDS + CHILD];
    return free;
  }
  tree.openedCount += room;
  return tree.openedCount - room;
};

/** Copies the records of a node's opened edges from the tree that it came from; they name children there. */
export const copyOpened = (from: SearchTree, into: SearchTree, copy: number): number => {
  const first = openedAt(into, copy, 0); // until here a copied node names the opened edges of the old tree
  const count = openedOf(into, copy);
  claimRoom(into, copy);
  into.openedInts.set(from.openedInts.subarray(first, first + count * OPENED_WORDS), openedAt(into, copy, 0));
  return count;
};

/** Brings the record of an opened edge up to date with its child. */
export const refreshEdge = (tree: SearchTree, opened: number): void => {
  const child = tree.openedInts[opened + CHILD];
  const proof = proofOf(tree, child);
  const value = proof === UNPROVEN ? meanOf(tree, child) : proof;
  tree.openedFloats[opened + EDGE_VALUE] =
    proof !== UNPROVEN || (value < NEARLY_CERTAIN && value > -NEARLY_CERTAIN)
      ? value
      : Math.sign(value) * NEARLY_CERTAIN;
};
