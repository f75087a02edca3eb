/** What a learner is taught from: samples side by side in arrays that the caller owns. */
import { ACTION_COUNT, OBSERVATION_SIZE, POINT_COUNT } from '../../env/index.ts';
import type { AuxiliaryHead } from '../network/network-config.ts';

export type SampleBatch = {
  readonly count: number;
  readonly observations: Float32Array; // [count × OBSERVATION_SIZE] the points view, from the mover's side
  readonly masks: Uint8Array; // [count × ACTION_COUNT] 1 for each legal action
  readonly policies: Float32Array; // [count × ACTION_COUNT] sums to 1; all 0 where there is no policy to learn
  readonly values: Float32Array; // [count] result for the mover, −1 to 1
  readonly weights: Float32Array; // [count] how much each sample counts, relative to the others
  // For auxiliary heads; a network without the head ignores them, one with it needs them.
  readonly outcomeTypes?: Uint8Array; // [count] 0–2 the mover wins by reason, 3–5 loses by reason; 255 unknown
  readonly stepsLeft?: Float32Array; // [count] actions until the end of the game
  readonly pointFates?: Uint8Array; // [count × 60] at the end: 0 empty, 1 the mover's, 2 the opponent's; 255 unknown
  readonly nextPolicies?: Float32Array; // [count × ACTION_COUNT] of the opponent's next action; all 0 if unknown
};

/** The class that says: unknown, nothing to learn. */
export const UNKNOWN_CLASS = 255;

/** Room for `count` samples with the fields that these auxiliary heads need. */
export const allocateSamples = (count: number, heads: readonly AuxiliaryHead[] = []): SampleBatch => ({
  count,
  observations: new Float32Array(count * OBSERVATION_SIZE),
  masks: new Uint8Array(count * ACTION_COUNT),
  policies: new Float32Array(count * ACTION_COUNT),
  values: new Float32Array(count),
  weights: new Float32Array(count).fill(1),
  ...(heads.includes('outcomeType') ? { outcomeTypes: new Uint8Array(count).fill(UNKNOWN_CLASS) } : {}),
  ...(heads.includes('stepsLeft') ? { stepsLeft: new Float32Array(count) } : {}),
  ...(heads.includes('pointFates') ? { pointFates: new Uint8Array(count * POINT_COUNT).fill(UNKNOWN_CLASS) } : {}),
  ...(heads.includes('nextPolicy') ? { nextPolicies: new Float32Array(count * ACTION_COUNT) } : {}),
});
