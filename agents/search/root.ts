/** The root of a search: its noise, which edge gets the next simulation, and the policy and choice that come out. */
import { MAX_LEGAL_ACTIONS, type Rng, signOf } from '../../env/index.ts';
import { improvePolicy, mixedValue, valueWeight } from './gumbel.ts';
import { fillDirichlet, randomGumbel } from './noise.ts';
import { openAllEdges, readyAllEdges } from './opened-edges.ts';
import { consideredFor, type SearchOptions } from './options.ts';
import { actionOf, packEdge } from './packed-edge.ts';
import { puctEdge } from './puct.ts';
import {
  allocateHalving,
  beginHalving,
  bestConsidered,
  type EdgeScore,
  type EdgeTest,
  type Halving,
  nextConsidered,
  takeBackConsidered,
} from './sequential-halving.ts';
import { decisiveEdge } from './solver.ts';
import {
  edgeStartOf,
  edgesOf,
  edgeValueAt,
  edgeVisitsAt,
  hasChildren,
  moverOf,
  NO_EDGE,
  openedAt,
  openedOf,
  PACKED,
  priorAt,
  proofOf,
  ROOT,
  type SearchTree,
  UNPROVEN,
} from './tree.ts';

export type Root = {
  readonly prior: Float64Array; // [181] by edge, with noise
  readonly gumbel: Float64Array; // [181] by edge
  readonly halving: Halving;
  isLost: EdgeTest; // of the tree that was prepared last
  scores: () => EdgeScore; // what its edges are worth at the time of asking
};

export const allocateRoot = (): Root => ({
  prior: new Float64Array(MAX_LEGAL_ACTIONS),
  gumbel: new Float64Array(MAX_LEGAL_ACTIONS),
  halving: allocateHalving(),
  isLost: () => false,
  scores: () => () => 0,
});

/** Simulations of the first halving when only the clock ends the search. */
const FIRST_TIMED_HALVING = 128;

/** Draws fresh noise and begins anew with an evaluated root. `simulations` is its budget. */
export const prepareRoot = (
  root: Root,
  tree: SearchTree,
  options: SearchOptions,
  simulations: number,
  rng: Rng,
): void => {
  const count = edgesOf(tree, ROOT);
  readyAllEdges(tree, ROOT);
  for (let edge = 0; edge < count; edge++) root.prior[edge] = priorAt(tree, ROOT, edge);
  root.gumbel.fill(0);
  root.isLost = (edge) => isProvenLost(tree, edge);
  root.scores = () => edgeScore(root, tree, options);
  if (options.root === 'puct') {
    if (options.noiseShare > 0) addNoise(root, tree, options, rng);
    return;
  }
  openAllEdges(tree, ROOT); // the halving takes them in the order of their scores
  const { gumbelScale } = options;
  for (let edge = 0; gumbelScale > 0 && edge < count; edge++) root.gumbel[edge] = gumbelScale * randomGumbel(rng);
  const budget = Number.isFinite(simulations) ? simulations : FIRST_TIMED_HALVING;
  beginHalving(root.halving, count, consideredFor(options, budget), budget, root.scores());
};

/** Mixes Dirichlet noise into the root's priors and puts the edges that are not opened in the order that comes out. */
const addNoise = (root: Root, tree: SearchTree, { noiseShare, noiseTotal }: SearchOptions, rng: Rng): void => {
  const [start, count, opened] = [edgeStartOf(tree, ROOT), edgesOf(tree, ROOT), openedOf(tree, ROOT)];
  const noise = new Float64Array(count);
  fillDirichlet(noise, count, noiseTotal / count, rng);
  const noisy = noise.map((share, edge) => (1 - noiseShare) * root.prior[edge] + noiseShare * share);
  const edges = Array.from(tree.edge.subarray(start, start + count));
  const order = Array.from(edges.keys()).sort((a, b) =>
    a < opened || b < opened ? a - b : noisy[b] - noisy[a] || a - b,
  );
  for (const [place, edge] of order.entries()) {
    root.prior[place] = noisy[edge];
    tree.edge[start + place] = edges[edge];
    tree.openedInts[openedAt(tree, ROOT, place) + PACKED] = packEdge(actionOf(edges[edge]), noisy[edge]);
  }
};

/** The root's edge for the next simulation, or `NO_EDGE` if all are proven lost. */
export const chooseRootEdge = (root: Root, tree: SearchTree, options: SearchOptions): number => {
  if (options.root === 'puct') return puctEdge(tree, ROOT, options);
  const { halving, scores, isLost } = root;
  const edge = nextConsidered(halving, scores, isLost);
  if (edge !== NO_EDGE) return edge;
  // Either the halving is over (only the clock goes on), or all considered edges are lost and others must be tried.
  const isOver = halving.spent >= halving.budget;
  const budget = isOver ? 2 * halving.budget : halving.budget - halving.spent;
  beginHalving(halving, edgesOf(tree, ROOT), consideredFor(options, budget), budget, scores());
  return nextConsidered(halving, scores, isLost);
};

