/** Samples and evaluation batches from random games, for tests and benches of networks. Seeded. */
import {
  ACTION_COUNT,
  encodeObservation,
  hashOf,
  legalActions,
  MAX_LEGAL_ACTIONS,
  OBSERVATION_SIZE,
  outcome,
  POINT_COUNT,
  type Position,
  play,
  type Rng,
  randomBelow,
  randomStream,
  SETUPS,
  startPosition,
} from '../../env/index.ts';
import {
  type AuxiliaryHead,
  allocateBatch,
  allocateSamples,
  type EvaluationBatch,
  OUTCOME_TYPE_COUNT,
  POINT_FATE_COUNT,
  type SampleBatch,
} from '../../models/index.ts';

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

/** Samples with random targets: a sharp policy on one legal action, a result, and something for every auxiliary head. */
export const randomSamples = (count: number, seed: number, heads: readonly AuxiliaryHead[] = []): SampleBatch => {
  const rng = randomStream('samples', seed);
  const batch = allocateSamples(count, heads);
  const actions = new Uint16Array(MAX_LEGAL_ACTIONS);
  for (const [row, position] of randomPositions(count, seed).entries()) {
    encodeObservation(position, batch.observations, row * OBSERVATION_SIZE);
    const legal = legalActions(position, actions);
    for (const action of actions.subarray(0, legal)) batch.masks[row * ACTION_COUNT + action] = 1;
    batch.policies[row * ACTION_COUNT + actions[randomBelow(rng, legal)]] = 1;
    batch.values[row] = rng() < 0.5 ? -1 : 1;
    if (batch.outcomeTypes) batch.outcomeTypes[row] = randomBelow(rng, OUTCOME_TYPE_COUNT);
    if (batch.stepsLeft) batch.stepsLeft[row] = randomBelow(rng, 60);
    for (let point = 0; point < POINT_COUNT; point++) {
      if (batch.pointFates) batch.pointFates[row * POINT_COUNT + point] = randomBelow(rng, POINT_FATE_COUNT);
    }
    if (batch.nextPolicies) batch.nextPolicies[row * ACTION_COUNT + randomBelow(rng, ACTION_COUNT)] = 1;
  }
  return batch;
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
