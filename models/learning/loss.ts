/**
 * What a network is taught, as a program: the losses of its heads, each times its weight. Weight decay is not here but in
 * the optimiser (AdamW), where it does not mix with the moments.
 */
import {
  ACTION_COUNT,
  InvalidInput,
  OBSERVATION_SIZE,
  real,
  record,
  type Schema,
  withDefault,
} from '../../env/index.ts';
import type { Head } from '../heads/head.ts';
import { headsOf } from '../heads/heads.ts';
import { type Network, OBSERVATION_INPUT } from '../network/network.ts';
import { add, input, scale, weightedSum } from '../program/operations.ts';
import { sizeOf, type Value } from '../program/value.ts';
import type { SampleBatch } from './sample-batch.ts';

/** By head. */
export type LossWeights = Readonly<Record<string, number>>;

const WEIGHT_LIMIT = 1000;

/** How much each of these heads counts, as a config file writes it. */
export const lossWeightsSchema = (heads: readonly Head[]): Schema<LossWeights> =>
  record(
    Object.fromEntries(
      heads.map(({ name, weight }) => [
        name,
        withDefault(real(0, WEIGHT_LIMIT, `how much the loss of ${name} counts`), weight),
      ]),
    ),
    'how much the loss of each head counts',
  );

/** The weight that each head gives its own loss. */
export const defaultLossWeights = (heads: readonly Head[]): LossWeights =>
  Object.fromEntries(heads.map(({ name, weight }) => [name, weight]));

export type Loss = {
  /** What is made smaller: the sum of all heads, each times its weight. */
  readonly total: Value;
  /** The loss of each head the network has, before its weight. */
  readonly heads: Readonly<Record<string, Value>>;
};

/** What the sum is called among the losses of the heads. */
export const TOTAL_LOSS = 'total';

const MASK_INPUT = 'mask';
const WEIGHT_INPUT = 'weight';
const targetInput = (head: string): string => `target/${head}`;

/** The program that is made smaller by learning: the losses of all heads, each with its weight. */
export const defineLoss = ({ config, outputs }: Network, lossWeights: LossWeights): Loss => {
  if (outputs[TOTAL_LOSS] !== undefined)
    throw new InvalidInput('name of a head', TOTAL_LOSS, 'this is the name of the sum of all losses');
  const sampleWeights = input(WEIGHT_INPUT, []);
  const mask = input(MASK_INPUT, [ACTION_COUNT]);
  const perSample = headsOf(config).map(
    ({ name, dims, loss }) => [name, loss(outputs[name], input(targetInput(name), dims), mask)] as const,
  );
  return {
    total: weightedSum(perSample.map(([head, loss]) => scale(loss, lossWeights[head])).reduce(add), sampleWeights),
    heads: Object.fromEntries(perSample.map(([head, loss]) => [head, weightedSum(loss, sampleWeights)])),
  };
};

/** What the inputs of a loss hold for the samples `from` to `to`, by name; sample weights are shares of the batch. */
export const lossInputs = (
  { config }: Network,
  batch: SampleBatch,
  from: number,
  to: number,
): Readonly<Record<string, Float32Array>> => {
  const totalWeight = batch.weights.subarray(0, batch.count).reduce((total, weight) => total + weight, 0);
  const targets = headsOf(config).map(({ name, dims }) => {
    const target = batch.targets[name];
    if (target === undefined) throw new Error(`the network has the head ${name}, the samples have nothing for it`);
    return [targetInput(name), target.subarray(from * sizeOf(dims), to * sizeOf(dims))];
  });
  return {
    [OBSERVATION_INPUT]: batch.observations.subarray(from * OBSERVATION_SIZE, to * OBSERVATION_SIZE),
    [MASK_INPUT]: Float32Array.from(batch.masks.subarray(from * ACTION_COUNT, to * ACTION_COUNT)),
    [WEIGHT_INPUT]: batch.weights.subarray(from, to).map((weight) => weight / totalWeight),
    ...Object.fromEntries(targets),
  };
};
