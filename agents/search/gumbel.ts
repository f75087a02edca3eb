/**
 * Policy improvement by planning with Gumbel (Danihelka, Guez, Schrittwieser and Silver, ICLR 2022): what is known of the
 * visited actions becomes an improved policy, with the unvisited ones taken to be worth the paper's mixed value; inside the
 * tree the action is chosen whose visits lag most behind that policy. Hot.
 */
import { MAX_LEGAL_ACTIONS, type Player, signOf } from '../../env/index.ts';
import type { SearchOptions } from './options.ts';
import { NO_EDGE, type SearchTree, UNPROVEN } from './tree.ts';

/** The factor of a value from −1 to 1 in σ: half of that of a winning chance. */
export const valueWeight = ({ visitOffset, valueScale }: SearchOptions, mostVisits: number): number =>
  ((visitOffset + mostVisits) * valueScale) / 2;

/** softmax(log prior + weight × value): no worse than the prior if values are exact, or the prior's own value where unknown. */
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
  const { edgeVisits, edgeValue, prior } = tree;
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
    weighted += prior[offset + edge] * edgeValue[start + edge];
  }
  return sign * mix(tree.evaluation[node], visitSum, weighted, visitedPrior);
};

const mix = (own: number, visitSum: number, weighted: number, visitedPrior: number): number =>
  visitedPrior === 0 ? own : (own + (visitSum * weighted) / visitedPrior) / (1 + visitSum);

/** Whether an edge has a value of its own: visited, or proven without a visit. */
export const hasValue = ({ edgeVisits, edgeProof }: SearchTree, slot: number): boolean =>
  edgeVisits[slot] > 0 || edgeProof[slot] !== UNPROVEN;

const shares = new Float64Array(MAX_LEGAL_ACTIONS);

/** The edge to follow inside the tree, or `NO_EDGE` if every edge is proven lost; a proven win is followed at once. */
export const gumbelEdge = (tree: SearchTree, node: number, options: SearchOptions): number => {
  const { edgeVisits, edgeValue, edgeProof, prior } = tree;
  const sign = signOf(tree.mover[node] as Player);
  const start = tree.childStart[node];
  const offset = tree.edgeStart[node];
  const opened = tree.opened[node];
  const unopened = opened < tree.edges[node] ? opened : NO_EDGE;
  if (opened === 0) return unopened;
  let top = Number.NEGATIVE_INFINITY;
  let mostVisits = 0;
  let visitedPrior = 0;
  let weighted = 0;
  let openedPrior = 0;
  for (let edge = 0; edge < opened; edge++) {
    const slot = start + edge;
    openedPrior += prior[offset + edge];
    if (edgeProof[slot] === sign) return edge;
    if (edgeVisits[slot] === 0) continue;
    if (edgeVisits[slot] > mostVisits) mostVisits = edgeVisits[slot];
    const value = sign * edgeValue[slot];
    if (value > top) top = value;
    visitedPrior += prior[offset + edge];
    weighted += prior[offset + edge] * value;
  }
  const mixed = mix(sign * tree.evaluation[node], tree.visits[node] - 1, weighted, visitedPrior);
  if (mixed > top) top = mixed;
  // The improved policy before its division by the total: shares of the opened edges, and a factor for the others.
  const weight = valueWeight(options, mostVisits);
  const unopenedFactor = growthOf(weight * (mixed - top));
  let total = unopened === NO_EDGE ? 0 : Math.max(0, 1 - openedPrior) * unopenedFactor;
  for (let edge = 0; edge < opened; edge++) {
    const factor = hasValue(tree, start + edge)
      ? growthOf(weight * (sign * edgeValue[start + edge] - top))
      : unopenedFactor;
    shares[edge] = prior[offset + edge] * factor;
    total += shares[edge];
  }
  const sharePerVisit = total / tree.visits[node]; // a node's visits are one more than those of its edges
  let best = unopened;
  let bestScore = unopened === NO_EDGE ? Number.NEGATIVE_INFINITY : prior[offset + unopened] * unopenedFactor;
  for (let edge = 0; edge < opened; edge++) {
    if (edgeProof[start + edge] !== UNPROVEN) continue;
    const score = shares[edge] - edgeVisits[start + edge] * sharePerVisit;
    if (score > bestScore) {
      bestScore = score;
      best = edge;
    }
  }
  return best;
};

/** e^x for x ≤ 0, without asking where the answer is plain. */
const growthOf = (x: number): number => (x === 0 ? 1 : x < -40 ? 0 : Math.exp(x));
