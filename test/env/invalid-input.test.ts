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

test.each([
  { name: 'an escape sequence', given: '\u001b[31mred', says: '\\u001b[31mred' },
  { name: 'a line break', given: 'a\nerror: forged', says: 'a\\nerror: forged' },
  { name: 'an eight-bit escape', given: 'a\u009b31m', says: 'a\\u{9b}31m' },
  { name: 'writing turned around', given: 'a\u202etxt.exe', says: 'a\\u{202e}txt.exe' },
])('$name cannot reach a terminal, in what was given or in the sentence', ({ given, says }) => {
  const { message } = new InvalidInput('name', { [given]: given }, `expected other than ${given}`);
  expect(message).not.toMatch(/[\p{Cc}\u202e]/u);
  expect(message).toContain(`"${says}":"${says}"`);
});

test('what is huge or deep is cut, not followed', () => {
  let deep: unknown = 1;
  for (let level = 0; level < 200_000; level++) deep = level % 2 === 0 ? [deep] : { a: deep };
  const cyclic: Record<string, unknown> = {};
  cyclic.again = cyclic;
  const huge = 'x'.repeat(50 << 20);
  for (const given of [deep, cyclic, huge, { [huge]: huge }, new Array(1e7).fill(7)]) {
    const { message } = new InvalidInput('thing', given, huge);
    expect(message.length).toBeLessThan(21_000);
    expect(message).toMatch(/^invalid thing .{100,200}…: x+…$/);
  }
});
