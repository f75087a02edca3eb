import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeFloat16, encodeFloat16, FLOAT16_LARGEST } from '../../../models/release/float16.ts';

const finite = Uint16Array.from({ length: 2 ** 16 }, (_, bits) => bits).filter((bits) => ((bits >> 10) & 31) !== 31);

test('every finite half survives decoding and encoding', () => {
  expect(encodeFloat16(decodeFloat16(finite))).toEqual(finite);
});

test.each([
  ['one', 1, 0x3c00],
  ['minus two', -2, 0xc000],
  ['the smallest', 2 ** -24, 1],
  ['the largest', FLOAT16_LARGEST, 0x7bff],
  ['half of the smallest, to even', 2 ** -25, 0],
  ['a third', 1 / 3, 0x3555],
  ['one and half a step, to even', 1 + 2 ** -11, 0x3c00],
  ['one and one and a half steps, to even', 1 + 3 * 2 ** -11, 0x3c02],
  ['too large', 1e9, 0x7bff],
] as const)('%s is written as IEEE 754 says', (_, number, bits) => {
  expect(encodeFloat16(Float32Array.of(number))[0]).toBe(bits);
});

test('no half is nearer than the one that is taken', () => {
  const numbers = decodeFloat16(finite);
  fc.assert(
    fc.property(fc.float({ min: -FLOAT16_LARGEST, max: FLOAT16_LARGEST, noNaN: true }), (number) => {
      const bits = encodeFloat16(Float32Array.of(number))[0];
      const error = Math.abs(decodeFloat16(Uint16Array.of(bits))[0] - number);
      const magnitude = bits & 0x7fff;
      for (const next of [magnitude - 1, magnitude + 1]) {
        if (next < 0 || next > 0x7bff) continue;
        expect(Math.abs(numbers[next] - Math.abs(number))).toBeGreaterThanOrEqual(error);
      }
    }),
  );
});
