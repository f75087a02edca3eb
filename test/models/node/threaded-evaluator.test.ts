import { expect, test } from 'vitest';
import { allocateBatch, networkPreset, UniformEvaluator } from '../../../models/index.ts';
import { createEvaluator } from '../../../models/node/index.ts';
import { ThreadedEvaluator } from '../../../models/node/threaded-evaluator.ts';
import { freshWeights } from '../../support/networks.ts';
import { randomEvaluations } from '../../support/samples.ts';

const config = networkPreset('tiny');
const network = { config, weights: freshWeights(config, 1) };
const MOST = 130; // more than three threads take at once

test.each([2, 3])('%d threads fill every row as one does, whatever the number of rows', async (threads) => {
  const alone = await createEvaluator(network);
  const together = await createEvaluator(network, { threads });
  expect(together.name).toBe(`${alone.name}, ${threads} threads`);
  for (const count of [1, 2, 3, 4, 5, 16, 33, 97, MOST]) {
    const [one, many] = [randomEvaluations(MOST, count), randomEvaluations(MOST, count)];
    await alone.evaluate(one, count);
    await together.evaluate(many, count);
    expect(worstDifference(one.priors, many.priors)).toBeLessThan(1e-5); // engines may add in another order
    expect(worstDifference(one.values, many.values)).toBeLessThan(1e-5);
  }
  await together.close();
  await alone.close();
});

test('calls at the same time do not get into each other', async () => {
  const alone = await createEvaluator(network);
  const together = await createEvaluator(network, { threads: 2 });
  const seeds = [1, 2, 3, 4];
  const expected = seeds.map((seed) => randomEvaluations(16, seed));
  const found = seeds.map((seed) => randomEvaluations(16, seed));
  for (const batch of expected) await alone.evaluate(batch, 16);
  await Promise.all(found.map((batch) => together.evaluate(batch, 16)));
  for (const [index, { priors, values }] of found.entries()) {
    expect(worstDifference(expected[index].priors, priors)).toBeLessThan(1e-5);
    expect(worstDifference(expected[index].values, values)).toBeLessThan(1e-5);
  }
  await together.close();
  await alone.close();
});

const worstDifference = (a: Float32Array, b: Float32Array): number =>
  a.reduce((worst, value, index) => Math.max(worst, Math.abs(value - b[index])), 0);

test('a network that its threads cannot open is refused with their reason', async () => {
  const broken = { config, weights: network.weights.subarray(0, 10) };
  const opening = ThreadedEvaluator.open(new UniformEvaluator(), broken, { engine: 'onnx' }, 2);
  await expect(opening).rejects.toThrow();
});

test('a thread that ends while it evaluates is an error, not an endless wait', async () => {
  const evaluator = await ThreadedEvaluator.open(new UniformEvaluator(), network, { engine: 'onnx' }, 2);
  await evaluator.close();
  await expect(evaluator.evaluate(allocateBatch(8), 8)).rejects.toThrow('a thread that evaluates has ended');
});
