import { expect, test } from 'vitest';
import { headsOf, initialState, learnerConfig, networkPreset } from '../../../models/index.ts';
import { createLearner } from '../../../models/node/index.ts';
import { freshWeights } from '../../support/networks.ts';
import { randomSamples } from '../../support/samples.ts';

// In a file of its own: whatever tries the native backend first brings the derivatives along.
test('tfjs learns on wasm, though nobody has asked for the native backend before', async () => {
  const network = networkPreset('tiny');
  const { learner } = await createLearner(learnerConfig(network), initialState(freshWeights(network, 1)), {
    engine: 'tfjs',
    backend: 'wasm',
  });
  const { step, gradientNorm } = await learner.step(randomSamples(2, 1, headsOf(network)));
  expect(step).toBe(1);
  expect(gradientNorm).toBeGreaterThan(0);
});
