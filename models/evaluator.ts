/**
 * Anything that judges positions: a network on some engine, a cache around one, or a stand-in. Searches know no more of
 * networks than this. The caller owns the buffers; evaluating fills them.
 */
import { ACTION_COUNT, OBSERVATION_SIZE } from '../env/index.ts';

/** Positions to be judged, and where the answers go. */
export type EvaluationBatch = {
  readonly capacity: number;
  readonly observations: Float32Array; // in: [capacity × OBSERVATION_SIZE] the points view, from the mover's side
  readonly masks: Uint8Array; // in: [capacity × ACTION_COUNT] 1 for each legal action
  readonly keys: Int32Array; // in: [capacity × 2] position hash, low word first; for caches
  readonly priors: Float32Array; // out: [capacity × ACTION_COUNT] sums to 1 over the legal actions, 0 elsewhere
  readonly values: Float32Array; // out: [capacity] expected result for the mover, −1 to 1
};

/** Anything that judges positions: a policy and a value for each. */
export interface Evaluator {
  /** For people: what judges, and on which engine. */
  readonly name: string;
  /** Whether it reads `observations`; if it says false, callers may leave them unwritten. They are most of a search's cost. */
  readonly needsObservations?: boolean;
  /** Fills priors and values of the first `count` rows. No row depends on another. */
  evaluate(batch: EvaluationBatch, count: number): Promise<void>;
  /** Frees what garbage collection does not. */
  close(): Promise<void>;
}

/** In what numbers networks are evaluated: `int8` has layers over neighbours in whole numbers of 8 bits. */
export const EVALUATOR_PRECISIONS = ['float32', 'int8'] as const;
/** One of `EVALUATOR_PRECISIONS`. */
export type EvaluatorPrecision = (typeof EVALUATOR_PRECISIONS)[number];
/** In place of one of them: whichever is found to be the faster when the network is opened. */
export const FASTEST = 'fastest';

/** Buffers for so many positions. */
export const allocateBatch = (capacity: number): EvaluationBatch => ({
  capacity,
  observations: new Float32Array(capacity * OBSERVATION_SIZE),
  masks: new Uint8Array(capacity * ACTION_COUNT),
  keys: new Int32Array(capacity * 2),
  priors: new Float32Array(capacity * ACTION_COUNT),
  values: new Float32Array(capacity),
});
