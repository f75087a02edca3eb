/** PUCT as in AlphaZero (Silver et al. 2018), with a first-play value that falls with the prior mass already tried. Hot. */
import * as stack from '../../env/stack.ts';
import type { SearchOptions } from './options.ts';
import * as packedEdge from './packed-edge.ts';
import type { SearchTree } from './tree.ts';
import * as records from './tree.ts';

// Hot: as constants of this module, not as imports (see `env/rules.ts`).
const { opponentOf, signOf } = stack;
const { priorOf } = packedEdge;
const {
  EDGE_VALUE,
  EDGE_VISITS,
  edgesOf,
  meanOf,
  moverOf,
  NO_EDGE,
  OPENED_WORDS,
  openedAt,
  openedOf,
  PACKED,
  provenWord,
  visitsOf,
} = records;

/** Visits at which the exploration weight has grown by ln 2. */
const EXPLORATION_BASE = 19_652;

/** The edge to follow, or `NO_EDGE` if every edge is proven lost; a proven win is followed at once. */
export const puctEdge = (
  tree: SearchTree,
  node: number,
  { exploration, firstPlayReduction }: SearchOptions,
): number => {
  const { openedInts, openedFloats } = tree;
  const mover = moverOf(tree, node);
  const sign = signOf(mover);
  const won = provenWord(mover);
  const lost = provenWord(opponentOf(mover));
  const start = openedAt(tree, node, 0);
  const opened = openedOf(tree, node);
  const passes = Math.max(1, visitsOf(tree, node) - 1);
  const growth = Math.log((passes + EXPLORATION_BASE + 1) / EXPLORATION_BASE);
  const weight = (exploration + growth) * Math.sqrt(passes);
  let best = NO_EDGE;
  let bestScore = Number.NEGATIVE_INFINITY;
  let visitedPrior = 0;
  // Unvisited edges are alike but for their priors, and of the unopened ones the next is the likeliest.
  let likeliest = opened < edgesOf(tree, node) ? opened : NO_EDGE;
  let likeliestPrior = likeliest === NO_EDGE ? -1 : priorOf(openedInts[start + opened * OPENED_WORDS + PACKED]);
  for (let edge = 0, at = start; edge < opened; edge++, at += OPENED_WORDS) {
    const word = openedInts[at + EDGE_VALUE];
    if (word === won) return edge;
    if (word === lost) continue;
    const visits = openedInts[at + EDGE_VISITS];
    const prior = priorOf(openedInts[at + PACKED]);
    if (visits === 0) {
      if (prior > likeliestPrior) {
        likeliest = edge;
        likeliestPrior = prior;
      }
      continue;
    }
    visitedPrior += prior;
    const score = sign * openedFloats[at + EDGE_VALUE] + (weight * prior) / (1 + visits);
    if (score > bestScore) {
      bestScore = score;
      best = edge;
    }
  }
  if (likeliest === NO_EDGE) return best;
  const firstPlay = sign * meanOf(tree, node) - firstPlayReduction * Math.sqrt(visitedPrior);
  return firstPlay + weight * likeliestPrior > bestScore ? likeliest : best;
};
