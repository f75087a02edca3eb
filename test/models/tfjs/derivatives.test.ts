import * as tf from '@tensorflow/tfjs';
import { beforeAll, expect, test } from 'vitest';
import { chooseBackend } from '../../../models/tfjs/backend.ts';
import { DERIVATIVES } from '../../../models/tfjs/derivatives.ts';

beforeAll(() => chooseBackend('cpu'));

const random = (shape: number[], seed: number): tf.Tensor => tf.randomNormal(shape, 0, 1, 'float32', seed);

type Row = { readonly kernel: string; readonly shapes: number[][]; readonly compute: (...x: tf.Tensor[]) => tf.Tensor };

const rows: readonly Row[] = [
  { kernel: 'Add', shapes: [[2, 3, 4], [4]], compute: (a, b) => tf.add(a, b) },
  {
    kernel: 'Add',
    shapes: [
      [2, 1, 4],
      [2, 3, 4],
    ],
    compute: (a, b) => tf.add(a, b),
  },
  { kernel: 'Sub', shapes: [[2, 3], [3]], compute: (a, b) => tf.sub(a, b) },
  {
    kernel: 'Multiply',
    shapes: [
      [2, 3, 4],
      [2, 1, 4],
    ],
    compute: (a, b) => tf.mul(a, b),
  },
  { kernel: 'Multiply', shapes: [[3], []], compute: (a, b) => tf.mul(a, b) },
  { kernel: 'Neg', shapes: [[3, 2]], compute: (x) => tf.neg(x) },
  { kernel: 'Square', shapes: [[3, 2]], compute: (x) => tf.square(x) },
  { kernel: 'Relu', shapes: [[5, 4]], compute: (x) => tf.relu(x) },
  { kernel: 'Softplus', shapes: [[5]], compute: (x) => tf.softplus(x) },
  { kernel: 'Sum', shapes: [[2, 3, 4]], compute: (x) => tf.sum(x, [1, 2]) },
  { kernel: 'Sum', shapes: [[2, 3, 4]], compute: (x) => tf.sum(x, -1) },
  { kernel: 'Sum', shapes: [[2, 3]], compute: (x) => tf.sum(x) },
  { kernel: 'Mean', shapes: [[2, 3, 4]], compute: (x) => tf.mean(x, 1) },
  { kernel: 'Reshape', shapes: [[2, 6]], compute: (x) => tf.reshape(x, [3, 4]) },
  {
    kernel: 'Concat',
    shapes: [
      [2, 3],
      [2, 1],
      [2, 2],
    ],
    compute: (...parts) => tf.concat(parts, -1),
  },
  {
    kernel: 'Conv2D',
    shapes: [
      [2, 5, 5, 3],
      [3, 3, 3, 2],
    ],
    compute: (x, kernel) => tf.conv2d(x as tf.Tensor4D, kernel as tf.Tensor4D, 1, 'same'),
  },
  { kernel: 'GatherV2', shapes: [[4, 3]], compute: (x) => tf.gather(x, tf.tensor1d([3, 0, 3, 1], 'int32')) },
  { kernel: 'GatherV2', shapes: [[2, 4, 3]], compute: (x) => tf.gather(x, tf.tensor1d([3, 0, 3], 'int32'), 1) },
  ...[false, true].flatMap((turnedA) =>
    [false, true].map(
      (turnedB): Row => ({
        kernel: 'BatchMatMul',
        shapes: [turnedA ? [2, 4, 3] : [2, 3, 4], turnedB ? [2, 5, 4] : [2, 4, 5]],
        compute: (a, b) => tf.matMul(a, b, turnedA, turnedB),
      }),
    ),
  ),
];

test('every derivative has a row below', () => {
  expect(new Set(rows.map(({ kernel }) => kernel))).toEqual(new Set(DERIVATIVES.map(({ kernelName }) => kernelName)));
});

test.each(rows)('$kernel of $shapes has the derivative that tfjs gives it', ({ kernel, shapes, compute }) => {
  const inputs = shapes.map((shape, index) => random(shape, index + 1));
  const loss = (...x: tf.Tensor[]): tf.Tensor => {
    const result = compute(...x);
    return tf.sum(tf.mul(result, random(result.shape, 9)));
  };
  const slopes = (): number[][] =>
    tf
      .grads(loss)(inputs)
      .map((slope, index) => {
        expect(slope.shape).toEqual(shapes[index]);
        return Array.from(slope.dataSync());
      });
  const theirs = slopes();
  const before = tf.getGradient(kernel);
  const ours = DERIVATIVES.find(({ kernelName }) => kernelName === kernel)!;
  let asked = 0;
  const gradFunc: tf.GradFunc = (...all) => {
    asked++;
    return ours.gradFunc(...all);
  };
  tf.registerGradient({ ...ours, gradFunc });
  try {
    for (const [index, slope] of slopes().entries())
      for (const [at, number] of slope.entries()) expect(number).toBeCloseTo(theirs[index][at], 4);
  } finally {
    tf.registerGradient(before);
  }
  expect(asked).toBeGreaterThan(0);
});
