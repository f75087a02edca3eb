/** Makes the selfcheck of a network: positions of all phases from seeded random play, the same for every network. */
import {
  ACTION_COUNT,
  FIXED_START_TEXT,
  formatPosition,
  legalActions,
  MAX_LEGAL_ACTIONS,
  OBSERVATION_SIZE,
  outcome,
  type Position,
  parsePosition,
  play,
  randomBelow,
  randomStream,
  type Setup,
  startPosition,
} from '../../env/index.ts';
import type { EvaluationBatch, Evaluator } from '../evaluator.ts';
import { fillSightTable, TABLE_SIZE } from '../network/neighbour-table.ts';
import { networkSight } from '../network/network.ts';
import type { NetworkConfig } from '../network/network-config.ts';
import { batchOf, type RawExample, SELFCHECK_FORMAT, SELFCHECK_VERSION, type Selfcheck } from './selfcheck.ts';

/** An evaluator that also gives the network's raw outputs. */
export type LogitsEvaluator = Evaluator & {
  logits(observations: Float32Array, count: number): Promise<{ policy: Float32Array; value: Float32Array }>;
};

/** Engines agree within about 1e-5; what is further off is another network, other planes or a broken reader. */
const TOLERANCE = { policy: 1e-3, value: 1e-3 } as const;

/** Random actions after each set-up: placement, white's opening turn, both steps of a turn, middle and end of a game. */
const PLIES: Readonly<Record<Setup, readonly number[]>> = {
  tournament: [0, 1, 17, 36, 59, 60, 61, 66],
  fixed: [0, 1, 2, 5],
  random: [0, 1, 2, 3, 4, 7, 10, 13, 18, 23, 28, 33],
};

export const selfcheckPositions = (): Position[] =>
  Object.entries(PLIES).flatMap(([setup, plies]) => plies.map((count) => playedOn(setup as Setup, count)));

/** Some random games are over too early; the first that is not is taken. */
const playedOn = (setup: Setup, plies: number): Position => {
  const actions = new Uint16Array(MAX_LEGAL_ACTIONS);
  for (let tried = 0; ; tried++) {
    const rng = randomStream('selfcheck', setup, plies, tried);
    const position = startPosition(setup, rng);
    for (let ply = 0; ply < plies && outcome(position) === null; ply++) {
      play(position, actions[randomBelow(rng, legalActions(position, actions))]);
    }
    if (position.ply === plies && outcome(position) === null) return position;
  }
};

export const makeSelfcheck = async (evaluator: LogitsEvaluator, config: NetworkConfig): Promise<Selfcheck> => {
  const positions = selfcheckPositions();
  const batch = batchOf(positions);
  await evaluator.evaluate(batch, positions.length);
  return {
    format: SELFCHECK_FORMAT,
    version: SELFCHECK_VERSION,
    tolerance: TOLERANCE,
    positions: positions.map((position, row) => {
      const actions = legalOf(batch, row);
      return {
        position: formatPosition(position),
        actions,
        policy: actions.map((action) => rounded(batch.priors[row * ACTION_COUNT + action])),
        value: rounded(batch.values[row]),
      };
    }),
    example: await makeExample(evaluator, config),
  };
};

const makeExample = async (evaluator: LogitsEvaluator, config: NetworkConfig): Promise<RawExample> => {
  const { observations } = batchOf([parsePosition(FIXED_START_TEXT)]);
  const observation = observations.subarray(0, OBSERVATION_SIZE);
  const { policy, value } = await evaluator.logits(observation, 1);
  const sight = networkSight(config);
  const neighbours = new Int32Array(TABLE_SIZE);
  if (sight !== null) fillSightTable(sight, observation, 1, neighbours);
  return {
    position: FIXED_START_TEXT,
    observation: Array.from(observation, rounded),
    ...(sight !== null && { neighbours: Array.from(neighbours) }),
    policyLogits: Array.from(policy, rounded),
    valueLogit: rounded(value[0]),
  };
};

const legalOf = ({ masks }: EvaluationBatch, row: number): number[] =>
  Array.from(masks.subarray(row * ACTION_COUNT, (row + 1) * ACTION_COUNT).entries()).flatMap(([action, legal]) =>
    legal === 1 ? [action] : [],
  );

/** More digits than engines agree in, fewer than a 32-bit number prints. */
const rounded = (number: number): number => Number(number.toPrecision(7));
