import { expect, test } from 'vitest';
import { type Evaluator, FASTEST, freshNetwork, networkPreset } from '../../../models/index.ts';
import { openFastest } from '../../../models/node/fastest-precision.ts';
import { createEvaluator } from '../../../models/node/index.ts';
import { randomEvaluations } from '../../support/samples.ts';

/** An evaluator that takes so long for a batch, by a clock of its own hand: it works until the time is over. */
const taking = (name: string, timeMs: number, closed: string[]): Evaluator => ({
  name,
  evaluate: async () => {
    for (const end = performance.now() + timeMs; performance.now() < end; );
  },
  close: async () => void closed.push(name),
});

test.each([
  [10, 2, 'int8'],
  [2, 10, 'float32'],
])('of %i ms in 32 bits and %i ms in 8 the faster is kept, and the other closed', async (exactMs, roundedMs, kept) => {
  const closed: string[] = [];
  const evaluator = await openFastest(async (precision) =>
    taking(precision, precision === 'int8' ? roundedMs : exactMs, closed),
  );
  expect(evaluator.name).toBe(kept);
  expect(closed).toEqual([kept === 'int8' ? 'float32' : 'int8']);
});

test('whichever it is, it judges as the network does, and on tfjs there is no choice', async () => {
  const network = freshNetwork(networkPreset('medium'), 'fastest');
  const values: number[][] = [];
  for (const options of [{ precision: FASTEST }, {}, { precision: FASTEST, engine: 'tfjs', backend: 'cpu' }] as const) {
    const batch = randomEvaluations(4, 3);
    const evaluator = await createEvaluator(network, { ...options, say: () => {} });
    await evaluator.evaluate(batch, 4);
    await evaluator.close();
    values.push([...batch.values.subarray(0, 4)]);
  }
  for (const each of values)
    for (const [row, value] of each.entries()) expect(Math.abs(value - values[1][row])).toBeLessThan(0.02);
});
