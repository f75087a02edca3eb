import * as tf from '@tensorflow/tfjs';
import { expect, test } from 'vitest';
import { chooseBackend } from '../../../models/tfjs/index.ts';

/** The same derivatives on wasm, with our kernels, and on plain JavaScript, with tfjs's own. */
const onBoth = async (compute: () => tf.Tensor[]): Promise<number> => {
  const results: number[][] = [];
  for (const backend of ['cpu', 'wasm'] as const) {
    await chooseBackend(backend);
    const tensors = tf.tidy(compute);
    results.push(tensors.flatMap((tensor) => Array.from(tensor.dataSync())));
    tf.dispose(tensors);
  }
  expect(results[1]).toHaveLength(results[0].length);
  return Math.max(...results[0].map((number, index) => Math.abs(number - results[1][index])));
};

const random = (shape: number[], seed: number): tf.Tensor => tf.randomNormal(shape, 0, 1, 'float32', seed);

test.each([1, 3, 5])('a convolution with kernels of side %i has the right derivatives', async (side) => {
  const worst = await onBoth(() => {
    const loss = (x: tf.Tensor, kernel: tf.Tensor): tf.Tensor =>
      tf.sum(tf.mul(tf.conv2d(x as tf.Tensor4D, kernel as tf.Tensor4D, 1, 'same'), random([2, 6, 5, 4], 3)));
    return tf.grads(loss)([random([2, 6, 5, 3], 1), random([side, side, 3, 4], 2)]);
  });
  expect(worst).toBeLessThan(1e-4);
});

test('gathering has the right derivative, also for rows that are read twice or never', async () => {
  const rows = [3, 0, 3, 1];
  const worst = await onBoth(() => {
    const loss = (x: tf.Tensor): tf.Tensor =>
      tf.sum(tf.mul(tf.gather(x, tf.tensor1d(rows, 'int32')), random([4, 5], 2)));
    return [tf.grad(loss)(random([6, 5], 1))];
  });
  expect(worst).toBeLessThan(1e-6);
});

test.each([
  [false, true],
  [true, false],
  [true, true],
])('products with transposed matrices (%s, %s) are right', async (transposeA, transposeB) => {
  const worst = await onBoth(() => {
    const a = random(transposeA ? [2, 4, 3] : [2, 3, 4], 1);
    const b = random(transposeB ? [2, 5, 4] : [2, 4, 5], 2);
    return [tf.matMul(a, b, transposeA, transposeB)];
  });
  expect(worst).toBeLessThan(1e-5);
});

test('kernels leave nothing behind in memory', async () => {
  await chooseBackend('wasm');
  const step = (): void => {
    const loss = (x: tf.Tensor): tf.Tensor =>
      tf.sum(tf.conv2d(x as tf.Tensor4D, random([3, 3, 2, 2], 2) as tf.Tensor4D, 1, 'same'));
    tf.tidy(() =>
      tf
        .grad(loss)(random([1, 4, 4, 2], 1))
        .dataSync(),
    );
  };
  step();
  const before = [tf.memory().numTensors, tf.engine().backend.numDataIds()];
  step();
  expect([tf.memory().numTensors, tf.engine().backend.numDataIds()]).toEqual(before);
});

test('what the kernels are not made for is refused', async () => {
  await chooseBackend('wasm');
  const loss = (x: tf.Tensor): tf.Tensor =>
    tf.sum(tf.conv2d(x as tf.Tensor4D, random([3, 3, 2, 2], 2) as tf.Tensor4D, 2, 'same'));
  expect(() => tf.grad(loss)(random([1, 4, 4, 2], 1))).toThrow('is for stride 1');
});
