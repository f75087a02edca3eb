/**
 * Policy improvement by planning with Gumbel (Danihelka, Guez, Schrittwieser and Silver, ICLR 2022): what is known of the
 * visited actions becomes an improved policy, with the unvisited ones taken to be worth the paper's mixed value; inside the
 * tree the action is chosen whose visits lag most behind that policy. Hot.
 */

import * as actionSpace from '../../../env/action.ts';
import { type Rng, real, whole, withDefault } from '../../../env/index.ts';
import * as stack from '../../../env/stack.ts';
import * as completed from '../completed-values.ts';
import * as openedEdges from '../opened-edges.ts';
import * as packedEdge from '../packed-edge.ts';
import { type SearchRule, searchRule } from '../rule.ts';
import type { SearchTree } from '../tree.ts';
import * as records from '../tree.ts';
import { bestEdgeBy } from '../visit-counts.ts';
import * as exponential from './falling-exp.ts';
import { randomGumbel } from './noise.ts';
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

// Hot: as constants of this module, not as imports (see `env/rules.ts`).
const { MAX_LEGAL_ACTIONS } = actionSpace;
const { opponentOf, signOf } = stack;
const { completedValues, mixValues } = completed;
const { fallingExp } = exponential;
const { hasRoom, openAllEdges, openEdge, planEdge, readyEdge, takePlanned } = openedEdges;
const { priorOf } = packedEdge;
const {
  EDGE_VALUE,
  EDGE_VISITS,
  edgesOf,
  edgeVisitsAt,
  evaluationOf,
  isLostAt,
  LONGEST_PLAN,
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

export type GumbelOptions = {
  readonly considered: number;
  readonly gumbelScale: number;
  readonly visitOffset: number;
  readonly valueScale: number;
};

type GumbelState = {
  readonly noise: Float64Array; // [181] by the root's edge
  readonly halving: Halving;
  isLost: EdgeTest; // of the tree that was prepared last
  scores: () => EdgeScore; // what its edges are worth at the time of asking
};

export const gumbel: SearchRule = searchRule({
  name: 'gumbel',
  help: 'Gumbel AlphaZero: sequential halving of sampled actions at the root, the improved policy inside the tree',
  options: {
    considered: withDefault(
      whole(
        0,
        181,
        'how many actions the root considers at most; 0: 16, or a tenth of the simulations if that is more',
      ),
      0,
    ),
    gumbelScale: withDefault(
      real(0, 10, 'noise of the root: 1 samples actions without replacement as in the paper, 0 takes the likeliest'),
      1,
    ),
    visitOffset: withDefault(
      real(0, 1e6, 'σ(q) = (visitOffset + most visits) × valueScale × q, with q a winning chance from 0 to 1'),
      50,
    ),
    valueScale: withDefault(real(0, 1e3, 'the factor of values in σ, see visitOffset'), 1),
  },
  calm: { gumbelScale: 0 },
  allocate: (): GumbelState => ({
    noise: new Float64Array(MAX_LEGAL_ACTIONS),
    halving: allocateHalving(),
    isLost: () => false,
    scores: () => () => 0,
  }),
  prepare: (tree, state, options, simulations, rng) => {
    openAllEdges(tree, ROOT); // the halving takes them in the order of their scores
    drawNoise(state, edgesOf(tree, ROOT), options, rng);
    state.isLost = (edge) => isLostAt(tree, ROOT, edge);
    state.scores = () => edgeScore(tree, state, options);
    const budget = Number.isFinite(simulations) ? simulations : FIRST_TIMED_HALVING;
    beginHalving(state.halving, edgesOf(tree, ROOT), consideredFor(options, budget), budget, state.scores());
  },
  choose: (tree, { halving, scores, isLost }, options) => {
    const edge = nextConsidered(halving, scores, isLost);
    if (edge !== NO_EDGE) return edge;
    // Either the halving is over (only the clock goes on), or all considered edges are lost and others must be tried.
    const isOver = halving.spent >= halving.budget;
    const budget = isOver ? 2 * halving.budget : halving.budget - halving.spent;
    beginHalving(halving, edgesOf(tree, ROOT), consideredFor(options, budget), budget, scores());
    return nextConsidered(halving, scores, isLost);
  },
  takeBack: (_, { halving }) => takeBackConsidered(halving),
  follow: (tree, _, options, node) => gumbelEdge(tree, node, options),
  best: (tree, state, options) => {
    const score = edgeScore(tree, state, options);
    const considered = bestConsidered(state.halving, score);
    return considered === NO_EDGE ? bestEdgeBy(tree, score) : considered;
  },
  policy: (tree, _, options, out) => {
    improvePolicy(livePriors(tree), completedValues(tree), valueWeight(options, mostVisits(tree)), out);
  },
});

/** Priors of the root's edges that are not lost; all alike where the evaluator thought of none of those. */
const livePriors = (tree: SearchTree): number[] => {
  const edges = Array.from({ length: edgesOf(tree, ROOT) }, (_, edge) => edge);
  const isLive = (edge: number): boolean => !isLostAt(tree, ROOT, edge);
  const isRuledOut = edges.every((edge) => !isLive(edge) || priorAt(tree, ROOT, edge) === 0);
  return edges.map((edge) => (!isLive(edge) ? 0 : isRuledOut ? 1 : priorAt(tree, ROOT, edge)));
};

/** Simulations of the first halving when only the clock ends the search. */
const FIRST_TIMED_HALVING = 128;

/** Actions that the root considers: 16 as in the paper, more where each still gets about ten simulations. */
const consideredFor = ({ considered }: GumbelOptions, simulations: number): number =>
  considered > 0 ? considered : Math.max(16, Math.floor(simulations / 10));

const drawNoise = ({ noise }: GumbelState, count: number, { gumbelScale }: GumbelOptions, rng: Rng): void => {
  noise.fill(0);
  for (let edge = 0; gumbelScale > 0 && edge < count; edge++) noise[edge] = gumbelScale * randomGumbel(rng);
};

/** Gumbel noise, log prior and value together, as of now: what the halving ranks by. */
const edgeScore = (tree: SearchTree, { noise }: GumbelState, options: GumbelOptions): EdgeScore => {
  const values = completedValues(tree);
  const weight = valueWeight(options, mostVisits(tree));
  return (edge) => {
    if (isLostAt(tree, ROOT, edge)) return Number.NEGATIVE_INFINITY;
    // The smallest prior instead of 0, whose logarithm would make two impossible edges incomparable.
    const logit = Math.log(Math.max(priorAt(tree, ROOT, edge), Number.MIN_VALUE));
    return noise[edge] + logit + weight * values[edge];
  };
};

const mostVisits = (tree: SearchTree): number => {
  let most = 0;
  for (let edge = 0; edge < edgesOf(tree, ROOT); edge++) most = Math.max(most, edgeVisitsAt(tree, ROOT, edge));
  return most;
};

/** The factor of a value from −1 to 1 in σ: half of that of a winning chance. */
export const valueWeight = (
  { visitOffset, valueScale }: Pick<GumbelOptions, 'visitOffset' | 'valueScale'>,
  mostVisits: number,
): number => ((visitOffset + mostVisits) * valueScale) / 2;

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

const lags = new Float64Array(MAX_LEGAL_ACTIONS);

/** A node plans this share of its visits ahead, up to `LONGEST_PLAN`: one look at all edges then serves several visits. */
const PLAN_SHARE = 1 / 32;

/** The edge to follow inside the tree, or `NO_EDGE` if every edge is proven lost; a proven win is followed at once. */
const gumbelEdge = (tree: SearchTree, node: number, options: GumbelOptions): number => {
  const lost = provenWord(opponentOf(moverOf(tree, node)));
  for (let edge = takePlanned(tree, node); edge !== NO_EDGE; edge = takePlanned(tree, node)) {
    if (tree.openedInts[openedAt(tree, node, edge) + EDGE_VALUE] !== lost) return edge;
  }
  return planEdges(tree, node, options);
};

/**
 * Chooses an edge, and plans some more by what is known now at a node with many visits. It walks over the records themselves:
 * through the accessors of `tree.ts` a search is about 4 % slower.
 */
const planEdges = (tree: SearchTree, node: number, options: GumbelOptions): number => {
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
  let [visitedPrior, weighted, openedPrior] = [0, 0, 0];
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
  const mixed = mixValues(sign * evaluationOf(tree, node), visits - 1, weighted, visitedPrior);
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
