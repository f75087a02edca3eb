/**
 * The life of a search, without ever waiting for the evaluator: `beginSearch`, then rounds of `collectLeaves`, an evaluation
 * by the caller, and `absorbLeaves`, until `isFinished`. Hundreds of searches can share one batch this way, and
 * since a search reads nothing but its own rows, it does the same alone and among others.
 */
import {
  copyPosition,
  formatPosition,
  InvalidInput,
  legalActions,
  outcome,
  PLAYERS,
  type Position,
  randomStream,
} from '../../env/index.ts';
import type { EvaluationBatch } from '../../models/index.ts';
import { expectedEdges, readBudget, type SearchBudget } from './budget.ts';
import { addNode, readEvaluation, writeInput } from './expand.ts';
import { keepSubtree } from './keep-subtree.ts';
import { readyAllEdges } from './opened-edges.ts';
import { PATH_STRIDE, type Search } from './search-state.ts';
import {
  addVirtualLoss,
  ascend,
  backUp,
  COLLISION,
  descend,
  KNOWN_LEAF,
  knownValue,
  removeVirtualLoss,
} from './simulate.ts';
import {
  edgesOf,
  evaluationOf,
  findNode,
  NO_NODE,
  PENDING,
  proofOf,
  ROOT,
  stateOf,
  UNPROVEN,
  visitsOf,
} from './tree.ts';
import { clearTree, reserveSimulation, reserveSimulations, TreeFull } from './tree-memory.ts';

/** Simulations that may end at known leaves before the others get their turn and the clock is looked at. */
const KNOWN_LEAVES_PER_ROUND = 256;

/** Forgets all positions and takes up a seed. */
export const resetSearch = (search: Search, seed: number | string): void => {
  clearTree(search.tree);
  search.rng = randomStream(seed, 'search');
};

/** Takes up a position that is not over, keeping what is known of it. */
export const beginSearch = (search: Search, position: Position, budget: SearchBudget): void => {
  const over = outcome(position);
  if (over !== null) {
    throw new InvalidInput(
      'position',
      formatPosition(position),
      `the game is over, ${PLAYERS[over.winner]} has won: there is nothing to search`,
    );
  }
  const { simulations, deadlineMs } = readBudget(budget, position, search.tree.memoryBytes);
  search.simulationBudget = simulations;
  search.startedMs = performance.now();
  search.deadlineMs = deadlineMs;
  if (search.pending > 0) clearTree(search.tree); // the search before was broken off and left its virtual losses
  copyPosition(position, search.position);
  search.simulations = 0;
  search.pending = 0;
  search.full = false;
  const known = search.options.reuse ? findNode(search.tree, position.hashLow, position.hashHigh) : NO_NODE;
  if (known === NO_NODE) {
    clearTree(search.tree);
    reserveSimulation(search.tree);
    addNode(search.tree, position, search.paths.actions[0]);
  } else {
    if (known !== ROOT) keepSubtree(search, known);
    reserveSimulation(search.tree);
    if (stateOf(search.tree, ROOT) !== PENDING && proofOf(search.tree, ROOT) === UNPROVEN) openRoot(search);
  }
  if (proofOf(search.tree, ROOT) === UNPROVEN && search.simulationBudget < Number.POSITIVE_INFINITY) {
    reserveSimulations(search.tree, search.simulationBudget, expectedEdges(position));
  }
};

const openRoot = ({ tree, rule, ruleState, options, simulationBudget, rng }: Search): void => {
  readyAllEdges(tree, ROOT);
  rule.prepare(tree, ruleState, options, simulationBudget, rng);
};

/** Whether the root is proven or the budget spent; never while leaves are out for evaluation. */
export const isFinished = (search: Search): boolean => {
  const { tree, pending, simulations, simulationBudget, deadlineMs, full } = search;
  if (pending > 0) return false;
  if (proofOf(tree, ROOT) !== UNPROVEN) return true;
  if (stateOf(tree, ROOT) === PENDING) return false;
  if (full || simulations >= simulationBudget) return true;
  return deadlineMs < Number.POSITIVE_INFINITY && isTimeUp(search);
};

