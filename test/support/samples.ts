/** Samples and evaluation batches from random games, for tests and benches of networks. Seeded. */
import {
  ACTION_COUNT,
  encodeObservation,
  hashOf,
  legalActions,
  MAX_LEGAL_ACTIONS,
  OBSERVATION_SIZE,
  outcome,
  type Position,
  play,
  type Rng,
  randomBelow,
  randomStream,
  SETUPS,
  startPosition,
} from '../../env/index.ts';
import {
  allocateBatch,
  allocateTrainingBatch,
  type EvaluationBatch,
  type FinishedGame,
  finishedGame,
  type GamePly,
  gamePly,
  type Head,
  type SampleBatch,
  targetsFor,
} from '../../models/index.ts';
import { closeSamples, writeSample } from '../../train/index.ts';

/** Positions of random games from all set-ups, no two alike: two targets for one position could not both be learnt. */
const randomPositions = (count: number, seed: number): Position[] => {
  const rng = randomStream('positions', seed);
  const found = new Map<bigint, Position>();
  while (found.size < count) {
    const position = startPosition(SETUPS[found.size % SETUPS.length], rng);
    playOn(position, 1 + randomBelow(rng, 40), rng);
    if (outcome(position) === null) found.set(hashOf(position), position);
  }
  return [...found.values()];
};

const playOn = (position: Position, plies: number, rng: Rng): void => {
  const actions = new Uint16Array(MAX_LEGAL_ACTIONS);
  for (let ply = 0; ply < plies; ply++) {
    const legal = legalActions(position, actions);
    if (legal === 0) return;
    play(position, actions[randomBelow(rng, legal)]);
  }
};

/**
 * Samples for these heads, one from each of so many random games, no two alike: a sharp policy on the action that was
 * played, and for the rest what the targets make of the game.
 */
export const randomSamples = (count: number, seed: number, heads: readonly Head[]): SampleBatch => {
  const rng = randomStream('samples', seed);
  const games = randomPositions(count, seed).map((position) => randomGame(position, rng));
  const samples = closeSamples(games, targetsFor(heads, { value: { searchShare: 0 } }));
  const batch = allocateTrainingBatch(count, heads);
  for (let row = 0; row < count; row++) writeSample(samples, row, 0, batch, row);
  return batch;
};

/** Played at random from a position to the end; the first action is the sample. */
export const randomGame = (position: Position, rng: Rng): FinishedGame => {
  const plies: GamePly[] = [];
  const actions = new Uint16Array(MAX_LEGAL_ACTIONS);
  for (;;) {
    const end = outcome(position);
    if (end !== null) return finishedGame(plies, position, end);
    const action = actions[randomBelow(rng, legalActions(position, actions))];
    const policy = new Float32Array(ACTION_COUNT);
    policy[action] = 1;
    plies.push(
      gamePly(
        position,
        action,
        { policy, value: rng() * 2 - 1, surprise: rng() },
        plies.length === 0 ? 'all' : 'nothing',
      ),
    );
    play(position, action);
  }
};

/** Different positions to evaluate, with their masks and hashes. */
export const randomEvaluations = (count: number, seed: number): EvaluationBatch => {
  const batch = allocateBatch(count);
  const actions = new Uint16Array(MAX_LEGAL_ACTIONS);
  for (const [row, position] of randomPositions(count, seed).entries()) {
    encodeObservation(position, batch.observations, row * OBSERVATION_SIZE);
    const legal = legalActions(position, actions);
    for (const action of actions.subarray(0, legal)) batch.masks[row * ACTION_COUNT + action] = 1;
    batch.keys.set([position.hashLow, position.hashHigh], row * 2);
  }
  return batch;
};