/** Tells the root that the simulation of the edge it chose last was not made. */
export const takeBackRootEdge = ({ halving }: Root, { root }: SearchOptions): void => {
  if (root === 'gumbel') takeBackConsidered(halving);
};

/** What the search would play: a proven win, else the best by the root rule, else the longest loss. */
export const bestRootEdge = (root: Root, tree: SearchTree, options: SearchOptions): number => {
  // A root that was proven as it was made has the action to play as its first edge.
  if (proofOf(tree, ROOT) !== UNPROVEN) return hasChildren(tree, ROOT) ? decisiveEdge(tree, ROOT) : 0;
  const score = edgeScore(root, tree, options);
  if (options.root === 'gumbel') {
    const considered = bestConsidered(root.halving, score);
    if (considered !== NO_EDGE) return considered;
  }
  return argmax(edgesOf(tree, ROOT), options.root === 'gumbel' ? score : (edge) => visitScore(root, tree, edge));
};

/** Visits first, the prior among equals; lost edges last. */
const visitScore = ({ prior }: Root, tree: SearchTree, edge: number): number =>
  isProvenLost(tree, edge) ? Number.NEGATIVE_INFINITY : edgeVisitsAt(tree, ROOT, edge) + prior[edge];

/** Fills `out` with the policy that the search recommends, by edge: the target for learning, and what is sampled from. */
export const rootPolicy = (root: Root, tree: SearchTree, options: SearchOptions, out: Float64Array): void => {
  const count = edgesOf(tree, ROOT);
  const won = proofOf(tree, ROOT) === signOf(moverOf(tree, ROOT));
  if (won || !hasChildren(tree, ROOT)) {
    out.fill(0);
    out[bestRootEdge(root, tree, options)] = 1;
    return;
  }
  const lost = proofOf(tree, ROOT) !== UNPROVEN;
  const isOpen = (edge: number): boolean => lost || !isProvenLost(tree, edge);
  if (options.root === 'gumbel') {
    const priors = Array.from({ length: count }, (_, edge) => (isOpen(edge) ? priorAt(tree, ROOT, edge) : 0));
    improvePolicy(priors, completedValues(tree), valueWeight(options, mostVisits(tree)), out);
    return;
  }
  const visits = Array.from({ length: count }, (_, edge) => (isOpen(edge) ? edgeVisitsAt(tree, ROOT, edge) : 0));
  const sum = visits.reduce((total, visit) => total + visit, 0);
  for (let edge = 0; edge < count; edge++) out[edge] = sum > 0 ? visits[edge] / sum : priorAt(tree, ROOT, edge);
};

/** The value of each of the root's edges for the mover; unvisited ones get the mixed value. */
export const completedValues = (tree: SearchTree): Float64Array => {
  const sign = signOf(moverOf(tree, ROOT));
  const values = new Float64Array(edgesOf(tree, ROOT)).fill(mixedValue(tree, ROOT));
  for (let edge = 0; edge < values.length; edge++) {
    if (edgeVisitsAt(tree, ROOT, edge) > 0) values[edge] = sign * edgeValueAt(tree, ROOT, edge);
  }
  return values;
};

/** Gumbel noise, log prior and value together, as of now: what the halving ranks by. */
const edgeScore = (root: Root, tree: SearchTree, options: SearchOptions): EdgeScore => {
  const values = completedValues(tree);
  const weight = valueWeight(options, mostVisits(tree));
  return (edge) => {
    if (isProvenLost(tree, edge)) return Number.NEGATIVE_INFINITY;
    // The smallest prior instead of 0, whose logarithm would make two impossible edges incomparable.
    const logit = Math.log(Math.max(root.prior[edge], Number.MIN_VALUE));
    return root.gumbel[edge] + logit + weight * values[edge];
  };
};

const isProvenLost = (tree: SearchTree, edge: number): boolean =>
  edgeValueAt(tree, ROOT, edge) === -signOf(moverOf(tree, ROOT));

const mostVisits = (tree: SearchTree): number => {
  let most = 0;
  for (let edge = 0; edge < edgesOf(tree, ROOT); edge++) most = Math.max(most, edgeVisitsAt(tree, ROOT, edge));
  return most;
};

const argmax = (count: number, score: (edge: number) => number): number => {
  let best = 0;
  for (let edge = 1; edge < count; edge++) if (score(edge) > score(best)) best = edge;
  return best;
};