/** Whether the time is over, or what is left of it cannot change the choice. */
const isTimeUp = ({ tree, rule, ruleState, options, simulations, startedMs, deadlineMs }: Search): boolean => {
  const now = performance.now();
  if (now >= deadlineMs || edgesOf(tree, ROOT) === 1) return true;
  if (rule.isDecided === undefined || simulations === 0) return false;
  const expected = (simulations * (deadlineMs - now)) / (now - startedMs);
  return rule.isDecided(tree, ruleState, options, expected);
};

/** Runs simulations until `leaves` of them wait for an evaluation; writes their inputs from `row` on and returns how many. */
export const collectLeaves = (
  search: Search,
  batch: EvaluationBatch,
  row: number,
  needsObservations: boolean,
): number => {
  const { tree, position, paths, rule, ruleState, options, simulationBudget } = search;
  if (stateOf(tree, ROOT) === PENDING) {
    paths.depth[0] = 0;
    paths.nodes[0] = ROOT;
    const count = legalActions(position, paths.actions[0]);
    writeInput(position, paths.actions[0], count, batch, row, needsObservations);
    search.pending = 1;
    return 1;
  }
  const leaves = leavesNow(search);
  let known = 0;
  while (search.pending < leaves && search.simulations < simulationBudget && known < KNOWN_LEAVES_PER_ROUND) {
    if (proofOf(tree, ROOT) !== UNPROVEN || !makeRoom(search)) break;
    const path = search.pending;
    const ended = descend(search, path);
    if (ended === COLLISION) {
      ascend(search, path);
      rule.takeBack?.(tree, ruleState, options);
      break;
    }
    search.simulations++;
    if (ended === KNOWN_LEAF) {
      ascend(search, path);
      backUp(search, path, knownValue(search, path));
      known++;
      continue;
    }
    const leaf = paths.nodes[path * PATH_STRIDE + paths.depth[path]];
    writeInput(position, paths.actions[path], edgesOf(tree, leaf), batch, row + path, needsObservations);
    ascend(search, path);
    if (options.leaves > 1) addVirtualLoss(search, path); // a single leaf is back before the next
    search.pending++;
  }
  return search.pending;
};

/** Visits of the root for each leaf of a round by the clock: a young tree gets few at once, since virtual losses mislead it. */
const VISITS_PER_LEAF = 32;

const leavesNow = ({ tree, options: { leaves }, deadlineMs }: Search): number =>
  deadlineMs === Number.POSITIVE_INFINITY
    ? leaves
    : Math.max(1, Math.min(leaves, Math.floor(visitsOf(tree, ROOT) / VISITS_PER_LEAF)));

const makeRoom = (search: Search): boolean => {
  try {
    reserveSimulation(search.tree);
    return true;
  } catch (error) {
    if (!(error instanceof TreeFull) || search.deadlineMs === Number.POSITIVE_INFINITY) throw error;
    search.full = true;
    return false;
  }
};

/** Takes in the evaluations of what `collectLeaves` wrote from `row` on. */
export const absorbLeaves = (search: Search, batch: EvaluationBatch, row: number): void => {
  const { tree, paths, options } = search;
  if (options.leaves > 1) for (let path = 0; path < search.pending; path++) removeVirtualLoss(search, path);
  for (let path = 0; path < search.pending; path++) {
    const depth = paths.depth[path];
    const leaf = paths.nodes[path * PATH_STRIDE + depth];
    readEvaluation(tree, leaf, paths.actions[path], batch, row + path);
    if (depth === 0) openRoot(search);
    else backUp(search, path, evaluationOf(tree, leaf));
  }
  search.pending = 0;
};
