import { describe, expect, test } from 'vitest';
import { ACTION_COUNT } from '../../env/index.ts';
import {
  allocateBatch,
  defineNetwork,
  type EvaluationBatch,
  HEADS,
  initialState,
  learnerConfig,
  parametersOf,
} from '../../models/index.ts';
import { createEvaluator, createLearner, loadNativeTfjs } from '../../models/node/index.ts';
import { chooseBackend, TfjsLearner } from '../../models/tfjs/index.ts';
import { freshWeights, presentBackends, SMALL_NETWORKS } from '../support/networks.ts';
import { randomEvaluations, randomSamples } from '../support/samples.ts';

const BACKENDS = await presentBackends();
const ROWS = 18; // more than one run of onnxruntime takes
const questions = randomEvaluations(ROWS, 1);
/** An odd number, so that as many wins as losses cannot cancel out and leave a gradient without digits to agree in. */
const samples = randomSamples(7, 2, HEADS.all);

const sameQuestions = (): EvaluationBatch => {
  const batch = allocateBatch(ROWS);
  batch.observations.set(questions.observations);
  batch.masks.set(questions.masks);
  batch.keys.set(questions.keys);
  return batch;
};

const worstDifference = (a: Float32Array, b: Float32Array): number =>
  a.reduce((worst, number, index) => Math.max(worst, Math.abs(number - b[index])), 0);

const largest = (numbers: Float32Array): number =>
  numbers.reduce((most, number) => Math.max(most, Math.abs(number)), 0);

describe.each(SMALL_NETWORKS)('$architecture', (config) => {
  const weights = freshWeights(config, 1);
  const loud = weights.map((weight) => weight * 1.5); // far from uniform: differences can show

  test.each(BACKENDS)('onnxruntime and tfjs %s judge alike', async (backend) => {
    const [ours, theirs] = [sameQuestions(), sameQuestions()];
    const onnx = await createEvaluator({ config, weights: loud });
    const tfjs = await createEvaluator({ config, weights: loud }, { engine: 'tfjs', backend, say: () => {} });
    await onnx.evaluate(ours, ROWS);
    await tfjs.evaluate(theirs, ROWS);
    expect(worstDifference(ours.priors, theirs.priors)).toBeLessThan(1e-4);
    expect(worstDifference(ours.values, theirs.values)).toBeLessThan(1e-4);
    expect(largest(ours.values)).toBeGreaterThan(1e-3);
    await onnx.close();
    await tfjs.close();
  });

  test('priors sum to 1 over the legal actions, and values lie between −1 and 1', async () => {
    const batch = sameQuestions();
    const onnx = await createEvaluator({ config, weights: loud });
    await onnx.evaluate(batch, ROWS);
    for (let row = 0; row < ROWS; row++) {
      const priors = batch.priors.subarray(row * ACTION_COUNT, (row + 1) * ACTION_COUNT);
      expect(priors.reduce((sum, prior) => sum + prior)).toBeCloseTo(1, 5);
      expect(priors.every((prior, action) => prior === 0 || batch.masks[row * ACTION_COUNT + action] === 1)).toBe(true);
      expect(Math.abs(batch.values[row])).toBeLessThanOrEqual(1);
    }
    await onnx.close();
  });

  test('no row depends on another, nor on how many there are', async () => {
    const [all, one] = [sameQuestions(), sameQuestions()];
    one.observations.copyWithin(0, (one.observations.length / ROWS) * (ROWS - 1));
    one.masks.copyWithin(0, ACTION_COUNT * (ROWS - 1));
    const onnx = await createEvaluator({ config, weights: loud });
    await onnx.evaluate(all, ROWS);
    await onnx.evaluate(one, 1);
    expect(one.values[0]).toBeCloseTo(all.values[ROWS - 1], 6);
    expect(worstDifference(one.priors.subarray(0, ACTION_COUNT), all.priors.subarray(-ACTION_COUNT))).toBeLessThan(
      1e-6,
    );
    await onnx.close();
  });

  test.each(BACKENDS)('the gradient graph agrees with the derivatives of tfjs %s', async (backend) => {
    const learning = learnerConfig(config, { microBatch: 4 }); // the last micro-batch is smaller
    await chooseBackend(backend, { loadNative: loadNativeTfjs });
    const tfjs = new TfjsLearner(learning, initialState(weights));
    const { learner: onnx } = await createLearner(learning, initialState(weights), { engine: 'onnx' });
    const [ours, theirs] = [await onnx.gradients(samples), await tfjs.gradients(samples)];
    expect(Object.keys(ours.losses).sort()).toEqual(['total', ...HEADS.names].sort());
    for (const [head, loss] of Object.entries(theirs.losses)) expect(ours.losses[head]).toBeCloseTo(loss, 4);
    for (const { name, offset, size } of parametersOf(defineNetwork(config)).slots) {
      const [mine, other] = [ours, theirs].map(({ gradients }) => gradients.subarray(offset, offset + size));
      expect(largest(other), `${name} has a gradient`).toBeGreaterThan(0);
      expect(worstDifference(mine, other) / largest(other), name).toBeLessThan(1e-3);
    }
    await onnx.close();
  });

  test.each(BACKENDS.filter((backend) => backend !== 'cpu'))(
    'ten steps stay together with tfjs %s',
    async (backend) => {
      const learning = learnerConfig(config, { optimiser: { learningRate: 3e-3, warmUpSteps: 5 } });
      await chooseBackend(backend, { loadNative: loadNativeTfjs });
      const tfjs = new TfjsLearner(learning, initialState(weights));
      const { learner: onnx } = await createLearner(learning, initialState(weights), { engine: 'onnx' });
      const losses: number[] = [];
      for (let step = 1; step <= 10; step++) {
        const [ours, theirs] = [await onnx.step(samples), await tfjs.step(samples)];
        expect(Math.abs(ours.losses.total - theirs.losses.total)).toBeLessThan(1e-3);
        losses.push(ours.losses.total);
      }
      expect(losses[9]).toBeLessThan(losses[0] - 0.1);
      expect(worstDifference(onnx.state().average, tfjs.state().average)).toBeLessThan(1e-2);
      await onnx.close();
    },
  );
});
