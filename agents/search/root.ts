/** The root of a search: its noise, which edge gets the next simulation, and the policy and choice that come out. */
import { MAX_LEGAL_ACTIONS, type Player, type Rng, signOf } from '../../env/index.ts';
import { hasValue, improvePolicy, mixedValue, valueWeight } from './gumbel.ts';
import { fillDirichlet, randomGumbel } from './noise.ts';
import { consideredFor, type SearchOptions } from './options.ts';
import { puctEdge } from './puct.ts';
import {
  allocateHalving,
  beginHalving,
  bestConsidered,
  type Halving,
  nextConsidered,
  takeBackConsidered,
} from './sequential-halving.ts';
import { decisiveEdge } from './solver.ts';
import { claimChildren, NO_CHILDREN, NO_EDGE, ROOT, type SearchTree, UNPROVEN } from './tree.ts';

export type Root = {
  readonly prior: Float64Array; // [181] by edge, with noise
  readonly gumbel: Float64Array; // [181] by edge
  readonly halving: Halving;
};

export const allocateRoot = (): Root => ({
  prior: new Float64Array(MAX_LEGAL_ACTIONS),
  gumbel: new Float64Array(MAX_LEGAL_ACTIONS),
  halving: allocateHalving(),
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
  const { gumbelScale, noiseShare, noiseTotal } = options;
  const count = tree.edges[ROOT];
  claimChildren(tree, ROOT, count);
  tree.opened[ROOT] = count; // noise gives a root's edges another order
  const first = tree.edgeStart[ROOT];
  root.gumbel.fill(0);
  if (options.root === 'gumbel') {
    for (let edge = 0; edge < count; edge++) {
      root.prior[edge] = tree.prior[first + edge];
      if (gumbelScale > 0) root.gumbel[edge] = gumbelScale * randomGumbel(rng);
    }
    const budget = Number.isFinite(simulations) ? simulations : FIRST_TIMED_HALVING;
    beginHalving(root.halving, count, consideredFor(options, budget), budget, edgeScore(root, tree, options));
    return;
  }
  if (noiseShare > 0) fillDirichlet(root.prior, count, noiseTotal / count, rng);
  for (let edge = 0; edge < count; edge++) {
    root.prior[edge] = (1 - noiseShare) * tree.prior[first + edge] + noiseShare * root.prior[edge];
  }
};

/** The root's edge for the next simulation, or `NO_EDGE` if all are proven lost. */
export const chooseRootEdge = (root: Root, tree: SearchTree, options: SearchOptions): number => {
  if (options.root === 'puct') return puctEdge(tree, ROOT, root.prior, 0, options);
  const { halving } = root;
  const isLost = (edge: number): boolean => isProvenLost(tree, edge);
  const score = edgeScore(root, tree, options);
  const edge = nextConsidered(halving, score, isLost);
  if (edge !== NO_EDGE) return edge;
  // Either the halving is over (only the clock goes on), or all considered edges are lost and others must be tried.
  const isOver = halving.spent >= halving.budget;
  const budget = isOver ? 2 * halving.budget : halving.budget - halving.spent;
  beginHalving(halving, tree.edges[ROOT], consideredFor(options, budget), budget, score);
  return nextConsidered(halving, score, isLost);
};

/** Tells the root that the simulation of the edge it chose last was not made. */
export const takeBackRootEdge = ({ halving }: Root, { root }: SearchOptions): void => {
  if (root === 'gumbel') takeBackConsidered(halving);
};

/** What the search would play: a proven win, else the best by the root rule, else the longest loss. */
export const bestRootEdge = (root: Root, tree: SearchTree, options: SearchOptions): number => {
  // A root that was proven as it was made has the action to play as its first edge.
  if (tree.proof[ROOT] !== UNPROVEN) return tree.childStart[ROOT] === NO_CHILDREN ? 0 : decisiveEdge(tree, ROOT);
  const score = edgeScore(root, tree, options);
  if (options.root === 'gumbel') {
    const considered = bestConsidered(root.halving, score);
    if (considered !== NO_EDGE) return considered;
  }
  return argmax(tree.edges[ROOT], options.root === 'gumbel' ? score : (edge) => visitScore(root, tree, edge));
};

/** Visits first, the prior among equals; lost edges last. */
const visitScore = ({ prior }: Root, tree: SearchTree, edge: number): number =>
  isProvenLost(tree, edge) ? Number.NEGATIVE_INFINITY : tree.edgeVisits[tree.childStart[ROOT] + edge] + prior[edge];

/** Fills `out` with the policy that the search recommends, by edge: the target for learning, and what is sampled from. */
export const rootPolicy = (root: Root, tree: SearchTree, options: SearchOptions, out: Float64Array): void => {
  const count = tree.edges[ROOT];
  const won = tree.proof[ROOT] === signOf(tree.mover[ROOT] as Player);
  if (won || tree.childStart[ROOT] === NO_CHILDREN) {
    out.fill(0);
    out[bestRootEdge(root, tree, options)] = 1;
    return;
  }
  const first = tree.edgeStart[ROOT];
  const lost = tree.proof[ROOT] !== UNPROVEN;
  const isOpen = (edge: number): boolean => lost || !isProvenLost(tree, edge);
  if (options.root === 'gumbel') {
    const priors = Array.from({ length: count }, (_, edge) => (isOpen(edge) ? tree.prior[first + edge] : 0));
    improvePolicy(priors, completedValues(tree), valueWeight(options, mostVisits(tree)), out);
    return;
  }
  const visits = Array.from({ length: count }, (_, edge) =>
    isOpen(edge) ? tree.edgeVisits[tree.childStart[ROOT] + edge] : 0,
  );
  const sum = visits.reduce((total, visit) => total + visit, 0);
  for (let edge = 0; edge < count; edge++) out[edge] = sum > 0 ? visits[edge] / sum : tree.prior[first + edge];
};

/** The value of each of the root's edges for the mover; unvisited ones get the mixed value. */
export const completedValues = (tree: SearchTree): Float64Array => {
  const sign = signOf(tree.mover[ROOT] as Player);
  const mixed = mixedValue(tree, ROOT);
  const start = tree.childStart[ROOT];
  return Float64Array.from({ length: tree.edges[ROOT] }, (_, edge) =>
    hasValue(tree, start + edge) ? sign * tree.edgeValue[start + edge] : mixed,
  );
};

/** Gumbel noise, log prior and value together: what the halving ranks by. */
const edgeScore = (root: Root, tree: SearchTree, options: SearchOptions): ((edge: number) => number) => {
  let values: Float64Array | null = null; // made when first asked for: most simulations rank nothing
  let weight = 0;
  return (edge) => {
    if (isProvenLost(tree, edge)) return Number.NEGATIVE_INFINITY;
    if (values === null) {
      values = completedValues(tree);
      weight = valueWeight(options, mostVisits(tree));
    }
    // The smallest prior instead of 0, whose logarithm would make two impossible edges incomparable.
    const logit = Math.log(Math.max(root.prior[edge], Number.MIN_VALUE));
    return root.gumbel[edge] + logit + weight * values[edge];
  };
};

const isProvenLost = ({ childStart, edgeProof, mover }: SearchTree, edge: number): boolean =>
  edgeProof[childStart[ROOT] + edge] === -signOf(mover[ROOT] as Player);

const mostVisits = ({ childStart, edges, edgeVisits }: SearchTree): number => {
  let most = 0;
  for (let slot = childStart[ROOT]; slot < childStart[ROOT] + edges[ROOT]; slot++) {
    if (edgeVisits[slot] > most) most = edgeVisits[slot];
  }
  return most;
};

const argmax = (count: number, score: (edge: number) => number): number => {
  let best = 0;
  for (let edge = 1; edge < count; edge++) if (score(edge) > score(best)) best = edge;
  return best;
};
