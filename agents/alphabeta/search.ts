/**
 * Alpha-beta over single actions: principal variation search with iterative deepening. A turn is two actions of the
 * same player, so the window is turned around only where the mover changes, never by depth. Late moves are searched
 * less deeply first; no move is left out but those that bury one's own last stack of a kind, so a score beyond `PROVEN`
 * is a proof. Hot.
 */
import {
  type Action,
  legalActions,
  MAX_LEGAL_ACTIONS,
  MAX_PLIES,
  NOBODY,
  type Position,
  play,
  undo,
} from '../../env/index.ts';
import { judgeLeaf, WIN } from './leaf.ts';
import { createOrdering, type Ordering, rewardCutoff, SUICIDE, scoreMoves, takeNext } from './move-ordering.ts';
import {
  AT_LEAST,
  AT_MOST,
  actionAt,
  boundAt,
  createTable,
  depthAt,
  EXACT,
  findEntry,
  scoreAt,
  storeEntry,
  type TranspositionTable,
  UNKNOWN_ACTION,
} from './transposition-table.ts';

/** Scores beyond this are proven: the game ends within `WIN − |score|` actions. */
export const PROVEN: number = WIN - 1000;

export type Limits = { readonly depth: number; readonly nodes: number; readonly deadline: number };

/** How the tree is cut, which changes what is found in a given time but no proof. */
export type Pruning = {
  /** From which move on, counted from 0, others are tried less deeply first. */
  readonly late: number;
  /** How far from the last depth's score a deeper search expects its own, in hundredths of log-odds; 0 expects nothing. */
  readonly window: number;
};

export const STANDARD_PRUNING: Pruning = { late: 6, window: 0 };

export type AlphaBeta = {
  readonly pruning: Pruning;
  readonly table: TranspositionTable;
  readonly ordering: Ordering;
  readonly actions: readonly Uint16Array[]; // [depth][181]
  readonly scores: readonly Int32Array[]; // [depth][181] how promising each action is
  nodes: number;
  limits: Limits;
  stopped: boolean;
};

const TABLE_BITS = 19; // 8 MB
const DEEPEST = MAX_PLIES;

export const createAlphaBeta = (pruning: Pruning = STANDARD_PRUNING): AlphaBeta => ({
  pruning,
  table: createTable(TABLE_BITS),
  ordering: createOrdering(DEEPEST),
  actions: Array.from({ length: DEEPEST }, () => new Uint16Array(MAX_LEGAL_ACTIONS)),
  scores: Array.from({ length: DEEPEST }, () => new Int32Array(MAX_LEGAL_ACTIONS)),
  nodes: 0,
  limits: { depth: 1, nodes: 1, deadline: 0 },
  stopped: false,
});

export type AlphaBetaResult = {
  readonly action: Action;
  /** For the mover, in hundredths of log-odds; see `PROVEN`. */
  readonly score: number;
  readonly depth: number;
  readonly nodes: number;
};

/** Deepens until a limit is reached or the result is proven. */
export const searchPosition = (search: AlphaBeta, position: Position, limits: Limits): AlphaBetaResult => {
  search.nodes = 0;
  search.limits = limits;
  search.stopped = false;
  let result: AlphaBetaResult = { action: UNKNOWN_ACTION, score: 0, depth: 0, nodes: 0 };
  for (let depth = 1; depth <= limits.depth; depth++) {
    result = searchDepth(search, position, depth, result);
    if (search.stopped || Math.abs(result.score) > PROVEN) break;
  }
  return { ...result, nodes: search.nodes };
};

/** One depth after another one: within a window around the score of that one at first, if the settings say so. */
const searchDepth = (
  search: AlphaBeta,
  position: Position,
  depth: number,
  before: AlphaBetaResult,
): AlphaBetaResult => {
  const { window } = search.pruning;
  const isNarrow = window > 0 && depth > 1;
  let low = isNarrow ? before.score - window : -WIN;
  let high = isNarrow ? before.score + window : WIN;
  let result = before;
  for (;;) {
    const found = searchRoot(search, position, depth, result.action, low, high);
    // Below the window nothing is known of the actions but that none is as good as was thought.
    const isBelow = found !== null && found.score <= low && low > -WIN;
    if (found !== null && !isBelow) result = found;
    if (search.stopped || found === null) return result;
    if (isBelow) low = -WIN;
    else if (found.score >= high && high < WIN) high = WIN;
    else return result;
  }
};

