import fc from 'fast-check';
import { expect, test } from 'vitest';
import { preview, printable } from '../../env/index.ts';

test('printable texts are themselves, on one line, and never longer than asked for but by what is escaped', () => {
  expect(printable('ray 32 × 8, 98 % – “ok” 漢字 🙂')).toBe('ray 32 × 8, 98 % – “ok” 漢字 🙂');
  expect(printable('a\tb\r\nc\0\u001b]0;x\u0007')).toBe('a\\tb\\r\\nc\\u{0}\\u{1b}]0;x\\u{7}');
  expect(printable('abcdef', 3)).toBe('abc…');
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(40), (text, limit) => {
      const shown = printable(text, limit);
      expect(shown).not.toMatch(/[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e]/u);
      expect(shown.length).toBeLessThanOrEqual(8 * limit + 1);
    }),
  );
});

test('a preview of what is short is its JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'grapheme-ascii' }), (value) => {
      expect(preview(value, 1e6)).toBe(JSON.stringify(value));
    }),
  );
});
