/** The few encodings of protocol buffers that event files need: a field is its number, its wire type and its bytes. */

const VARINT = 0;
const FIXED_64 = 1;
const BYTES = 2;
const FIXED_32 = 5;

export const message = (...fields: readonly Uint8Array[]): Uint8Array => concatenate(fields);

export const intField = (field: number, value: number): Uint8Array => concatenate([key(field, VARINT), varint(value)]);

export const bytesField = (field: number, bytes: Uint8Array): Uint8Array =>
  concatenate([key(field, BYTES), varint(bytes.length), bytes]);

export const textField = (field: number, text: string): Uint8Array => bytesField(field, new TextEncoder().encode(text));

export const doubleField = (field: number, value: number): Uint8Array =>
  concatenate([key(field, FIXED_64), new Uint8Array(Float64Array.of(value).buffer)]);

export const floatField = (field: number, value: number): Uint8Array =>
  concatenate([key(field, FIXED_32), new Uint8Array(Float32Array.of(value).buffer)]);

export const packedDoubles = (field: number, values: readonly number[]): Uint8Array =>
  bytesField(field, new Uint8Array(Float64Array.from(values).buffer));

const key = (field: number, wireType: number): Uint8Array => varint(field * 8 + wireType);

/** Seven bits a byte, the lowest first. Division instead of shifts: step counts may pass 2³¹. */
const varint = (value: number): Uint8Array => {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 128) {
    bytes.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  return Uint8Array.of(...bytes, rest);
};

const concatenate = (parts: readonly Uint8Array[]): Uint8Array => {
  const all = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
};
