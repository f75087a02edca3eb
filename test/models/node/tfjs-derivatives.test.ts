import { expect, test } from 'vitest';
import { headsOf, initialState, learnerConfig } from '../../../models/index.ts';
import { createLearner } from '../../../models/node/index.ts';
import { freshWeights, SMALL_NETWORKS } from '../../support/networks.ts';
import { randomSamples } from '../../support/samples.ts';

// In a file of its own: whatever loads the whole of tfjs, or tfjs-node, brings derivatives along.
test.each(SMALL_NETWORKS)('tfjs learns on wasm with nothing but its core: $architecture', async (network) => {
  const { learner } = await createLearner(learnerConfig(network), initialState(freshWeights(network, 1)), {
    engine: 'tfjs',
    backend: 'wasm',
  });
  const { step, gradientNorm } = await learner.step(randomSamples(2, 1, headsOf(network)));
  expect(step).toBe(1);
  expect(gradientNorm).toBeGreaterThan(0);
});
