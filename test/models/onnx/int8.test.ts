import { expect, test } from 'vitest';
import { ACTION_COUNT, OBSERVATION_SIZE } from '../../../env/index.ts';
import {
  allocateBatch,
  defineNetwork,
  type EvaluationBatch,
  freshNetwork,
  type NetworkConfig,
  type NetworkWeights,
  networkPreset,
  parametersOf,
} from '../../../models/index.ts';
import { loadOnnxRuntime, readNetwork, shippedModel } from '../../../models/node/index.ts';
import { createOnnxEvaluator, type OnnxEvaluator } from '../../../models/onnx/index.ts';
import { int8Candidates, int8Layer } from '../../../models/onnx/int8-layers.ts';
import { randomEvaluations } from '../../support/samples.ts';

const COUNT = 24; // two runs of onnxruntime, one of them not full

const open = async ({ config, weights }: NetworkWeights, precision: 'float32' | 'int8'): Promise<OnnxEvaluator> =>
  createOnnxEvaluator(await loadOnnxRuntime(), config, weights, { precision });

const answersOf = async (network: NetworkWeights, precision: 'float32' | 'int8'): Promise<EvaluationBatch> => {
  const evaluator = await open(network, precision);
  const batch = randomEvaluations(COUNT, 1);
  await evaluator.evaluate(batch, COUNT);
  await evaluator.close();
  return batch;
};

/** How far the policies of two answers are apart, in nats, on average. */
const divergence = (right: EvaluationBatch, other: EvaluationBatch): number => {
  let sum = 0;
  right.priors.forEach((share, index) => {
    if (share > 0) sum += share * Math.log(share / other.priors[index]);
  });
  return sum / COUNT;
};

const worst = (a: Float32Array, b: Float32Array): number =>
  a.reduce((most, number, index) => Math.max(most, Math.abs(number - b[index])), 0);

const networks: readonly (readonly [name: string, network: () => Promise<NetworkWeights>])[] = [
  ['the shipped network', () => readNetwork(shippedModel())],
  ...['small', 'ray-small', 'hex-standard'].map(
    (preset) => [`a fresh ${preset}`, async () => freshNetwork(networkPreset(preset), 1)] as const,
  ),
];

test.each(networks)('in 8 bits, %s says nearly the same', async (_, network) => {
  const given = await network();
  const [right, rounded] = [await answersOf(given, 'float32'), await answersOf(given, 'int8')];
  expect(divergence(right, rounded)).toBeLessThan(0.01);
  expect(worst(right.values, rounded.values)).toBeLessThan(0.05);
  expect(rounded.priors).not.toEqual(right.priors); // it is really computed in another way
});

test('in 8 bits, no position depends on another, and opening it again changes nothing', async () => {
  const network = await readNetwork(shippedModel());
  const together = await answersOf(network, 'int8');
  const evaluator = await open(network, 'int8');
  const alone = allocateBatch(1);
  for (const row of [0, 7, COUNT - 1]) {
    alone.observations.set(together.observations.subarray(row * OBSERVATION_SIZE, (row + 1) * OBSERVATION_SIZE));
    alone.masks.set(together.masks.subarray(row * ACTION_COUNT, (row + 1) * ACTION_COUNT));
    await evaluator.evaluate(alone, 1);
    expect(worst(alone.priors, together.priors.subarray(row * ACTION_COUNT, (row + 1) * ACTION_COUNT))).toBeLessThan(
      1e-5,
    );
    expect(alone.values[0]).toBeCloseTo(together.values[row], 5);
  }
  await evaluator.close();
});

test('a network without layers over neighbours has nothing to round', async () => {
  const network = freshNetwork(networkPreset('mlp'), 1);
  expect((await answersOf(network, 'int8')).priors).toEqual((await answersOf(network, 'float32')).priors);
});

const layersOf = (config: NetworkConfig): ReturnType<typeof int8Candidates> =>
  int8Candidates(Object.values(defineNetwork(config).outputs));

test('layers are rounded whose input cannot be negative: all but the stem', () => {
  const { layers, ...rest } = networkPreset('small');
  const moves = 1; // the policy's own layer
  expect(layersOf({ ...rest, layers }).size).toBe(layers + moves);
});

test('weights have 7 bits, and are off by half a step of their column at most', () => {
  const config = networkPreset('small');
  const network = defineNetwork(config);
  const { weights } = freshNetwork(config, 1);
  const list = parametersOf(network);
  for (const { weights: value } of layersOf(config).values()) {
    if (value.operation.type !== 'parameter') continue;
    const { name } = value.operation;
    const { offset, size } = list.slots.find((slot) => slot.name === name)!;
    const layer = int8Layer(value, 2.55, list, weights);
    expect(layer.step).toBeCloseTo(0.01);
    expect(Math.max(...layer.weights.map(Math.abs))).toBe(63);
    for (let index = 0; index < size; index++) {
      const step = layer.columnSteps[index % layer.columnSteps.length];
      expect(Math.abs(layer.weights[index] * step - weights[offset + index])).toBeLessThanOrEqual(step * 0.5001);
    }
  }
});

test('a layer that nothing comes into, or without weights, is all zero and no fault', () => {
  const config = networkPreset('small');
  const list = parametersOf(defineNetwork(config));
  const [{ weights }] = layersOf(config).values();
  const layer = int8Layer(weights, 0, list, new Float32Array(list.size));
  expect(layer.step).toBe(1);
  expect(layer.weights.every((each) => each === 0)).toBe(true);
});
