import fc from 'fast-check';
import { expect, test } from 'vitest';
import '../../support/seeded.ts';
import { addTallies, formatTally, parseTally, rankTally, tallyOf, totalOf } from '../../../train/watch/tally.ts';

const word = fc.string({ minLength: 1 }).filter((text) => !/[\s:]/u.test(text));

test('a tally survives its text', () => {
  fc.assert(
    fc.property(fc.array(word), (words) => {
      const tally = tallyOf(words);
      expect(parseTally(formatTally(tally))).toEqual(tally);
      expect(totalOf(tally)).toBe(words.length);
    }),
  );
});

test('tallies add up word by word', () => {
  fc.assert(
    fc.property(fc.array(word), fc.array(word), (some, others) => {
      expect(addTallies([tallyOf(some), tallyOf(others)])).toEqual(tallyOf([...some, ...others]));
    }),
  );
});

test('the most frequent comes first, then by name', () => {
  expect(rankTally({ b: 1, '10': 2, '9': 2, a: 1 })).toEqual([
    ['9', 2],
    ['10', 2],
    ['a', 1],
    ['b', 1],
  ]);
});

test('what is no tally is left out', () => {
  expect(parseTally('A1xA2:3 nonsense B1xB2:x C1xC2:2')).toEqual({ A1xA2: 3, C1xC2: 2 });
  expect(parseTally('')).toEqual({});
});
