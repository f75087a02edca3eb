/** PUCT as in AlphaZero (Silver et al. 2018), with a first-play value that falls with the prior mass already tried. Hot. */
import { type Player, signOf } from '../../env/index.ts';
import type { SearchOptions } from './options.ts';
import { NO_EDGE, type SearchTree, UNPROVEN } from './tree.ts';

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
  { exploration, firstPlayReduction }: SearchOptions,
): number => {
  const { edgeVisits, edgeValue, edgeProof } = tree;
  const sign = signOf(tree.mover[node] as Player);
  const start = tree.childStart[node];
  const opened = tree.opened[node];
  const passes = Math.max(1, tree.visits[node] - 1);
  const growth = Math.log((passes + EXPLORATION_BASE + 1) / EXPLORATION_BASE);
  const weight = (exploration + growth) * Math.sqrt(passes);
  let best = NO_EDGE;
  let bestScore = Number.NEGATIVE_INFINITY;
  let visitedPrior = 0;
  // Unvisited edges are alike but for their priors. The unopened ones stand in falling order.
  let likeliest = opened < tree.edges[node] ? opened : NO_EDGE;
  for (let edge = 0; edge < opened; edge++) {
    if (edgeProof[start + edge] !== UNPROVEN) {
      if (edgeProof[start + edge] === sign) return edge;
      continue;
    }
    const visits = edgeVisits[start + edge];
    if (visits === 0) {
      if (likeliest === NO_EDGE || prior[offset + edge] > prior[offset + likeliest]) likeliest = edge;
      continue;
    }
    visitedPrior += prior[offset + edge];
    const score = sign * edgeValue[start + edge] + (weight * prior[offset + edge]) / (1 + visits);
    if (score > bestScore) {
      bestScore = score;
      best = edge;
    }
  }
  if (likeliest === NO_EDGE) return best;
  const firstPlay = (sign * tree.valueSum[node]) / tree.visits[node] - firstPlayReduction * Math.sqrt(visitedPrior);
  return firstPlay + weight * prior[offset + likeliest] > bestScore ? likeliest : best;
};
