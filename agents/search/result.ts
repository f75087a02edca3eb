/** What came out of a search: the choice, the policy and value to learn from, and lines for people. */
import {
  ACTION_COUNT,
  type Action,
  legalActions,
  MAX_LEGAL_ACTIONS,
  type Position,
  play,
  randomBelow,
  signOf,
  undo,
} from '../../env/index.ts';
import { completedValues } from './completed-values.ts';
import { bestEdge, fillPolicy } from './decision.ts';
import type { Search } from './search-state.ts';
import { decisiveEdge } from './solver.ts';
import {
  actionAt,
  childAt,
  distanceOf,
  edgesOf,
  edgeVisitsAt,
  findNode,
  hasChildren,
  moverOf,
  NEARLY_CERTAIN,
  NO_EDGE,
  NO_NODE,
  openedOf,
  priorAt,
  proofOf,
  ROOT,
  type SearchTree,
  UNPROVEN,
  worthOf,
} from './tree.ts';
import { findTurnLoss } from './turn-loss.ts';
import { NO_ACTION, type TurnResult } from './turn-result.ts';
import { findTurnWin } from './turn-win.ts';

/** A result that is certain under best play. */
export type ProvenResult = 'win' | 'loss';

/** What a search says of its position. */
export type SearchResult = {
  readonly action: Action;
  /** The policy that the search recommends, [541]: the target for learning. */
  readonly policy: Float32Array;
  /** Kullback–Leibler divergence from the evaluator's policy to this one, in nats: how much the search found out. */
  readonly surprise: number;
  /** Expected result for the mover, −1 to 1; exactly ±1 only if proven. */
  readonly value: number;
  /**
   * The same made of what the actions are worth that the policy recommends. Simulations also try what turns out to be a blunder, and
   * the mean of all of them is too low for that.
   */
  readonly policyValue: number;
  readonly proven?: ProvenResult;
  /** Plies to the end of the proven line. */
  readonly distance?: number;
  readonly simulations: number;
};

/** One root action and what the search expects after it; values for the root's mover. */
export type SearchLine = {
  readonly action: Action;
  readonly visits: number;
  readonly prior: number;
  readonly policy: number;
  readonly value: number;
  readonly proven?: ProvenResult;
  readonly distance?: number;
  /** The principal variation, this action first. */
  readonly actions: readonly Action[];
};

/** What a prior counts as at least: a proven win may stand on an action that the evaluator ruled out. */
const SMALLEST_PRIOR = 1e-6;

const edgePolicy = new Float64Array(MAX_LEGAL_ACTIONS);

/** Reads a finished search; draws from its stream only if the temperature is above 0. */
export const readResult = (search: Search): SearchResult => {
  const { tree, options } = search;
  fillPolicy(search, edgePolicy);
  const policy = new Float32Array(ACTION_COUNT);
  let surprise = 0;
  for (let edge = 0; edge < edgesOf(tree, ROOT); edge++) {
    const share = edgePolicy[edge];
    policy[actionAt(tree, ROOT, edge)] = share;
    if (share > 0) surprise += share * Math.log(share / Math.max(priorAt(tree, ROOT, edge), SMALLEST_PRIOR));
  }
  const isProven = proofOf(tree, ROOT) !== UNPROVEN;
  const samples = options.temperature > 0 && !isProven;
  const edge = samples ? sampleEdge(search) : bestEdge(search);
  const sign = signOf(moverOf(tree, ROOT));
  return {
    action: actionAt(tree, ROOT, edge),
    policy,
    surprise: Math.max(0, surprise), // rounding can leave a little less than 0
    value: isProven ? valueFor(tree, ROOT, sign) : belowCertainty(valueFor(tree, ROOT, sign)),
    policyValue: isProven ? valueFor(tree, ROOT, sign) : belowCertainty(recommendedValue(tree)),
    ...provenPart(tree, ROOT, sign, 0),
    simulations: search.simulations,
  };
};

/** The mean of the root's completed values by the policy in `edgePolicy`, for the mover. */
const recommendedValue = (tree: SearchTree): number =>
  completedValues(tree).reduce((sum, value, edge) => sum + edgePolicy[edge] * value, 0);

/** A node's value for the player whose sign this is: exact where proven, else the mean so far. */
const valueFor = (tree: SearchTree, node: number, sign: number): number => sign * worthOf(tree, node);

/** Draws an edge with probability ∝ policy^(1/temperature). */
const sampleEdge = ({ tree, options, rng }: Search): number => {
  const count = edgesOf(tree, ROOT);
  const weights = Array.from(edgePolicy.subarray(0, count), (share) => share ** (1 / options.temperature));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  if (!(sum > 0)) return randomBelow(rng, count);
  let left = rng() * sum;
  for (let edge = 0; edge < count; edge++) {
    left -= weights[edge];
    if (left < 0) return edge;
  }
  return weights.findLastIndex((weight) => weight > 0);
};

