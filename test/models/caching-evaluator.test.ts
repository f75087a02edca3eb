import { expect, test } from 'vitest';
import { ACTION_COUNT } from '../../env/index.ts';
import { allocateBatch, CachingEvaluator, type EvaluationBatch, type Evaluator } from '../../models/index.ts';
import { randomEvaluations } from '../support/samples.ts';

/** Judges by the hash alone, and keeps count of what it was asked. */
class CountingEvaluator implements Evaluator {
  readonly name = 'counting';
  rows = 0;
  async evaluate({ masks, keys, priors, values }: EvaluationBatch, count: number): Promise<void> {
    await Promise.resolve(); // let another call come in between
    this.rows += count;
    for (let row = 0; row < count; row++) {
      values[row] = Math.sin(keys[row * 2]);
      const legal = masks.subarray(row * ACTION_COUNT, (row + 1) * ACTION_COUNT);
      const total = legal.reduce((sum, bit, action) => sum + bit * (1 + action), 0);
      for (const [action, bit] of legal.entries()) priors[row * ACTION_COUNT + action] = (bit * (1 + action)) / total;
    }
  }
  async close(): Promise<void> {}
}

/** Rows of a batch in another order, or some of them more than once. */
const pick = (from: EvaluationBatch, rows: readonly number[]): EvaluationBatch => {
  const to = allocateBatch(rows.length);
  for (const [at, row] of rows.entries()) {
    to.observations.set(from.observations.subarray(row * 2880, (row + 1) * 2880), at * 2880);
    to.masks.set(from.masks.subarray(row * ACTION_COUNT, (row + 1) * ACTION_COUNT), at * ACTION_COUNT);
    to.keys.set(from.keys.subarray(row * 2, row * 2 + 2), at * 2);
  }
  return to;
};

const all = randomEvaluations(12, 1);

const expectRight = async (batch: EvaluationBatch): Promise<void> => {
  const plain = pick(
    batch,
    Array.from({ length: batch.capacity }, (_, row) => row),
  );
  await new CountingEvaluator().evaluate(plain, plain.capacity);
  expect(batch.values).toEqual(plain.values);
  expect(batch.priors).toEqual(plain.priors);
};

test('answers are those of the evaluator behind, whether known, new or twice in a batch', async () => {
  const inner = new CountingEvaluator();
  const cache = new CachingEvaluator(inner, 100);
  for (const rows of [
    [0, 1, 2],
    [2, 3, 3, 0],
    [3, 2, 1, 0, 4, 4],
  ]) {
    const batch = pick(all, rows);
    await cache.evaluate(batch, rows.length);
    await expectRight(batch);
  }
  expect(inner.rows).toBe(5);
  expect(cache.statistics).toEqual({ hits: 8, misses: 5, evictions: 0, entries: 5 });
});

test('a full cache forgets what was not asked for longest', async () => {
  const inner = new CountingEvaluator();
  const cache = new CachingEvaluator(inner, 3);
  for (const row of [0, 1, 2, 0, 3, 0, 1]) await cache.evaluate(pick(all, [row]), 1); // 3 drives out 1, 1 drives out 2
  expect(cache.statistics).toEqual({ hits: 2, misses: 5, evictions: 2, entries: 3 });
});

test('two calls at the same time do not disturb each other', async () => {
  const cache = new CachingEvaluator(new CountingEvaluator(), 100);
  const batches = [[0, 1, 2, 3], [4, 5, 1], [6]].map((rows) => pick(all, rows));
  await Promise.all(batches.map((batch) => cache.evaluate(batch, batch.capacity)));
  for (const batch of batches) await expectRight(batch);
});

test('a position whose hash is known but whose legal actions differ is not mistaken for the other', async () => {
  const inner = new CountingEvaluator();
  const cache = new CachingEvaluator(inner, 100);
  await cache.evaluate(pick(all, [0]), 1);
  const impostor = pick(all, [1]);
  impostor.keys.set(all.keys.subarray(0, 2));
  if (impostor.masks.reduce((a, b) => a + b) === pick(all, [0]).masks.reduce((a, b) => a + b)) impostor.masks.fill(1);
  await cache.evaluate(impostor, 1);
  await expectRight(impostor);
  expect(inner.rows).toBe(2);
});

test('cleared, it knows nothing', async () => {
  const cache = new CachingEvaluator(new CountingEvaluator(), 100);
  await cache.evaluate(pick(all, [0]), 1);
  cache.clear();
  await cache.evaluate(pick(all, [0]), 1);
  expect(cache.statistics).toEqual({ hits: 0, misses: 2, evictions: 0, entries: 1 });
});

test.each([0, -1, 1.5, Number.NaN])('a capacity of %s is refused', (capacity) => {
  expect(() => new CachingEvaluator(new CountingEvaluator(), capacity)).toThrow('invalid cache capacity');
});
