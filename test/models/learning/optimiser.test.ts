import { expect, test } from 'vitest';
import { randomStream } from '../../../env/index.ts';
import {
  DEFAULT_OPTIMISER,
  defineNetwork,
  learningRate,
  networkPreset,
  type OptimiserConfig,
  parametersOf,
  type StateArray,
} from '../../../models/index.ts';
import { defineUpdate, updateNumbers } from '../../../models/learning/optimiser.ts';
import { loadOnnxRuntime } from '../../../models/node/index.ts';
import { openSession } from '../../../models/onnx/onnx-runtime.ts';
import { writeProgram } from '../../../models/onnx/write-program.ts';

test('the rate warms up, stays, and with cosine falls to a tenth', () => {
  const config: OptimiserConfig = { ...DEFAULT_OPTIMISER, learningRate: 1, warmUpSteps: 10, scheduleSteps: 110 };
  expect([1, 5, 10, 50, 1000].map((step) => learningRate(config, step))).toEqual([0.1, 0.5, 1, 1, 1]);
  const cosine = [10, 60, 110, 1000].map((step) => learningRate({ ...config, schedule: 'cosine' }, step));
  expect(cosine.map((rate) => rate.toFixed(3))).toEqual(['1.000', '0.550', '0.100', '0.100']);
});

test('the average follows closely at first and slowly later', () => {
  const share = (step: number): number =>
    updateNumbers({ ...DEFAULT_OPTIMISER, averageDecay: 0.99 }, step).averageShare;
  expect(share(1)).toBe(0.9);
  expect(share(91)).toBe(0.09);
  expect(share(100_000)).toBeCloseTo(0.01, 10);
});

/** AdamW as its paper has it, in plain numbers. */
const plainAdamW = (
  config: OptimiserConfig,
  weights: Float64Array,
  decays: boolean[],
  steps: Float32Array[],
): Float64Array => {
  const [first, second] = [new Float64Array(weights.length), new Float64Array(weights.length)];
  const after = weights.slice();
  for (const [index, gradients] of steps.entries()) {
    const step = index + 1;
    const norm = Math.hypot(...gradients);
    const shrink = Math.min(1, config.clipNorm / norm);
    for (let at = 0; at < after.length; at++) {
      const gradient = gradients[at] * shrink;
      first[at] = 0.9 * first[at] + 0.1 * gradient;
      second[at] = 0.999 * second[at] + 0.001 * gradient ** 2;
      const direction = first[at] / (1 - 0.9 ** step) / (Math.sqrt(second[at] / (1 - 0.999 ** step)) + 1e-8);
      after[at] -= learningRate(config, step) * (direction + (decays[at] ? config.weightDecay * after[at] : 0));
    }
  }
  return after;
};

test('the update is AdamW with clipping, and only matrices decay', async () => {
  const config: OptimiserConfig = {
    ...DEFAULT_OPTIMISER,
    learningRate: 0.05,
    warmUpSteps: 3,
    weightDecay: 0.3,
    clipNorm: 4,
  };
  const list = parametersOf(defineNetwork(networkPreset('tiny')));
  const rng = randomStream('optimiser');
  const numbers = (scale: number): Float32Array =>
    Float32Array.from({ length: list.size }, () => scale * (rng() - 0.5));
  const start = numbers(1);
  const steps = [numbers(1), numbers(0.001), numbers(3), numbers(1)]; // norms on both sides of the limit
  const runtime = await loadOnnxRuntime();
  const update = Object.entries(defineUpdate(list, config)).map(([name, value]) => [`next/${name}`, value]);
  const session = await openSession(runtime, writeProgram(Object.fromEntries(update), { type: 'none' }));
  const vector = (data: Float32Array) => new runtime.Tensor('float32', data, [list.size]);
  const zeros = new Float32Array(list.size);
  let state: Record<StateArray, Float32Array> = {
    parameters: start,
    firstMoment: zeros,
    secondMoment: zeros,
    average: start,
  };
  for (const [index, gradients] of steps.entries()) {
    const scalars = Object.entries(updateNumbers(config, index + 1)).map(
      ([name, number]) => [name, new runtime.Tensor('float32', new Float32Array([number]), [])] as const,
    );
    const arrays = Object.entries({ ...state, gradients }).map(([name, data]) => [name, vector(data)] as const);
    const results = await session.run(Object.fromEntries([...arrays, ...scalars]));
    const next = (name: string): Float32Array => results[`next/${name}`].data as Float32Array;
    expect(next('gradientNorm')[0]).toBeCloseTo(Math.hypot(...gradients), 2);
    state = {
      parameters: next('parameters'),
      firstMoment: next('firstMoment'),
      secondMoment: next('secondMoment'),
      average: next('average'),
    };
  }
  const decays = list.slots.flatMap(({ size, dims }) => new Array<boolean>(size).fill(dims.length > 1));
  const expected = plainAdamW(config, Float64Array.from(start), decays, steps);
  const worst = expected.reduce((most, weight, at) => Math.max(most, Math.abs(weight - state.parameters[at])), 0);
  expect(worst).toBeLessThan(1e-4);
});