/** All actions within a window; null if it was stopped before anything better than the old best action was known. */
const searchRoot = (
  search: AlphaBeta,
  position: Position,
  depth: number,
  first: Action,
  low: number,
  high: number,
): AlphaBetaResult | null => {
  const actions = search.actions[0];
  const scores = search.scores[0];
  const { mover } = position;
  const count = legalActions(position, actions);
  scoreMoves(search.ordering, position, actions, count, scores, 0, first);
  let [best, bestScore, alpha] = [UNKNOWN_ACTION, -WIN, low];
  for (let index = 0; index < count && alpha < high; index++) {
    const action = takeNext(actions, scores, index, count);
    play(position, action);
    const turns = position.mover !== mover;
    let score = 0;
    if (index > 0) score = searchWindow(search, position, depth - 1, alpha, alpha + 1, 1, turns);
    if (index === 0 || (score > alpha && !search.stopped)) {
      score = searchWindow(search, position, depth - 1, alpha, high, 1, turns);
    }
    undo(position);
    if (search.stopped && (depth > 1 || best !== UNKNOWN_ACTION)) break;
    if (score > bestScore || best === UNKNOWN_ACTION) [best, bestScore] = [action, score];
    if (score > alpha) alpha = score;
    if (search.stopped) break;
  }
  return best === UNKNOWN_ACTION ? null : { action: best, score: bestScore, depth, nodes: search.nodes };
};

/** Searches a child and gives its score for the parent's mover, within the parent's window. */
const searchWindow = (
  search: AlphaBeta,
  position: Position,
  depth: number,
  alpha: number,
  beta: number,
  ply: number,
  turns: boolean,
): number =>
  turns
    ? -searchNode(search, position, depth, -beta, -alpha, ply)
    : searchNode(search, position, depth, alpha, beta, ply);

/** The score for the mover: exact inside the window, a bound outside of it. */
const searchNode = (
  search: AlphaBeta,
  position: Position,
  depth: number,
  alpha: number,
  beta: number,
  ply: number,
): number => {
  const { mover } = position;
  if (++search.nodes >= search.limits.nodes) search.stopped = true;
  if ((search.nodes & 511) === 0 && performance.now() > search.limits.deadline) search.stopped = true;
  if (search.stopped) return 0;
  if (position.bereft !== NOBODY) return position.bereft === mover ? ply - WIN : WIN - ply;
  if (depth <= 0) return judgeLeaf(position, ply);

  const { table } = search;
  const { hashLow, hashHigh } = position;
  const entry = findEntry(table, hashLow, hashHigh);
  let remembered = UNKNOWN_ACTION;
  if (entry >= 0) {
    remembered = actionAt(table, entry);
    const score = fromTable(scoreAt(table, entry), ply);
    if (depthAt(table, entry) >= depth || Math.abs(score) > PROVEN) {
      const bound = boundAt(table, entry);
      if (bound === EXACT) return score;
      if (bound === AT_LEAST && score >= beta) return score;
      if (bound === AT_MOST && score <= alpha) return score;
    }
  }

  const actions = search.actions[ply];
  const count = legalActions(position, actions);
  if (count === 0) return ply - WIN;
  const scores = search.scores[ply];
  scoreMoves(search.ordering, position, actions, count, scores, ply, remembered);

  const { late } = search.pruning;
  let [best, bestAction, floor] = [-WIN, UNKNOWN_ACTION, alpha];
  for (let index = 0; index < count; index++) {
    const action = takeNext(actions, scores, index, count);
    if (scores[index] === SUICIDE && index > 0) break;
    play(position, action);
    const turns = position.mover !== mover;
    let score = 0;
    if (index === 0) {
      score = searchWindow(search, position, depth - 1, floor, beta, ply + 1, turns);
    } else {
      const reduced = depth - 1 - reduction(depth, index - late);
      score = searchWindow(search, position, reduced, floor, floor + 1, ply + 1, turns);
      if (score > floor && reduced < depth - 1) {
        score = searchWindow(search, position, depth - 1, floor, floor + 1, ply + 1, turns);
      }
      if (score > floor && score < beta) {
        score = searchWindow(search, position, depth - 1, floor, beta, ply + 1, turns);
      }
    }
    undo(position);
    if (search.stopped) return 0;
    if (score > best) {
      best = score;
      bestAction = action;
      if (score > floor) floor = score;
      if (score >= beta) {
        rewardCutoff(search.ordering, position, action, depth, ply);
        break;
      }
    }
  }
  const bound = best >= beta ? AT_LEAST : best > alpha ? EXACT : AT_MOST;
  storeEntry(table, hashLow, hashHigh, bestAction, bound, depth, toTable(best, ply));
  return best;
};

/** How much less deeply a late move is tried at first; `lateness` is how many late ones came before it. */
const reduction = (depth: number, lateness: number): number => {
  if (depth < 2 || lateness < 0) return 0;
  return lateness < 14 || depth < 4 ? 1 : 2;
};

/** Proven scores count from the root; in the table they count from the position. */
const toTable = (score: number, ply: number): number => {
  if (score > PROVEN) return score + ply;
  return score < -PROVEN ? score - ply : score;
};
const fromTable = (score: number, ply: number): number => {
  if (score > PROVEN) return score - ply;
  return score < -PROVEN ? score + ply : score;
};
