/** PUCT as in AlphaZero (Silver et al. 2018), with a first-play value that falls with the prior mass already tried. Hot. */
import { type Player, signOf } from '../../env/index.ts';
import { valueFor } from './edge-value.ts';
import type { SearchOptions } from './options.ts';
import { NO_EDGE, NO_NODE, type SearchTree, UNPROVEN } from './tree.ts';

/** Visits at which the exploration weight has grown by ln 2. */
const EXPLORATION_BASE = 19_652;

/**
 * The edge to follow, or `NO_EDGE` if every edge is proven lost; a proven win is followed at once. `prior[offset + edge]`
 * is the node's own row of the tree, or the root's with noise.
 */
export const puctEdge = (
  tree: SearchTree,
  node: number,
  prior: ArrayLike<number>,
  offset: number,
  options: SearchOptions,
): number => {
  const { child, edgeVisits, proof } = tree;
  const sign = signOf(tree.mover[node] as Player);
  const start = tree.childStart[node];
  const opened = tree.opened[node];
  let visitSum = 0;
  let visitedPrior = 0;
  for (let edge = 0; edge < opened; edge++) {
    const visits = edgeVisits[start + edge];
    visitSum += visits;
    if (visits > 0) visitedPrior += prior[offset + edge];
  }
  const firstPlay = valueFor(tree, node, sign) - options.firstPlayReduction * Math.sqrt(visitedPrior);
  const growth = Math.log((visitSum + EXPLORATION_BASE + 1) / EXPLORATION_BASE);
  const weight = (options.exploration + growth) * Math.sqrt(Math.max(1, visitSum));
  let best = NO_EDGE;
  let bestScore = Number.NEGATIVE_INFINITY;
  for (let edge = 0; edge < opened; edge++) {
    const there = child[start + edge];
    if (there !== NO_NODE && proof[there] !== UNPROVEN) {
      if (proof[there] === sign) return edge;
      continue;
    }
    const visits = edgeVisits[start + edge];
    const value = visits === 0 ? firstPlay : valueFor(tree, there, sign);
    const score = value + (weight * prior[offset + edge]) / (1 + visits);
    if (score > bestScore) {
      bestScore = score;
      best = edge;
    }
  }
  // The unopened edges are alike but for their priors, and the first has the highest.
  const unopenedScore = opened < tree.edges[node] ? firstPlay + weight * prior[offset + opened] : bestScore;
  return unopenedScore > bestScore ? opened : best;
};
