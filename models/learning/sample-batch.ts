/** What a learner is taught from: samples side by side in arrays that the caller owns. */
import { ACTION_COUNT, OBSERVATION_SIZE } from '../../env/index.ts';
import type { Head } from '../heads/head.ts';
import { sizeOf } from '../program/value.ts';

/** Samples to learn from: observations, masks, and what each head should have said. */
export type SampleBatch = {
  readonly count: number;
  readonly observations: Float32Array; // [count × OBSERVATION_SIZE] the points view, from the mover's side
  readonly masks: Uint8Array; // [count × ACTION_COUNT] 1 for each legal action
  readonly weights: Float32Array; // [count] how much each sample counts, relative to the others
  /** By head, `[count × its dims]`: what its loss compares with. A network needs all of its own and ignores others. */
  readonly targets: Readonly<Record<string, Float32Array>>;
};

/** Room for `count` samples with targets for these heads. */
export const allocateTrainingBatch = (count: number, heads: readonly Head[]): SampleBatch => ({
  count,
  observations: new Float32Array(count * OBSERVATION_SIZE),
  masks: new Uint8Array(count * ACTION_COUNT),
  weights: new Float32Array(count).fill(1),
  targets: Object.fromEntries(heads.map(({ name, dims }) => [name, new Float32Array(count * sizeOf(dims))])),
});
