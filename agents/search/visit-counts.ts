/** What rules that trust their visits make of them at the root. */
import { choicePriorAt, edgesOf, edgeVisitsAt, isLostAt, openedOf, priorAt, ROOT, type SearchTree } from './tree.ts';

/** The edge with most visits, the likelier among equals; lost ones last. */
export const mostVisitedEdge = (tree: SearchTree): number =>
  bestEdgeBy(tree, (edge) =>
    isLostAt(tree, ROOT, edge)
      ? Number.NEGATIVE_INFINITY
      : edgeVisitsAt(tree, ROOT, edge) + choicePriorAt(tree, ROOT, edge),
  );

/** How many visits the edge with most of them has more than any other; lost ones do not count. */
export const leadInVisits = (tree: SearchTree): number => {
  let [most, second] = [0, 0];
  for (let edge = 0; edge < openedOf(tree, ROOT); edge++) {
    if (isLostAt(tree, ROOT, edge)) continue;
    const visits = edgeVisitsAt(tree, ROOT, edge);
    if (visits > most) [most, second] = [visits, most];
    else if (visits > second) second = visits;
  }
  return most - second;
};

/** Fills `out` with each edge's share of the visits, lost ones left out; with the priors where there are none. */
export const fillVisitShares = (tree: SearchTree, out: Float64Array): void => {
  const count = edgesOf(tree, ROOT);
  let sum = 0;
  for (let edge = 0; edge < count; edge++) {
    out[edge] = isLostAt(tree, ROOT, edge) ? 0 : edgeVisitsAt(tree, ROOT, edge);
    sum += out[edge];
  }
  if (sum === 0) fillPriors(tree, out);
  else for (let edge = 0; edge < count; edge++) out[edge] /= sum;
};

/** Fills `out` with what the evaluator thinks of the root's edges. */
export const fillPriors = (tree: SearchTree, out: Float64Array): void => {
  const count = edgesOf(tree, ROOT);
  let sum = 0;
  for (let edge = 0; edge < count; edge++) {
    out[edge] = priorAt(tree, ROOT, edge);
    sum += out[edge]; // not quite 1: a tree keeps priors in steps
  }
  for (let edge = 0; edge < count; edge++) out[edge] = sum > 0 ? out[edge] / sum : 1 / count;
};

/** The root's edge with the highest score, the first among equals. */
export const bestEdgeBy = (tree: SearchTree, score: (edge: number) => number): number => {
  let best = 0;
  let bestScore = score(0);
  for (let edge = 1; edge < edgesOf(tree, ROOT); edge++) {
    const other = score(edge);
    if (other > bestScore) [best, bestScore] = [edge, other];
  }
  return best;
};
