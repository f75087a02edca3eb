/** The samples of the last games, and batches drawn from them, each through a random symmetry of the board unless told otherwise. */
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
  type Symmetry,
  setPosition,
} from '../env/index.ts';
import { HEADS, type Head, type SampleBatch, sizeOf } from '../models/index.ts';
import type { Samples } from './samples.ts';

/** The newest samples, from which batches are drawn. */
export type ReplayWindow = {
  readonly shards: readonly Samples[];
  /** Rows in all of them. */
  readonly count: number;
  /** Their average surprise. */
  readonly meanSurprise: number;
};

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

/** How samples are drawn. */
export type DrawOptions = {
  /** Share of their weight that follows their surprise. */
  readonly surpriseShare: number;
  /** Whether each is seen through one of the 12 images of the board, or as it was played. */
  readonly symmetries: boolean;
};

/** Fills every row of `batch` with a sample drawn at random. */
export const drawBatch = (
  window: ReplayWindow,
  batch: SampleBatch,
  { surpriseShare, symmetries }: DrawOptions,
  rng: Rng,
): void => {
  const { shards, count, meanSurprise } = window;
  const readers = readersOf(batch);
  batch.masks.fill(0);
  for (const { target } of readers) target.fill(0);
  for (let row = 0; row < batch.count; row++) {
    let index = randomBelow(rng, count);
    let shard = 0;
    while (index >= shards[shard].count) index -= shards[shard++].count;
    writeSample(shards[shard], index, symmetries ? randomBelow(rng, SYMMETRY_COUNT) : 0, batch, row, readers);
    batch.weights[row] = weightOf(shards[shard].surprises[index], meanSurprise, surpriseShare);
  }
};

/** A head of the batch and where its targets go. */
type Reader = { readonly head: Head; readonly size: number; readonly target: Float32Array };

const readersOf = ({ targets }: SampleBatch): readonly Reader[] =>
  Object.entries(targets).map(([name, target]) => {
    const head = HEADS.get(name);
    return { head, size: sizeOf(head.dims), target };
  });

/** Writes a sample, turned by `symmetry`, into a row of the batch, whose mask and targets are all 0 beforehand. */
export const writeSample = (
  samples: Samples,
  index: number,
  symmetry: Symmetry,
  batch: SampleBatch,
  row: number,
  readers: readonly Reader[] = readersOf(batch),
): void => {
  const { cells, turns, heads } = samples;
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
  for (const { head, size, target } of readers) {
    const { width } = head.column;
    const kept = heads[head.name].subarray(index * width, (index + 1) * width);
    head.read(kept, symmetry, target.subarray(row * size, (row + 1) * size));
  }
};

/** 1 on average over the window, so that the share does not change the size of a step. */
const weightOf = (surprise: number, mean: number, share: number): number =>
  mean === 0 ? 1 : 1 - share + (share * surprise) / mean;
