/** That a network learns at all is easily seen; that it does not learn a hundred times too slowly needs a test. */
import { expect, test } from 'vitest';
import { randomStream } from '../../env/index.ts';
import {
  allocateTrainingBatch,
  freshNetwork,
  headsOf,
  initialState,
  learnerConfig,
  networkPreset,
} from '../../models/index.ts';
import { createLearner } from '../../models/node/index.ts';
import { drawBatch, lastShards, playTeacher } from '../../train/index.ts';
import { teacherJob } from '../support/runs.ts';

const STEPS = 200;

test('a network soon sees who is ahead in games of alpha-beta', async () => {
  const lessons = { heads: ['policy', 'value'], targets: { value: { type: 'mixed', searchShare: 0 } } };
  const job = teacherJob(60, { seed: 1, games: 200, samplePlies: 12, setups: { fixed: 0, tournament: 0 }, lessons });
  const { samples } = await playTeacher(job);
  const window = lastShards([samples], Number.POSITIVE_INFINITY);
  const network = networkPreset('tiny');
  const settings = learnerConfig(network, { optimiser: { learningRate: 5e-3, warmUpSteps: 50 } });
  const { learner } = await createLearner(settings, initialState(freshNetwork(network, 1).weights));
  const rng = randomStream('batches');
  const batch = allocateTrainingBatch(128, headsOf(network));
  const losses: number[] = [];
  for (let step = 0; step < STEPS; step++) {
    drawBatch(window, batch, { surpriseShare: 0, symmetries: true }, rng);
    losses.push((await learner.step(batch)).losses.value);
  }
  await learner.close();
  const lately = losses.slice(-50).reduce((sum, loss) => sum + loss, 0) / 50;
  expect(lately).toBeLessThan(0.66);
});
