/**
 * PUCT as in AlphaZero (Silver et al. 2018), with a first-play value that falls with the prior mass already tried, and
 * Dirichlet noise in the root's priors. Hot.
 */
import type { Rng } from '../../../env/index.ts';
import { real, withDefault } from '../../../env/index.ts';
import * as stack from '../../../env/stack.ts';
import { reweighEdges } from '../opened-edges.ts';
import * as packedEdge from '../packed-edge.ts';
import { type SearchRule, searchRule } from '../rule.ts';
import type { SearchTree } from '../tree.ts';
import * as records from '../tree.ts';
import { fillVisitShares, leadInVisits, mostVisitedEdge } from '../visit-counts.ts';
import { fillDirichlet } from './noise.ts';

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
  priorAt,
  provenWord,
  ROOT,
  visitsOf,
} = records;

export type PuctOptions = {
  readonly exploration: number;
  readonly firstPlayReduction: number;
  readonly noiseShare: number;
  readonly noiseTotal: number;
};

export const puct: SearchRule = searchRule({
  name: 'puct',
  help: 'PUCT as in AlphaZero: visits follow the prior and the values found; Dirichlet noise at the root',
  options: {
    exploration: withDefault(real(0, 100, 'weight of the prior, slowly growing with visits'), 1.25),
    firstPlayReduction: withDefault(
      real(0, 2, 'an unvisited action is taken to be this much worse than its parent, times √(prior mass visited)'),
      0.2,
    ),
    noiseShare: withDefault(real(0, 1, "share of Dirichlet noise in the root's priors"), 0),
    noiseTotal: withDefault(real(1e-3, 1e3, 'the concentration of that noise, times the number of actions'), 10),
  },
  calm: { noiseShare: 0 },
  allocate: () => null,
  prepare: (tree, _, { noiseShare, noiseTotal }, __, rng) => {
    if (noiseShare > 0) addNoise(tree, noiseShare, noiseTotal, rng);
  },
  choose: (tree, _, options) => puctEdge(tree, ROOT, options),
  follow: (tree, _, options, node) => puctEdge(tree, node, options),
  best: (tree) => mostVisitedEdge(tree),
  isDecided: (tree, _, __, simulations) => leadInVisits(tree) > simulations,
  policy: (tree, _, __, out) => fillVisitShares(tree, out),
});

const addNoise = (tree: SearchTree, noiseShare: number, noiseTotal: number, rng: Rng): void => {
  const count = edgesOf(tree, ROOT);
  const noise = new Float64Array(count);
  fillDirichlet(noise, count, noiseTotal / count, rng);
  const noisy = noise.map((share, edge) => (1 - noiseShare) * priorAt(tree, ROOT, edge) + noiseShare * share);
  reweighEdges(tree, ROOT, noisy);
};

/** Visits at which the exploration weight has grown by ln 2. */
const EXPLORATION_BASE = 19_652;

/**
 * The edge to follow, or `NO_EDGE` if every edge is proven lost; a proven win is followed at once. It walks over the records
 * themselves: through the accessors of `tree.ts` a search is about 4 % slower.
 */
const puctEdge = (tree: SearchTree, node: number, { exploration, firstPlayReduction }: PuctOptions): number => {
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
  // Unvisited edges differ only in their priors, and of the unopened ones the next is the likeliest.
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
