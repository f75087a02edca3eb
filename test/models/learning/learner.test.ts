import { expect, test } from 'vitest';
import { check } from '../../../env/index.ts';
import {
  decodeLearner,
  encodeLearner,
  headsOf,
  initialState,
  type Learner,
  learnerConfig,
  lossWeightsSchema,
  networkPreset,
} from '../../../models/index.ts';
import { createLearner, parseLearnerEngine } from '../../../models/node/index.ts';
import { freshWeights } from '../../support/networks.ts';
import { randomSamples } from '../../support/samples.ts';

const network = networkPreset('tiny');
const heads = headsOf(network);
const config = learnerConfig(network, { optimiser: { learningRate: 1e-2, warmUpSteps: 10, weightDecay: 0 } });
const start = initialState(freshWeights(network, 1));

const ENGINES = ['onnx', 'tfjs'] as const;

test.each(ENGINES)('%s learns 64 samples by heart', async (engine) => {
  const samples = randomSamples(64, 1, heads);
  const { learner } = await createLearner(config, start, { engine });
  const first = await learner.step(samples);
  let last = first;
  while (last.step < 60) last = await learner.step(samples);
  expect(first.losses.policy).toBeGreaterThan(3);
  expect(last.losses.policy).toBeLessThan(0.02);
  expect(last.losses.value).toBeLessThan(0.1);
  await learner.close();
});

test('a learner made from a saved state goes on as if it had never stopped', async () => {
  const batches = [1, 2, 3, 4].map((seed) => randomSamples(8, seed, heads));
  const run = async (learner: Learner, which: readonly number[]): Promise<void> => {
    for (const index of which) await learner.step(batches[index]);
  };
  const { learner: straight } = await createLearner(config, start);
  await run(straight, [0, 1, 2, 3]);
  const { learner: first } = await createLearner(config, start);
  await run(first, [0, 1]);
  const { state } = await decodeLearner(await encodeLearner({ network, state: first.state() }), 'state');
  const { learner: second } = await createLearner(config, state);
  await run(second, [2, 3]);
  expect(second.state()).toEqual(straight.state());
});

test('a step that is not finite throws and changes nothing', async () => {
  const { learner } = await createLearner(config, start);
  const samples = randomSamples(4, 1, heads);
  samples.targets.value[2] = Number.NaN;
  await expect(learner.step(samples)).rejects.toThrow(/step 1 is not finite: .*value NaN/);
  expect(learner.state()).toEqual(start);
});

test('a sample of weight 0 teaches nothing, and weights are relative', async () => {
  const { learner } = await createLearner(config, start);
  const [plain, weighted] = [randomSamples(4, 1, heads), randomSamples(5, 1, heads)];
  weighted.observations.set(plain.observations);
  weighted.masks.set(plain.masks);
  for (const { name } of heads) weighted.targets[name].set(plain.targets[name]);
  weighted.weights.set([3, 3, 3, 3, 0]);
  const [a, b] = [await learner.gradients(plain), await learner.gradients(weighted)];
  expect(b.losses.total).toBeCloseTo(a.losses.total, 5);
  const worst = a.gradients.reduce((most, slope, at) => Math.max(most, Math.abs(slope - b.gradients[at])), 0);
  expect(worst).toBeLessThan(1e-6);
});

test('heads count as much as a config says, or as they ask for; others and odd weights are refused', () => {
  const schema = lossWeightsSchema(headsOf({ auxiliaryHeads: ['stepsLeft'] }));
  expect(check(schema, { value: 0.5 }, 'weights')).toEqual({ policy: 1, value: 0.5, stepsLeft: 0.1 });
  expect(() => check(schema, { value: -1, pointFates: 1 }, 'weights')).toThrow(
    'value must be a number from 0 to 1000; pointFates is not known: known are policy, value, stepsLeft',
  );
  expect(learnerConfig({ ...network, auxiliaryHeads: ['stepsLeft'] }, { lossWeights: { policy: 2 } })).toMatchObject({
    lossWeights: { policy: 2, value: 1, stepsLeft: 0.1 },
  });
});

test('auto says what it tried and takes the faster', async () => {
  const { learner, reason } = await createLearner(config, start, { engine: 'auto' });
  const speeds = Array.from(reason.matchAll(/, (onnxruntime|tfjs \w+): (\d+) samples\/s/g), ([, , speed]) =>
    Number(speed),
  );
  expect(speeds).toHaveLength(2);
  const fastest = speeds[0] >= speeds[1] ? 'onnxruntime' : 'tfjs';
  expect(learner.name).toContain(fastest);
});

test('a state of another network is refused', async () => {
  const other = createLearner(learnerConfig(networkPreset('small')), start);
  await expect(other).rejects.toThrow(/invalid learner state "\d+ parameters": stack 32 × 8 needs \d+ parameters/);
});

test('an unknown engine is refused with the known ones', () => {
  expect(() => parseLearnerEngine('torch')).toThrow('invalid learner "torch": expected one of onnx, tfjs, auto');
});
