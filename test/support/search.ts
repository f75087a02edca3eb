/** Searches with evaluators made by hand: seeded, without a network, and run without waiting. */
import {
  absorbLeaves,
  beginSearch,
  collectLeaves,
  createSearch,
  isFinished,
  type Search,
  type SearchBudget,
  type SearchChanges,
} from '../../agents/search/index.ts';
import { findNode, moverOf } from '../../agents/search/tree.ts';
import {
  ACTION_COUNT,
  KIND_COUNT,
  OBSERVATION_SIZE,
  outcome,
  PLANE_COUNT,
  PLANES,
  POINT_COUNT,
  type Position,
  planeIndex,
  play,
  randomBelow,
  randomStream,
  SYMMETRY_COUNT,
  startPosition,
  symmetricAction,
  symmetricPoint,
} from '../../env/index.ts';
import { allocateBatch, type EvaluationBatch, type Evaluator } from '../../models/index.ts';
import { winsWithinTurns } from '../reference/minimax.ts';
import { legalList } from './games.ts';

/** Fills one row of a batch; what it needs besides, it closes over. */
export type JudgeRow = (batch: EvaluationBatch, row: number) => void;

/** Mixes two words into a number from 0 to 1. */
export const scramble = (a: number, b: number): number => {
  let word = Math.imul(a ^ Math.imul(b, 0x9e3779b1), 0x85ebca6b);
  word = Math.imul(word ^ (word >>> 15), 0xc2b2ae35);
  return ((word ^ (word >>> 13)) >>> 0) / 2 ** 32;
};

const judge = (batch: EvaluationBatch, row: number, prior: (action: number) => number, value: number): void => {
  let sum = 0;
  for (let action = 0; action < ACTION_COUNT; action++) {
    const at = row * ACTION_COUNT + action;
    batch.priors[at] = batch.masks[at] === 1 ? prior(action) : 0;
    sum += batch.priors[at];
  }
  for (let action = 0; action < ACTION_COUNT; action++) batch.priors[row * ACTION_COUNT + action] /= sum;
  batch.values[row] = value;
};

/** Opinions that depend on nothing but the position's hash. */
export const judgeByHash: JudgeRow = (batch, row) => {
  const [low, high] = batch.keys.subarray(2 * row, 2 * row + 2);
  judge(batch, row, (action) => 0.05 + scramble(low + action, high), 0.8 * (2 * scramble(high, low) - 1));
};

/** Planes without a direction that tell positions apart. */
const TELLING_PLANES = PLANES.flatMap(({ direction }, plane) => (direction === undefined ? [plane] : []));

/** Opinions that turn with the board: read off the one of the 12 images whose fingerprint is the smallest. */
export const judgeEquivariantly: JudgeRow = (batch, row) => {
  const seen: [point: number, plane: number, value: number][] = [];
  for (let point = 0; point < POINT_COUNT; point++) {
    for (const plane of TELLING_PLANES) {
      const value = batch.observations[row * OBSERVATION_SIZE + point * PLANE_COUNT + plane];
      if (value !== 0) seen.push([point, plane, Math.round(value * 1000)]);
    }
  }
  let [symmetry, smallest] = [0, Number.POSITIVE_INFINITY];
  for (let candidate = 0; candidate < SYMMETRY_COUNT; candidate++) {
    let print = 0;
    for (const [point, plane, value] of seen) {
      print += Math.floor(2 ** 40 * scramble(symmetricPoint(candidate, point) * PLANE_COUNT + plane, value));
    }
    if (print < smallest) [symmetry, smallest] = [candidate, print];
  }
  const word = smallest | 0;
  // Ranks, since a search cannot tell priors apart that are closer than it keeps them.
  const shuffled = Array.from({ length: ACTION_COUNT }, (_, action) => action)
    .filter((action) => batch.masks[row * ACTION_COUNT + action] === 1)
    .map((action) => ({ action, key: scramble(word, symmetricAction(symmetry, action)) }))
    .sort((a, b) => a.key - b.key);
  const ranks = new Map(shuffled.map(({ action }, rank) => [action, 1 + rank]));
  judge(batch, row, (action) => ranks.get(action)!, 2 * scramble(word, 1) - 1);
};

/** Says of every position that white is worth `forWhite`; looks up in the tree whose move it is. */
export const judgeForWhite =
  (search: Search, forWhite: number): JudgeRow =>
  (batch, row) => {
    const node = findNode(search.tree, batch.keys[2 * row], batch.keys[2 * row + 1]);
    judgeByHash(batch, row);
    batch.values[row] = moverOf(search.tree, node) === 0 ? forWhite : -forWhite;
  };

const OWN_KINDS = planeIndex('own-tzaar');
const ENEMY_KINDS = planeIndex('enemy-tzaar');

/** The more stacks one has more than the other, the better; all actions are alike. */
export const judgeByMaterial: JudgeRow = (batch, row) => {
  let lead = 0;
  for (let point = 0; point < POINT_COUNT; point++) {
    const first = row * OBSERVATION_SIZE + point * PLANE_COUNT;
    for (let kind = 0; kind < KIND_COUNT; kind++) {
      lead += batch.observations[first + OWN_KINDS + kind] - batch.observations[first + ENEMY_KINDS + kind];
    }
  }
  judge(batch, row, () => 1, Math.tanh(lead / 10));
};

export const evaluatorOf = (judgeRow: JudgeRow, needsObservations: boolean): Evaluator => ({
  name: 'by hand',
  needsObservations,
  async evaluate(batch, count) {
    for (let row = 0; row < count; row++) judgeRow(batch, row);
  },
  async close() {},
});

/** Runs a search to its end. */
export const runSync = (search: Search, position: Position, budget: SearchBudget, judgeRow: JudgeRow): Search => {
  const batch = allocateBatch(search.options.leaves);
  beginSearch(search, position, budget);
  while (!isFinished(search)) {
    const rows = collectLeaves(search, batch, 0, true);
    for (let row = 0; row < rows; row++) judgeRow(batch, row);
    absorbLeaves(search, batch, 0);
  }
  return search;
};

export const searchSync = (
  position: Position,
  simulations: number,
  options: SearchChanges = {},
  judgeRow: JudgeRow = judgeByHash,
): Search => runSync(createSearch(options, 1), position, { simulations }, judgeRow);

/** Positions of random games with at most so many stacks where the mover cannot win within the turn, each from another game. */
export const quietEndgames = (count: number, stacks: number, seed: string): Position[] => {
  const found: Position[] = [];
  for (let part = 0; found.length < count; part++) {
    found.push(...lateGames(count, stacks, `${seed} ${part}`).filter((position) => !winsWithinTurns(position, 1)));
  }
  return found.slice(0, count);
};

/** Positions of random games with at most so many stacks, each from another game. */
export const lateGames = (count: number, stacks: number, seed: string): Position[] => {
  const rng = randomStream('late games', seed);
  const found: Position[] = [];
  while (found.length < count) {
    const position = startPosition('random', rng);
    const standing = (): number => position.counts.reduce((sum, kind) => sum + kind, 0);
    while (outcome(position) === null && standing() > stacks) {
      const legal = legalList(position);
      play(position, legal[randomBelow(rng, legal.length)]);
    }
    if (outcome(position) === null) found.push(position);
  }
  return found;
};
