/**
 * The faster of 32 and 8 bits for a network on this machine, found by trying: how much 8 bits bring depends on the processor and on the
 * width of the layers. For play by the clock, which is not repeatable anyway.
 */
import {
  ACTION_COUNT,
  encodeObservation,
  legalActions,
  MAX_LEGAL_ACTIONS,
  OBSERVATION_SIZE,
  randomStream,
  startPosition,
} from '../../env/index.ts';
import { allocateBatch, type EvaluationBatch, type Evaluator, type EvaluatorPrecision } from '../evaluator.ts';

/** As many as a search by the clock sends at once when its tree has grown. */
const POSITIONS = 16;
/** The quickest of a few counts: a pause of the machine must not decide. */
const TRIES = 6;
/** Rounding has to be worth it. */
const GAIN = 1.15;

/** Opens the network both ways, keeps the faster one and closes the other. */
export const openFastest = async (open: (precision: EvaluatorPrecision) => Promise<Evaluator>): Promise<Evaluator> => {
  const [exact, rounded] = [await open('float32'), await open('int8')];
  const batch = someStarts();
  const [exactMs, roundedMs] = [await leastTime(exact, batch), await leastTime(rounded, batch)];
  const [kept, other] = roundedMs * GAIN < exactMs ? [rounded, exact] : [exact, rounded];
  await other.close();
  return kept;
};

const leastTime = async (evaluator: Evaluator, batch: EvaluationBatch): Promise<number> => {
  let least = Number.POSITIVE_INFINITY;
  for (let tried = 0; tried < TRIES; tried++) {
    const start = performance.now();
    await evaluator.evaluate(batch, POSITIONS);
    least = Math.min(least, performance.now() - start);
  }
  return least;
};

const someStarts = (): EvaluationBatch => {
  const batch = allocateBatch(POSITIONS);
  const actions = new Uint16Array(MAX_LEGAL_ACTIONS);
  const rng = randomStream('fastest precision');
  for (let row = 0; row < POSITIONS; row++) {
    const position = startPosition('random', rng);
    encodeObservation(position, batch.observations, row * OBSERVATION_SIZE);
    const count = legalActions(position, actions);
    for (const action of actions.subarray(0, count)) batch.masks[row * ACTION_COUNT + action] = 1;
  }
  return batch;
};
