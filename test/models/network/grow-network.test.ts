import { describe, expect, test } from 'vitest';
import { ACTION_COUNT, InvalidInput } from '../../../env/index.ts';
import {
  defineNetwork,
  freshNetwork,
  growNetwork,
  headsOf,
  initialState,
  learnerConfig,
  type NetworkConfig,
  type NetworkWeights,
  networkPreset,
  parametersOf,
} from '../../../models/index.ts';
import { createEvaluator, createLearner } from '../../../models/node/index.ts';
import { randomEvaluations, randomSamples } from '../../support/samples.ts';

const POSITIONS = 12;
const SMALL: NetworkConfig = { architecture: 'stack', channels: 6, layers: 4, auxiliaryHeads: [] };

const answers = async (network: NetworkWeights): Promise<{ priors: Float32Array; values: Float32Array }> => {
  const batch = randomEvaluations(POSITIONS, 5);
  const evaluator = await createEvaluator(network, { engine: 'tfjs', backend: 'cpu', say: () => {} });
  await evaluator.evaluate(batch, POSITIONS);
  await evaluator.close();
  return { priors: batch.priors.slice(0, POSITIONS * ACTION_COUNT), values: batch.values.slice(0, POSITIONS) };
};

/** Nothing in it is 0, so that whatever is forgotten or read twice would be seen. */
const busyNetwork = (config: NetworkConfig): NetworkWeights => {
  const { weights } = freshNetwork(config, 'small');
  return { config, weights: weights.map((weight, index) => weight + 0.05 * Math.sin(index)) };
};

describe('a network that grows', () => {
  test.each([
    ['stack', 10, 4],
    ['stack', 6, 8],
    ['stack', 12, 6],
    ['ray', 9, 6],
    ['hex', 9, 6],
  ])('%s to %i × %i answers as before', async (architecture, channels, layers) => {
    const small = busyNetwork({ ...SMALL, architecture });
    const config = { ...small.config, channels, layers };
    const before = await answers(small);
    const after = await answers({ config, weights: growNetwork(small, config, 3, 'small') });
    expect(Math.max(...after.priors.map((prior, at) => Math.abs(prior - before.priors[at])))).toBeLessThan(1e-5);
    expect(Math.max(...after.values.map((value, at) => Math.abs(value - before.values[at])))).toBeLessThan(1e-5);
  });

  test('learns with all that is new in it', async () => {
    const config = { ...SMALL, channels: 10, layers: 8 };
    const grown = growNetwork(busyNetwork(SMALL), config, 3, 'small');
    const { learner } = await createLearner(learnerConfig(config), initialState(grown), { engine: 'auto' });
    const batch = randomSamples(32, 1, headsOf(config));
    for (let step = 0; step < 3; step++) await learner.step(batch);
    const learnt = learner.state().parameters;
    await learner.close();
    for (const { name, offset, size } of parametersOf(defineNetwork(config)).slots) {
      const before = grown.subarray(offset, offset + size);
      expect(learnt.subarray(offset, offset + size), name).not.toEqual(before);
    }
  });

  test('of the same size keeps every parameter by its name; those of further heads are fresh', () => {
    const tiny = networkPreset('tiny');
    const withHeads = { ...tiny, auxiliaryHeads: ['outcomeType', 'stepsLeft'] };
    const model = freshNetwork({ ...tiny, auxiliaryHeads: ['stepsLeft', 'pointFates'] }, 'another seed');
    const taken = growNetwork(model, withHeads, 5, 'model');
    const fresh = freshNetwork(withHeads, 5).weights;
    const slotsIn = (config: NetworkConfig) => parametersOf(defineNetwork(config)).slots;
    const given = new Map(slotsIn(model.config).map((slot) => [slot.name, slot]));
    let news = 0;
    for (const { name, offset, size } of slotsIn(withHeads)) {
      const slot = given.get(name);
      if (slot === undefined) news++;
      const expected =
        slot === undefined
          ? fresh.subarray(offset, offset + size)
          : model.weights.subarray(slot.offset, slot.offset + size);
      expect(taken.subarray(offset, offset + size), name).toEqual(expected);
    }
    expect(news).toBeGreaterThan(0);
  });

  test.each([
    [{ ...SMALL, channels: 5 }, /not lose channels or layers/],
    [{ ...SMALL, layers: 2 }, /not lose channels or layers/],
    [{ ...SMALL, architecture: 'ray' }, /the trunk must be the same/],
  ])('refuses %o', (config, sentence) => {
    const grow = (): Float32Array => growNetwork(busyNetwork(SMALL), config, 1, 'small.network');
    expect(grow).toThrow(sentence);
    expect(grow).toThrow(InvalidInput);
  });

  test('refuses to let dense layers over the whole board grow', () => {
    const mlp: NetworkConfig = { architecture: 'mlp', channels: 8, layers: 1, auxiliaryHeads: [] };
    const grow = (): Float32Array => growNetwork(busyNetwork(mlp), { ...mlp, channels: 9 }, 1, 'small.network');
    expect(grow).toThrow(/mlp cannot grow/);
  });
});
