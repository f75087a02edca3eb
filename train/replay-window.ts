/** The samples of the last games, and batches drawn from them, each through a random symmetry of the board. */
import {
  ACTION_COUNT,
  applySymmetry,
  emptyPosition,
  encodeObservation,
  legalActions,
  MAX_LEGAL_ACTIONS,
  OBSERVATION_SIZE,
  type Phase,
  type Player,
  POINT_COUNT,
  type Rng,
  randomBelow,
  type Step,
  SYMMETRY_COUNT,
  setPosition,
  symmetricAction,
} from '../env/index.ts';
import type { SampleBatch } from '../models/index.ts';
import { POLICY_UNIT, type Samples } from './samples.ts';

export type ReplayWindow = {
  readonly shards: readonly Samples[];
  /** Rows in all of them. */
  readonly count: number;
  /** Their average surprise. */
  readonly meanSurprise: number;
};

/** How samples become targets: see the settings of these names. */
export type TargetMix = { readonly valueMix: number; readonly surpriseShare: number };

/** The newest shards that hold `size` samples together. */
export const lastShards = (shards: readonly Samples[], size: number): ReplayWindow => {
  let [first, count] = [shards.length, 0];
  while (first > 0 && count < size) count += shards[--first].count;
  const window = shards.slice(first);
  const surprise = window.reduce((sum, { surprises }) => sum + surprises.reduce((part, each) => part + each, 0), 0);
  return { shards: window, count, meanSurprise: count === 0 ? 0 : surprise / count };
};

/** Grows with a power of all samples seen: early ones are soon outdated, later ones are worth keeping longer. */
export const windowSize = (start: number, exponent: number, seen: number): number =>
  seen <= start ? start : Math.round(start * (seen / start) ** exponent);

const source = emptyPosition();
const image = emptyPosition();
const legal = new Uint16Array(MAX_LEGAL_ACTIONS);

/** Fills every row of `batch` with a sample drawn at random. */
export const drawBatch = (window: ReplayWindow, batch: SampleBatch, mix: TargetMix, rng: Rng): void => {
  const { shards, count, meanSurprise } = window;
  batch.masks.fill(0);
  batch.policies.fill(0);
  for (let row = 0; row < batch.count; row++) {
    let index = randomBelow(rng, count);
    let shard = 0;
    while (index >= shards[shard].count) index -= shards[shard++].count;
    writeSample(shards[shard], index, batch, row, mix.valueMix, randomBelow(rng, SYMMETRY_COUNT));
    batch.weights[row] = weightOf(shards[shard].surprises[index], meanSurprise, mix.surpriseShare);
  }
};

const writeSample = (
  samples: Samples,
  index: number,
  batch: SampleBatch,
  row: number,
  valueMix: number,
  symmetry: number,
): void => {
  const { cells, turns, policies, results, searchValues } = samples;
  const [mover, step, phase] = turns.subarray(index * 3, index * 3 + 3);
  setPosition(
    source,
    cells.subarray(index * POINT_COUNT, (index + 1) * POINT_COUNT),
    mover as Player,
    step as Step,
    phase as Phase,
  );
  applySymmetry(source, symmetry, image);
  encodeObservation(image, batch.observations, row * OBSERVATION_SIZE);
  const legalCount = legalActions(image, legal);
  for (let at = 0; at < legalCount; at++) batch.masks[row * ACTION_COUNT + legal[at]] = 1;
  let sum = 0;
  for (let action = 0; action < ACTION_COUNT; action++) sum += policies[index * ACTION_COUNT + action];
  const unit = sum === 0 ? POLICY_UNIT : sum; // rounding must not leave a policy that sums to less than 1
  for (let action = 0; action < ACTION_COUNT; action++) {
    const share = policies[index * ACTION_COUNT + action];
    if (share > 0) batch.policies[row * ACTION_COUNT + symmetricAction(symmetry, action)] = share / unit;
  }
  batch.values[row] = (1 - valueMix) * results[index] + valueMix * searchValues[index];
};

/** 1 on average over the window, so that the share does not change the size of a step. */
const weightOf = (surprise: number, mean: number, share: number): number =>
  mean === 0 ? 1 : 1 - share + (share * surprise) / mean;
