import { expect, test } from 'vitest';
import { ACTION_COUNT } from '../../../env/index.ts';
import {
  auxiliaryHeads,
  defineNetwork,
  flopsOf,
  initialWeights,
  NETWORK_PRESETS,
  networkPreset,
  parametersOf,
} from '../../../models/index.ts';

test.each(Object.entries(NETWORK_PRESETS))('%s lists its parameters one after another, without gaps', (_, config) => {
  const { slots, size } = parametersOf(defineNetwork(config));
  let offset = 0;
  for (const slot of slots) {
    expect(slot.offset).toBe(offset);
    offset += slot.size;
  }
  expect(offset).toBe(size);
});

test('the same seed gives the same weights, another seed others', () => {
  const list = parametersOf(defineNetwork(networkPreset('tiny')));
  expect(initialWeights(list, 1)).toEqual(initialWeights(list, 1));
  expect(initialWeights(list, 1)).not.toEqual(initialWeights(list, 2));
});

test('auxiliary heads add parameters and leave the others as they were', () => {
  const plain = networkPreset('tiny');
  const [few, many] = [plain, { ...plain, auxiliaryHeads: auxiliaryHeads() }].map((config) => {
    const list = parametersOf(defineNetwork(config));
    const weights = initialWeights(list, 1);
    return new Map(list.slots.map(({ name, offset, size }) => [name, weights.slice(offset, offset + size)]));
  });
  expect(many.size).toBeGreaterThan(few.size);
  for (const [name, weights] of few) expect(many.get(name)).toEqual(weights);
});

test('weights begin with the variance that keeps signals alive', () => {
  const list = parametersOf(defineNetwork(networkPreset('standard')));
  const weights = initialWeights(list, 1);
  const slot = list.slots.find(({ name }) => name === 'block0/first/weights')!;
  const layer = weights.subarray(slot.offset, slot.offset + slot.size);
  const variance = layer.reduce((sum, weight) => sum + weight * weight, 0) / layer.length;
  expect(variance * (7 * 64)).toBeCloseTo(2, 1);
});

test('outputs are the heads of the config, in the shapes of the environment', () => {
  const network = defineNetwork({ ...networkPreset('tiny'), auxiliaryHeads: ['pointFates'] });
  const dims = Object.entries(network.outputs).map(([name, { dims }]) => [name, [...dims]]);
  expect(dims).toEqual([
    ['policy', [ACTION_COUNT]],
    ['value', [1]],
    ['pointFates', [60, 3]],
  ]);
});

test('flops count the products of the layers', () => {
  const { policy, value } = defineNetwork({ architecture: 'mlp', channels: 8, layers: 1, auxiliaryHeads: [] }).outputs;
  const [planes, points] = [48 * 60, 16 * 60];
  const heads = 60 * 16 * (6 + 3 + 32 + 4) + 16 + (48 + 32 + 60 * 4) * 64 + 64;
  expect(flopsOf([policy, value])).toBe(2 * (planes * 8 + 8 * points + heads));
});
