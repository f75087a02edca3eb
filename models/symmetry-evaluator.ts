/**
 * Averages over symmetric images of each position: the rules do not know left from right, but a network does. Costs as
 * many evaluations as there are images.
 */
import {
  ACTION_COUNT,
  applySymmetryToObservation,
  InvalidInput,
  OBSERVATION_SIZE,
  SYMMETRY_COUNT,
  type Symmetry,
  symmetricAction,
} from '../env/index.ts';
import { allocateBatch, type EvaluationBatch, type Evaluator } from './evaluator.ts';

/** Averages another evaluator over the images of each position. */
export class SymmetryEvaluator implements Evaluator {
  readonly name: string;
  readonly #inner: Evaluator;
  readonly #images: number;
  readonly #spare: EvaluationBatch[] = []; // one for each call under way at the same time

  /** With all 12 images the answer is as symmetric as the game; with fewer, the position's hash picks which. */
  constructor(inner: Evaluator, images: number = SYMMETRY_COUNT) {
    if (!(Number.isInteger(images) && images >= 1 && images <= SYMMETRY_COUNT)) {
      throw new InvalidInput('number of symmetric images', images, `expected 1 to ${SYMMETRY_COUNT}`);
    }
    this.name = `${inner.name}, mean of ${images} symmetric images`;
    this.#inner = inner;
    this.#images = images;
  }

  async evaluate(batch: EvaluationBatch, count: number): Promise<void> {
    const total = count * this.#images;
    const spare = this.#spare.pop();
    const imaged =
      spare !== undefined && spare.capacity >= total ? spare : allocateBatch(batch.capacity * this.#images);
    for (let index = 0; index < total; index++) {
      const row = Math.floor(index / this.#images);
      writeImage(batch, row, this.#symmetryOf(batch, row, index % this.#images), imaged, index);
    }
    await this.#inner.evaluate(imaged, total);
    batch.priors.fill(0, 0, count * ACTION_COUNT);
    batch.values.fill(0, 0, count);
    for (let index = 0; index < total; index++) {
      const row = Math.floor(index / this.#images);
      addImage(imaged, index, this.#symmetryOf(batch, row, index % this.#images), batch, row, 1 / this.#images);
    }
    this.#spare.push(imaged);
  }

  async close(): Promise<void> {
    await this.#inner.close();
  }

  #symmetryOf({ keys }: EvaluationBatch, row: number, image: number): Symmetry {
    return ((keys[row * 2] >>> 0) + image) % SYMMETRY_COUNT;
  }
}

const writeImage = (from: EvaluationBatch, row: number, symmetry: Symmetry, to: EvaluationBatch, at: number): void => {
  const observation = from.observations.subarray(row * OBSERVATION_SIZE, (row + 1) * OBSERVATION_SIZE);
  const image = to.observations.subarray(at * OBSERVATION_SIZE, (at + 1) * OBSERVATION_SIZE);
  applySymmetryToObservation(observation, symmetry, image);
  for (let action = 0; action < ACTION_COUNT; action++) {
    to.masks[at * ACTION_COUNT + symmetricAction(symmetry, action)] = from.masks[row * ACTION_COUNT + action];
  }
  // Images of one position need different keys, for caches below.
  to.keys[at * 2] = from.keys[row * 2] ^ Math.imul(symmetry, 0x9e3779b1);
  to.keys[at * 2 + 1] = from.keys[row * 2 + 1] ^ Math.imul(symmetry, 0x85ebca6b);
};

const addImage = (
  from: EvaluationBatch,
  at: number,
  symmetry: Symmetry,
  to: EvaluationBatch,
  row: number,
  share: number,
): void => {
  for (let action = 0; action < ACTION_COUNT; action++) {
    const image = at * ACTION_COUNT + symmetricAction(symmetry, action);
    to.priors[row * ACTION_COUNT + action] += share * from.priors[image];
  }
  to.values[row] += share * from.values[at];
};
