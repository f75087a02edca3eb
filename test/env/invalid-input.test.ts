import { expect, test } from 'vitest';
import { InvalidInput } from '../../env/index.ts';

test.each([
  { given: 'x', says: 'invalid depth "x": expected more' },
  { given: 7, says: 'invalid depth 7: expected more' },
  { given: Number.NaN, says: 'invalid depth NaN: expected more' },
  { given: 5n, says: 'invalid depth 5: expected more' },
  { given: null, says: 'invalid depth null: expected more' },
  { given: { a: [1] }, says: 'invalid depth {"a":[1]}: expected more' },
  { given: { a: Number.NaN, b: [2n] }, says: 'invalid depth {"a":"NaN","b":["2"]}: expected more' },
  { given: undefined, says: 'missing depth: expected more' },
])('says what was given and what is expected: $says', ({ given, says }) => {
  expect(new InvalidInput('depth', given, 'expected more').message).toBe(says);
});

test('cuts what was given to a line', () => {
  const { message } = new InvalidInput('text', 'x'.repeat(10_000), 'expected less');
  expect(message.length).toBeLessThan(200);
  expect(message).toContain('x…: expected less');
});
