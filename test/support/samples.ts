/** Samples and evaluation batches from random games, for tests and benches of networks. Seeded. */
import {
  ACTION_COUNT,
  encodeObservation,
  legalActions,
  MAX_LEGAL_ACTIONS,
  OBSERVATION_SIZE,
  POINT_COUNT,
  type Position,
  play,
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

/** Different positions of random games, from all set-ups. */
const randomPositions = (count: number, seed: number): Position[] => {
  const rng = randomStream('positions', seed);
  const actions = new Uint16Array(MAX_LEGAL_ACTIONS);
  return Array.from({ length: count }, (_, index) => {
    const position = startPosition(SETUPS[index % SETUPS.length], rng);
    for (let plies = 1 + randomBelow(rng, 40); plies > 0; plies--) {
      const legal = legalActions(position, actions);
      const action = actions[randomBelow(rng, legal)];
      play(position, action);
      if (legalActions(position, actions) > 0) continue;
      return startPosition(SETUPS[index % SETUPS.length], rng); // the game is over: its end has nothing to learn
    }
    return position;
  });
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
