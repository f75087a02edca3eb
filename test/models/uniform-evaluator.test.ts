import { expect, test } from 'vitest';
import { ACTION_COUNT } from '../../env/index.ts';
import { allocateBatch, UniformEvaluator } from '../../models/index.ts';

test('every legal action has the same prior, nothing else any, and no row beyond the count is touched', async () => {
  const batch = allocateBatch(3);
  batch.masks.set([1, 0, 1, 1], 0);
  batch.masks.set([1], 2 * ACTION_COUNT - 1);
  batch.priors.fill(9, 2 * ACTION_COUNT);
  await new UniformEvaluator().evaluate(batch, 2);
  expect([...batch.priors.subarray(0, 5)]).toEqual([1, 0, 1, 1, 0].map((bit) => Math.fround(bit / 3)));
  expect(batch.priors[2 * ACTION_COUNT - 1]).toBe(1);
  expect(batch.priors.subarray(ACTION_COUNT, 2 * ACTION_COUNT - 1).every((prior) => prior === 0)).toBe(true);
  expect(batch.priors.subarray(2 * ACTION_COUNT).every((prior) => prior === 9)).toBe(true);
  expect([...batch.values]).toEqual([0, 0, 0]);
});