/** What the search expects after one of the root's actions, that action first. */
export const readLine = (search: Search, action: Action): Action[] => {
  const { tree } = search;
  const edges = Array.from({ length: edgesOf(tree, ROOT) }, (_, edge) => edge);
  return principalVariation(search, edges.find((edge) => actionAt(tree, ROOT, edge) === action) ?? 0);
};

/** The best `count` lines, the choice first, then by policy; only the choice if the root was proven as it was made. */
export const readLines = (search: Search, count: number): SearchLine[] => {
  const { tree } = search;
  fillPolicy(search, edgePolicy);
  const policy = edgePolicy.slice(0, edgesOf(tree, ROOT));
  const best = bestEdge(search);
  if (!hasChildren(tree, ROOT)) {
    const value = valueFor(tree, ROOT, signOf(moverOf(tree, ROOT)));
    return [describeLine(search, best, 0, policy[best], value)];
  }
  const values = completedValues(tree);
  const visits = (edge: number): number => edgeVisitsAt(tree, ROOT, edge);
  const rank = (edge: number): number => (edge === best ? 2 : policy[edge]);
  return Array.from({ length: edgesOf(tree, ROOT) }, (_, edge) => edge)
    .sort((a, b) => rank(b) - rank(a) || values[b] - values[a] || visits(b) - visits(a) || a - b)
    .slice(0, count)
    .map((edge) => describeLine(search, edge, visits(edge), policy[edge], values[edge]));
};

const describeLine = (search: Search, edge: number, visits: number, policy: number, completed: number): SearchLine => {
  const { tree } = search;
  const sign = signOf(moverOf(tree, ROOT));
  const isDecidedAtOnce = !hasChildren(tree, ROOT);
  const isKnown = !isDecidedAtOnce && edgeVisitsAt(tree, ROOT, edge) > 0;
  const certain = isDecidedAtOnce
    ? provenPart(tree, ROOT, sign, 0)
    : isKnown
      ? provenPart(tree, childAt(tree, ROOT, edge), sign, 1)
      : {};
  return {
    action: actionAt(tree, ROOT, edge),
    visits,
    prior: priorAt(tree, ROOT, edge),
    policy,
    value: certain.proven === undefined ? belowCertainty(completed) : completed,
    ...certain,
    actions: principalVariation(search, edge),
  };
};

const belowCertainty = (value: number): number => Math.max(-NEARLY_CERTAIN, Math.min(NEARLY_CERTAIN, value));

const provenPart = (
  tree: SearchTree,
  node: number,
  sign: number,
  pliesBefore: number,
): Pick<SearchResult, 'proven' | 'distance'> =>
  proofOf(tree, node) === UNPROVEN
    ? {}
    : { proven: proofOf(tree, node) === sign ? 'win' : 'loss', distance: distanceOf(tree, node) + pliesBefore };

/** Best play of both as far as the tree knows it: proven lines to the end, others along the most visited edges. */
const principalVariation = ({ tree, position }: Search, rootEdge: number): Action[] => {
  const line = [actionAt(tree, ROOT, rootEdge)];
  play(position, line[0]);
  for (let next = bestReply(tree, position); next !== NO_ACTION; next = bestReply(tree, position)) {
    line.push(next);
    play(position, next);
  }
  for (let taken = 0; taken < line.length; taken++) undo(position);
  return line;
};

const actions = new Uint16Array(MAX_LEGAL_ACTIONS);
const decided: TurnResult = { action: NO_ACTION, distance: 0 };

const bestReply = (tree: SearchTree, position: Position): Action => {
  const count = legalActions(position, actions);
  if (count === 0) return NO_ACTION;
  const node = findNode(tree, position.hashLow, position.hashHigh);
  if (node === NO_NODE) {
    const isDecided = findTurnWin(position, actions, count, decided) || findTurnLoss(position, actions, count, decided);
    return isDecided ? decided.action : NO_ACTION;
  }
  const isProven = proofOf(tree, node) !== UNPROVEN;
  if (!hasChildren(tree, node)) return isProven ? actionAt(tree, node, 0) : NO_ACTION;
  const edge = isProven ? decisiveEdge(tree, node) : mostVisitedEdge(tree, node);
  return edge === NO_EDGE ? NO_ACTION : actionAt(tree, node, edge);
};

const mostVisitedEdge = (tree: SearchTree, node: number): number => {
  let best = NO_EDGE;
  let most = 0;
  for (let edge = 0; edge < openedOf(tree, node); edge++) {
    const visits = edgeVisitsAt(tree, node, edge);
    if (visits <= most) continue;
    best = edge;
    most = visits;
  }
  return best;
};
