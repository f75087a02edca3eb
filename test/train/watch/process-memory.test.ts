import { expect, test } from 'vitest';
import { measureMemory } from '../../../train/watch/process-memory.ts';

test('tensors are counted once tfjs runs, and loading it is left to others', async () => {
  expect(measureMemory()).not.toHaveProperty('tensors');
  const tf = await import('@tensorflow/tfjs');
  await tf.setBackend('cpu');
  const before = measureMemory().tensors!;
  const held = [tf.scalar(1), tf.scalar(2)];
  expect(measureMemory().tensors).toBe(before + 2);
  tf.dispose(held);
  expect(measureMemory().tensors).toBe(before);
});

test('the process holds more than its heap', () => {
  const { memoryMb, heapMb } = measureMemory();
  expect(memoryMb).toBeGreaterThan(heapMb);
});
