/** How far rounded weights are from the trained ones: what both say of positions they meet in play, and what both play. */
import { BatchedSearch, withoutNoise } from '../../agents/index.ts';
import {
  ACTION_COUNT,
  copyPosition,
  emptyPosition,
  outcome,
  type Position,
  play,
  type Rng,
  randomStream,
  SETUPS,
  startPosition,
} from '../../env/index.ts';
import { batchOf, type Evaluator, type NetworkWeights } from '../../models/index.ts';
import { createEvaluator } from '../../models/node/index.ts';

/** How much a rounded network differs from the exact one. */
export type NetworkComparison = {
  readonly positions: number;
  readonly simulations: number;
  /** Differences of any probability, and of any value. */
  readonly worstPolicy: number;
  readonly meanPolicy: number;
  readonly worstValue: number;
  readonly meanValue: number;
  /** Share of positions in which the searches of both play the same action. */
  readonly sameMove: number;
};

const POSITIONS = 240;
const SIMULATIONS = 32;

/** How much a rounded network differs from the exact one. */
export const compareNetworks = async (
  exact: NetworkWeights,
  rounded: NetworkWeights,
  {
    positions: count = POSITIONS,
    simulations = SIMULATIONS,
  }: Partial<Pick<NetworkComparison, 'positions' | 'simulations'>> = {},
): Promise<NetworkComparison> => {
  const [one, other] = [await createEvaluator(exact), await createEvaluator(rounded)];
  try {
    const positions = await positionsOfPlay(one, count);
    const errors = await compareAnswers(one, other, positions);
    const sameMove = await shareOfEqualMoves(one, other, positions, simulations);
    return { positions: positions.length, simulations, ...errors, sameMove };
  } finally {
    await one.close();
    await other.close();
  }
};

const GAMES = 24;
/** Neighbouring positions say nearly the same. */
const STRIDE = 3;

/** Positions from games that the network plays against itself by its bare policy, from all set-ups. Seeded. */
const positionsOfPlay = async (evaluator: Evaluator, count: number): Promise<Position[]> => {
  const found: Position[] = [];
  for (let round = 0; found.length < count; round++) {
    const rng = randomStream('compare', round);
    let games = Array.from({ length: GAMES }, (_, game) => startPosition(SETUPS[game % SETUPS.length], rng));
    for (let ply = 0; games.length > 0 && found.length < count; ply++) {
      const batch = batchOf(games);
      await evaluator.evaluate(batch, games.length);
      for (const [row, game] of games.entries()) {
        // Games begin to be kept at different plies, so that all phases come early in the list.
        if ((ply + row) % STRIDE === 0 && found.length < count) found.push(copyPosition(game, emptyPosition()));
        play(game, draw(batch.priors.subarray(row * ACTION_COUNT, (row + 1) * ACTION_COUNT), rng));
      }
      games = games.filter((game) => outcome(game) === null);
    }
  }
  return found;
};

const draw = (priors: Float32Array, rng: Rng): number => {
  let left = rng();
  let last = 0;
  for (let action = 0; action < priors.length; action++) {
    if (priors[action] === 0) continue;
    last = action;
    left -= priors[action];
    if (left < 0) break;
  }
  return last;
};

type Errors = Pick<NetworkComparison, 'worstPolicy' | 'meanPolicy' | 'worstValue' | 'meanValue'>;

const compareAnswers = async (one: Evaluator, other: Evaluator, positions: readonly Position[]): Promise<Errors> => {
  const [a, b] = [batchOf(positions), batchOf(positions)];
  await one.evaluate(a, positions.length);
  await other.evaluate(b, positions.length);
  const policies = a.priors.reduce<number[]>((all, prior, at) => {
    if (a.masks[at] === 1) all.push(Math.abs(prior - b.priors[at]));
    return all;
  }, []);
  const values = Array.from(a.values, (value, row) => Math.abs(value - b.values[row]));
  return {
    worstPolicy: worst(policies),
    meanPolicy: mean(policies),
    worstValue: worst(values),
    meanValue: mean(values),
  };
};

const worst = (numbers: readonly number[]): number => numbers.reduce((most, number) => Math.max(most, number), 0);
const mean = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

const shareOfEqualMoves = async (
  one: Evaluator,
  other: Evaluator,
  positions: readonly Position[],
  simulations: number,
): Promise<number> => {
  const [ones, others] = [await movesOf(one, positions, simulations), await movesOf(other, positions, simulations)];
  return ones.filter((action, index) => action === others[index]).length / positions.length;
};

/** What the search plays in each position; all are searched in step, which is several times as fast as one by one. */
const movesOf = async (
  evaluator: Evaluator,
  positions: readonly Position[],
  simulations: number,
): Promise<number[]> => {
  const search = new BatchedSearch(evaluator, positions.length, withoutNoise());
  const results = await search.search(positions, { simulations });
  return results.map((result) => result!.action);
};

/** Lines for people: the terminal, and the model card. */
export const describeComparison = (comparison: NetworkComparison): string[] => {
  const { positions, simulations, worstPolicy, meanPolicy, worstValue, meanValue, sameMove } = comparison;
  const errors = (worst: number, mean: number): string => `worst difference ${digits(worst)}, mean ${digits(mean)}`;
  return [
    `policy, ${positions} positions of play: ${errors(worstPolicy, meanPolicy)}`,
    `value: ${errors(worstValue, meanValue)}`,
    `same action with ${simulations} simulations: ${(100 * sameMove).toFixed(1)} %`,
  ];
};

const digits = (number: number): string => (number >= 1e-3 ? number.toFixed(4) : number.toExponential(1));
