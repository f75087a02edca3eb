/**
 * Policy improvement by planning with Gumbel (Danihelka, Guez, Schrittwieser and Silver, ICLR 2022): what is known of the
 * visited actions becomes an improved policy, with the unvisited ones taken to be worth the paper's mixed value; inside the
 * tree the action is chosen whose visits lag most behind that policy. Hot.
 */
import * as actionSpace from '../../env/action.ts';
import * as stack from '../../env/stack.ts';
import * as exponential from './falling-exp.ts';
import * as openedEdges from './opened-edges.ts';
import type { SearchOptions } from './options.ts';
import * as packedEdge from './packed-edge.ts';
import type { SearchTree } from './tree.ts';
import * as records from './tree.ts';

// Hot: as constants of this module, not as imports (see `env/rules.ts`).
const { MAX_LEGAL_ACTIONS } = actionSpace;
const { opponentOf, signOf } = stack;
const { fallingExp } = exponential;
const { hasRoom, openEdge, planEdge, readyEdge, takePlanned } = openedEdges;
const { priorOf } = packedEdge;
const {
  EDGE_VALUE,
  EDGE_VISITS,
  edgesOf,
  edgeValueAt,
  edgeVisitsAt,
  evaluationOf,
  LONGEST_PLAN,
  moverOf,
  NO_EDGE,
  OPENED_WORDS,
  openedAt,
  openedOf,
  PACKED,
  priorAt,
  provenWord,
  visitsOf,
} = records;

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
  let visitSum = 0;
  let visitedPrior = 0;
  let weighted = 0;
  for (let edge = 0; edge < openedOf(tree, node); edge++) {
    const visits = edgeVisitsAt(tree, node, edge);
    if (visits === 0) continue;
    const prior = priorAt(tree, node, edge);
    visitSum += visits;
    visitedPrior += prior;
    weighted += prior * edgeValueAt(tree, node, edge);
  }
  return signOf(moverOf(tree, node)) * mix(evaluationOf(tree, node), visitSum, weighted, visitedPrior);
};

const mix = (own: number, visitSum: number, weighted: number, visitedPrior: number): number =>
  visitedPrior === 0 ? own : (own + (visitSum * weighted) / visitedPrior) / (1 + visitSum);

const lags = new Float64Array(MAX_LEGAL_ACTIONS);

/** A node plans this share of its visits ahead, up to `LONGEST_PLAN`: one look at all edges then serves several visits. */
const PLAN_SHARE = 1 / 32;

/** The edge to follow inside the tree, or `NO_EDGE` if every edge is proven lost; a proven win is followed at once. */
export const gumbelEdge = (tree: SearchTree, node: number, options: SearchOptions): number => {
  const lost = provenWord(opponentOf(moverOf(tree, node)));
  for (let edge = takePlanned(tree, node); edge !== NO_EDGE; edge = takePlanned(tree, node)) {
    if (tree.openedInts[openedAt(tree, node, edge) + EDGE_VALUE] !== lost) return edge;
  }
  return planEdges(tree, node, options);
};

/** Chooses an edge, and plans some more by what is known now at a node with many visits. */
const planEdges = (tree: SearchTree, node: number, options: SearchOptions): number => {
  const { openedInts, openedFloats } = tree;
  const mover = moverOf(tree, node);
  const sign = signOf(mover);
  const won = provenWord(mover);
  const lost = provenWord(opponentOf(mover));
  const start = openedAt(tree, node, 0);
  const visits = visitsOf(tree, node); // one more than those of its edges
  let opened = openedOf(tree, node);
  if (opened === 0) return edgesOf(tree, node) === 0 ? NO_EDGE : 0;
  let top = Number.NEGATIVE_INFINITY;
  let mostVisits = 0;
  let visitedPrior = 0;
  let weighted = 0;
  let openedPrior = 0;
  let unvisited = 0;
  for (let edge = 0, at = start; edge < opened; edge++, at += OPENED_WORDS) {
    if (openedInts[at + EDGE_VALUE] === won) return edge;
    const prior = priorOf(openedInts[at + PACKED]);
    openedPrior += prior;
    const edgeVisits = openedInts[at + EDGE_VISITS];
    if (edgeVisits === 0) {
      unvisited++;
      continue;
    }
    if (edgeVisits > mostVisits) mostVisits = edgeVisits;
    const value = sign * openedFloats[at + EDGE_VALUE];
    if (value > top) top = value;
    visitedPrior += prior;
    weighted += prior * value;
  }
  const plan = Math.min(LONGEST_PLAN, Math.floor(visits * PLAN_SHARE));
  for (; unvisited < plan && opened < edgesOf(tree, node) && hasRoom(tree, node); unvisited++) {
    openedPrior += priorOf(openedInts[start + opened * OPENED_WORDS + PACKED]);
    openEdge(tree, node);
    readyEdge(tree, node);
    opened++;
  }
  const unopened = opened < edgesOf(tree, node) ? opened : NO_EDGE;
  const mixed = mix(sign * evaluationOf(tree, node), visits - 1, weighted, visitedPrior);
  if (mixed > top) top = mixed;
  // The improved policy before its division by the total: shares of the opened edges, and a factor for the others.
  const weight = valueWeight(options, mostVisits);
  const unopenedFactor = fallingExp(weight * (mixed - top));
  let total = unopened === NO_EDGE ? 0 : Math.max(0, 1 - openedPrior) * unopenedFactor;
  for (let edge = 0, at = start; edge < opened; edge++, at += OPENED_WORDS) {
    const value = openedInts[at + EDGE_VISITS] === 0 ? mixed : sign * openedFloats[at + EDGE_VALUE];
    const share = priorOf(openedInts[at + PACKED]) * fallingExp(weight * (value - top));
    lags[edge] = share;
    total += share;
  }
  const sharePerVisit = total / visits;
  let best = unopened;
  let largest =
    unopened === NO_EDGE
      ? Number.NEGATIVE_INFINITY
      : priorOf(openedInts[start + opened * OPENED_WORDS + PACKED]) * unopenedFactor;
  for (let edge = 0, at = start; edge < opened; edge++, at += OPENED_WORDS) {
    const isLost = openedInts[at + EDGE_VALUE] === lost;
    const lag = isLost ? Number.NEGATIVE_INFINITY : lags[edge] - openedInts[at + EDGE_VISITS] * sharePerVisit;
    lags[edge] = lag;
    if (lag <= largest) continue;
    largest = lag;
    best = edge;
  }
  if (plan > 1 && best !== unopened) planMore(tree, node, best, opened, plan, sharePerVisit);
  return best;
};

/** Plans as if `best` and every edge planned had been visited and nothing else were learned. */
const planMore = (
  tree: SearchTree,
  node: number,
  best: number,
  opened: number,
  plan: number,
  sharePerVisit: number,
): void => {
  for (let chosen = best, count = 1; count < plan; count++) {
    lags[chosen] -= sharePerVisit;
    chosen = 0;
    for (let edge = 1; edge < opened; edge++) if (lags[edge] > lags[chosen]) chosen = edge;
    planEdge(tree, node, chosen);
  }
};
