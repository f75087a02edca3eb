/** IEEE 754 half precision, which JavaScript of Node 20 does not have. */

/** `[65536]`: the number of every pattern of 16 bits. */
const NUMBERS = Float32Array.from({ length: 2 ** 16 }, (_, bits) => {
  const sign = bits >= 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
});

export const decodeFloat16 = (bits: Uint16Array): Float32Array => Float32Array.from(bits, (each) => NUMBERS[each]);

export const FLOAT16_LARGEST = 65504;

/** The nearest half, to the even one where two are as near; what is too large becomes the largest. */
export const encodeFloat16 = (numbers: Float32Array): Uint16Array => Uint16Array.from(numbers, nearestHalf);

const nearestHalf = (number: number): number => {
  const size = Math.min(Math.abs(number), FLOAT16_LARGEST);
  const sign = number < 0 || Object.is(number, -0) ? 0x8000 : 0;
  // Halves in one binade are evenly spaced, so counting in steps of that spacing gives their bits.
  const exponent = Math.max(-14, Math.floor(Math.log2(size)));
  const steps = roundToEven(size / 2 ** (exponent - 10));
  return sign | ((exponent + 14) * 1024 + steps);
};

const roundToEven = (number: number): number => {
  const down = Math.floor(number);
  const rest = number - down;
  if (rest !== 0.5) return Math.round(number);
  return down % 2 === 0 ? down : down + 1;
};
