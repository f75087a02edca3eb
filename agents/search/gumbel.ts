/**
 * Policy improvement by planning with Gumbel (Danihelka, Guez, Schrittwieser and Silver, ICLR 2022): what is known of the
 * visited actions becomes an improved policy, with the unvisited ones taken to be worth the mixed value (their appendix D);
 * inside the tree the action is chosen whose visits lag most behind that policy (their section 5). Hot.
 */
import { MAX_LEGAL_ACTIONS, type Player, signOf } from '../../env/index.ts';
import { valueFor } from './edge-value.ts';
import type { SearchOptions } from './options.ts';
import { NO_EDGE, NO_NODE, type SearchTree, UNPROVEN } from './tree.ts';

/** The factor of a value from −1 to 1 in σ: half of that of a winning chance. */
export const valueWeight = ({ visitOffset, valueScale }: SearchOptions, mostVisits: number): number =>
  ((visitOffset + mostVisits) * valueScale) / 2;

/** softmax(log prior + weight × value): never worse than the prior if values are exact, or the prior's own value where unknown. */
export const improvePolicy = (
  priors: ArrayLike<number>,
  values: ArrayLike<number>,
  weight: number,
  out: Float64Array,
): void => {
  let top = Number.NEGATIVE_INFINITY;
  for (let edge = 0; edge < priors.length; edge++) {
    if (priors[edge] > 0 && values[edge] > top) top = values[edge];
  }
  let sum = 0;
  for (let edge = 0; edge < priors.length; edge++) {
    out[edge] = priors[edge] > 0 ? priors[edge] * Math.exp(weight * (values[edge] - top)) : 0;
    sum += out[edge];
  }
  for (let edge = 0; edge < priors.length; edge++) out[edge] /= sum;
};

/** The evaluator's value of a node mixed with what its visited edges brought, for the mover. */
export const mixedValue = (tree: SearchTree, node: number): number => {
  const { child, edgeVisits, prior } = tree;
  const sign = signOf(tree.mover[node] as Player);
  const start = tree.childStart[node];
  const offset = tree.edgeStart[node];
  let visitSum = 0;
  let visitedPrior = 0;
  let weighted = 0;
  for (let edge = 0; edge < tree.opened[node]; edge++) {
    const visits = edgeVisits[start + edge];
    if (visits === 0) continue;
    visitSum += visits;
    visitedPrior += prior[offset + edge];
    weighted += prior[offset + edge] * valueFor(tree, child[start + edge], sign);
  }
  const own = sign * tree.evaluation[node];
  return visitedPrior === 0 ? own : (own + (visitSum * weighted) / visitedPrior) / (1 + visitSum);
};

/** Whether an edge has a value of its own: visited, or proven on another way. */
export const hasValue = ({ child, edgeVisits, proof }: SearchTree, slot: number): boolean =>
  edgeVisits[slot] > 0 || (child[slot] !== NO_NODE && proof[child[slot]] !== UNPROVEN);

const values = new Float64Array(MAX_LEGAL_ACTIONS);

/** The edge to follow inside the tree, or `NO_EDGE` if every edge is proven lost; a proven win is followed at once. */
export const gumbelEdge = (tree: SearchTree, node: number, options: SearchOptions): number => {
  const { child, edgeVisits, prior, proof } = tree;
  const sign = signOf(tree.mover[node] as Player);
  const start = tree.childStart[node];
  const offset = tree.edgeStart[node];
  const opened = tree.opened[node];
  if (opened === 0) return 0;
  const mixed = mixedValue(tree, node);
  let top = mixed;
  let visitSum = 0;
  let mostVisits = 0;
  let unopenedPrior = 1;
  for (let edge = 0; edge < opened; edge++) {
    const slot = start + edge;
    values[edge] = hasValue(tree, slot) ? valueFor(tree, child[slot], sign) : mixed;
    if (values[edge] > top) top = values[edge];
    visitSum += edgeVisits[slot];
    if (edgeVisits[slot] > mostVisits) mostVisits = edgeVisits[slot];
    unopenedPrior -= prior[offset + edge];
  }
  const weight = valueWeight(options, mostVisits);
  const unopenedFactor = Math.exp(weight * (mixed - top));
  let total = opened < tree.edges[node] ? Math.max(0, unopenedPrior) * unopenedFactor : 0;
  for (let edge = 0; edge < opened; edge++) {
    values[edge] = prior[offset + edge] * Math.exp(weight * (values[edge] - top));
    total += values[edge];
  }
  const perVisit = total / (1 + visitSum); // scores are compared before the division by the total
  let best = opened < tree.edges[node] ? opened : NO_EDGE;
  let bestScore = best === NO_EDGE ? Number.NEGATIVE_INFINITY : prior[offset + opened] * unopenedFactor;
  for (let edge = 0; edge < opened; edge++) {
    const there = child[start + edge];
    if (there !== NO_NODE && proof[there] !== UNPROVEN) {
      if (proof[there] === sign) return edge;
      continue;
    }
    const score = values[edge] - edgeVisits[start + edge] * perVisit;
    if (score > bestScore) {
      bestScore = score;
      best = edge;
    }
  }
  return best;
};
