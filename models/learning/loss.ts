/**
 * What a network is taught, as a program over its heads: masked cross-entropy of the policy, cross-entropy of winning,
 * and the auxiliary losses. Weight decay is not here but in the optimiser (AdamW), where it does not mix with the
 * moments.
 */
import { ACTION_COUNT, OBSERVATION_SIZE, POINT_COUNT } from '../../env/index.ts';
import { type Network, OBSERVATION_INPUT, OUTCOME_TYPE_COUNT, POINT_FATE_COUNT } from '../network/network.ts';
import type { AuxiliaryHead } from '../network/network-config.ts';
import { add, input, logisticLoss, scale, softmaxLoss, squaredLoss, weightedSum } from '../program/operations.ts';
import type { Value } from '../program/value.ts';
import { type SampleBatch, UNKNOWN_CLASS } from './sample-batch.ts';

export type LossHead = 'policy' | 'value' | AuxiliaryHead;
export type LossWeights = Readonly<Record<LossHead, number>>;

export const DEFAULT_LOSS_WEIGHTS: LossWeights = {
  policy: 1,
  value: 1,
  outcomeType: 0.15,
  stepsLeft: 0.1,
  pointFates: 0.15,
  nextPolicy: 0.15,
};

/** Steps left are learnt in this unit, about a game's length, so that the error is of the size of the others. */
export const STEPS_UNIT = 60;

export type Loss = {
  /** What is made smaller: the sum of all heads, each times its weight. */
  readonly total: Value;
  /** The loss of each head the network has, before its weight. */
  readonly heads: Readonly<Record<string, Value>>;
};

export const defineLoss = (network: Network, lossWeights: LossWeights): Loss => {
  const { outcomeType, stepsLeft, pointFates, nextPolicy } = network;
  const sampleWeights = input('weight', []);
  const perSample: Partial<Record<LossHead, Value>> = {
    policy: softmaxLoss(network.policy, input('policy', [ACTION_COUNT]), input('mask', [ACTION_COUNT])),
    value: logisticLoss(network.value, input('value', [1])),
    ...(outcomeType && { outcomeType: softmaxLoss(outcomeType, input('outcomeType', [OUTCOME_TYPE_COUNT])) }),
    ...(stepsLeft && { stepsLeft: squaredLoss(stepsLeft, input('stepsLeft', [1])) }),
    ...(pointFates && { pointFates: softmaxLoss(pointFates, input('pointFates', [POINT_COUNT, POINT_FATE_COUNT])) }),
    ...(nextPolicy && { nextPolicy: softmaxLoss(nextPolicy, input('nextPolicy', [ACTION_COUNT])) }),
  };
  const heads = Object.entries(perSample) as [LossHead, Value][];
  const sum = heads.map(([head, loss]) => scale(loss, lossWeights[head])).reduce(add);
  return {
    total: weightedSum(sum, sampleWeights),
    heads: Object.fromEntries(heads.map(([head, loss]) => [head, weightedSum(loss, sampleWeights)])),
  };
};

/** What the inputs of a loss hold for the samples `from` to `to`, by name; sample weights come as shares of the batch. */
export const lossInputs = (
  network: Network,
  batch: SampleBatch,
  from: number,
  to: number,
): Readonly<Record<string, Float32Array>> => {
  const totalWeight = batch.weights.subarray(0, batch.count).reduce((total, weight) => total + weight, 0);
  const rows = <Column extends Float32Array | Uint8Array>(column: Column, size: number): Column =>
    column.subarray(from * size, to * size) as Column;
  const needed = <Column>(head: AuxiliaryHead, column: Column | undefined): Column => {
    if (column === undefined) throw new Error(`the network has the head ${head}, the samples have nothing for it`);
    return column;
  };
  return {
    [OBSERVATION_INPUT]: rows(batch.observations, OBSERVATION_SIZE),
    mask: Float32Array.from(rows(batch.masks, ACTION_COUNT)),
    policy: rows(batch.policies, ACTION_COUNT),
    value: rows(batch.values, 1).map((value) => (1 + value) / 2),
    weight: rows(batch.weights, 1).map((weight) => weight / totalWeight),
    ...(network.outcomeType && {
      outcomeType: oneHot(rows(needed('outcomeType', batch.outcomeTypes), 1), OUTCOME_TYPE_COUNT),
    }),
    ...(network.stepsLeft && {
      stepsLeft: rows(needed('stepsLeft', batch.stepsLeft), 1).map((steps) => steps / STEPS_UNIT),
    }),
    ...(network.pointFates && {
      pointFates: oneHot(rows(needed('pointFates', batch.pointFates), POINT_COUNT), POINT_FATE_COUNT),
    }),
    ...(network.nextPolicy && { nextPolicy: rows(needed('nextPolicy', batch.nextPolicies), ACTION_COUNT) }),
  };
};

/** A row of `count` numbers for each class: 1 at the class, 0 elsewhere; all 0 if it is unknown. */
const oneHot = (classes: Uint8Array, count: number): Float32Array => {
  const out = new Float32Array(classes.length * count);
  for (const [index, which] of classes.entries()) if (which !== UNKNOWN_CLASS) out[index * count + which] = 1;
  return out;
};
