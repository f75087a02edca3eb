/**
 * `selfcheck.json`: positions of all phases with the policy and value that a correct loader must reproduce, and for
 * loaders without our rules the plain numbers that go into and come out of the network for one of them.
 */
import {
  ACTION_COUNT,
  encodeObservation,
  exactly,
  InvalidInput,
  joinProblems,
  legalActions,
  list,
  MAX_LEGAL_ACTIONS,
  maybe,
  OBSERVATION_SIZE,
  type Position,
  parsePosition,
  problemsOf,
  real,
  record,
  type Schema,
  text,
  whole,
} from '../../env/index.ts';
import { allocateBatch, type EvaluationBatch, type Evaluator } from '../evaluator.ts';
import { TABLE_SIZE } from '../network/neighbour-table.ts';
import { SELFCHECK_FILE } from './manifest.ts';

/** What `format` says in a selfcheck. */
export const SELFCHECK_FORMAT = 'tzaar-selfcheck';
/** The version of selfchecks that this program writes and reads. */
export const SELFCHECK_VERSION = 1;

/** A position with the right answers. */
export type CheckedPosition = {
  readonly position: string;
  /** The legal actions in ascending order, and the probability of each. */
  readonly actions: readonly number[];
  readonly policy: readonly number[];
  /** Expected result for the mover, −1 to 1. */
  readonly value: number;
};

/** What goes in and comes out as it is: observation `[60 × planes]`, logits of all actions, the logit of winning. */
export type RawExample = {
  readonly position: string;
  readonly observation: readonly number[];
  /** `[60 × 7]`, for networks along rays. */
  readonly neighbours?: readonly number[];
  readonly policyLogits: readonly number[];
  readonly valueLogit: number;
};

/** Positions with the right answers, by which a front end checks its engine. */
export type Selfcheck = {
  readonly format: typeof SELFCHECK_FORMAT;
  readonly version: typeof SELFCHECK_VERSION;
  /** The largest difference of any probability, and of any value, that rounding explains. */
  readonly tolerance: { readonly policy: number; readonly value: number };
  readonly positions: readonly CheckedPosition[];
  readonly example: RawExample;
};

/** How far an evaluator is from what it must say. */
export type SelfcheckResult = {
  readonly positions: number;
  readonly worstPolicy: number;
  readonly worstValue: number;
  /** Whether both lie within the tolerance. */
  readonly agrees: boolean;
};

/** Lets an evaluator judge the positions; differences that are not numbers never agree. */
export const replaySelfcheck = async (
  evaluator: Evaluator,
  { positions, tolerance }: Selfcheck,
): Promise<SelfcheckResult> => {
  const batch = batchOf(positions.map(({ position }) => parsePosition(position)));
  await evaluator.evaluate(batch, positions.length);
  let [worstPolicy, worstValue] = [0, 0];
  for (const [row, { actions, policy, value }] of positions.entries()) {
    worstValue = Math.max(worstValue, Math.abs(batch.values[row] - value));
    for (const [index, action] of actions.entries()) {
      worstPolicy = Math.max(worstPolicy, Math.abs(batch.priors[row * ACTION_COUNT + action] - policy[index]));
    }
  }
  const agrees = worstPolicy <= tolerance.policy && worstValue <= tolerance.value;
  return { positions: positions.length, worstPolicy, worstValue, agrees };
};

/** A batch that asks about these positions. */
export const batchOf = (positions: readonly Position[]): EvaluationBatch => {
  const batch = allocateBatch(positions.length);
  const actions = new Uint16Array(MAX_LEGAL_ACTIONS);
  for (const [row, position] of positions.entries()) {
    encodeObservation(position, batch.observations, row * OBSERVATION_SIZE);
    const count = legalActions(position, actions);
    for (const action of actions.subarray(0, count)) batch.masks[row * ACTION_COUNT + action] = 1;
    batch.keys.set([position.hashLow, position.hashHigh], row * 2);
  }
  return batch;
};

/** Checks a file that may be anything. */
export const parseSelfcheck = (given: unknown, source: string): Selfcheck => {
  const problems = problemsOf(SELFCHECK_SCHEMA, given);
  const selfcheck = given as Selfcheck;
  if (problems.length === 0) problems.push(...selfcheck.positions.flatMap(unfitPosition));
  if (problems.length > 0) {
    throw new InvalidInput('released model', source, `in its ${SELFCHECK_FILE} ${joinProblems(problems)}`);
  }
  return selfcheck;
};

const unfitPosition = ({ position, actions, policy }: CheckedPosition, index: number): string[] => {
  const legal = new Uint16Array(MAX_LEGAL_ACTIONS);
  try {
    const count = legalActions(parsePosition(position), legal);
    if (actions.join() !== legal.subarray(0, count).join()) return [`positions[${index}] has other legal actions`];
    return policy.length === count ? [] : [`positions[${index}] needs a probability for each of ${count} actions`];
  } catch (error) {
    return [`positions[${index}]: ${(error as Error).message}`];
  }
};

const number = real(-1e9, 1e9);
const numbers = (count: number): Schema<readonly number[]> => list(number, count, count, 'numbers');
const POSITION_LIMIT = 10_000;

const SELFCHECK_SCHEMA = record({
  format: exactly(SELFCHECK_FORMAT),
  version: exactly(SELFCHECK_VERSION),
  tolerance: record({ policy: real(0, 1), value: real(0, 1) }),
  positions: list(
    record({
      position: text(),
      actions: list(whole(0, ACTION_COUNT - 1), 1, ACTION_COUNT, 'actions'),
      policy: list(real(0, 1), 1, ACTION_COUNT, 'probabilities'),
      value: real(-1, 1),
    }),
    1,
    POSITION_LIMIT,
    'positions',
  ),
  example: record({
    position: text(),
    observation: numbers(OBSERVATION_SIZE),
    neighbours: maybe(numbers(TABLE_SIZE)),
    policyLogits: numbers(ACTION_COUNT),
    valueLogit: number,
  }),
});
