/** Arrays of a body: one after another, each from a multiple of eight bytes on, so that any reader can view them in place. */

type Numbers = Float32Array | Float64Array | Int8Array | Uint8Array | Uint16Array | Int32Array | Uint32Array;

export type NamedArray = {
  readonly name: string;
  readonly shape: readonly number[];
  readonly data: Numbers;
};

/** What a client is told of an array: its name, its type as numpy writes it, its shape. */
export type ArrayFacts = { readonly name: string; readonly type: string; readonly shape: readonly number[] };

const TYPES: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [Float32Array, '<f4'],
  [Float64Array, '<f8'],
  [Int8Array, '|i1'],
  [Uint8Array, '|u1'],
  [Uint16Array, '<u2'],
  [Int32Array, '<i4'],
  [Uint32Array, '<u4'],
]);

export const ALIGNMENT = 8;
const ZEROS = new Uint8Array(ALIGNMENT);

export const describeArray = ({ name, shape, data }: NamedArray): ArrayFacts => ({
  name,
  type: TYPES.get(data.constructor)!,
  shape,
});

/** The pieces of a body: views of the arrays, and what fills the gaps. */
export const bodyOf = (arrays: readonly NamedArray[]): readonly Uint8Array[] =>
  arrays.flatMap(({ data }) => {
    const bytes = bytesOf(data);
    const gap = (ALIGNMENT - (bytes.length % ALIGNMENT)) % ALIGNMENT;
    return gap === 0 ? [bytes] : [bytes, ZEROS.subarray(0, gap)];
  });

export const bytesOf = ({ buffer, byteOffset, byteLength }: Numbers): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);
