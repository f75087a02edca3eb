import { expect, test } from 'vitest';
import { randomBelow, randomStream } from '../../env/index.ts';

const draw = (...seeds: (number | string)[]): number[] => {
  const rng = randomStream(...seeds);
  return Array.from({ length: 5 }, () => rng());
};

test('the same seeds give the same stream, in their order and with their boundaries', () => {
  expect(draw(1, 'a')).toEqual(draw(1, 'a'));
  const others = [draw('a', 1), draw(1), draw('1', 'a'), draw('1/a'), draw(1, 'a', 0)];
  for (const other of others) expect(other).not.toEqual(draw(1, 'a'));
});

test('numbers below a bound are whole and all occur', () => {
  const rng = randomStream(7);
  const seen = new Set(Array.from({ length: 500 }, () => randomBelow(rng, 7)));
  expect([...seen].sort()).toEqual([0, 1, 2, 3, 4, 5, 6]);
});
