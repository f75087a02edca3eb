/** Arrays as numpy writes them: a header in Python syntax, then the numbers. */

const MAGIC = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0]; // \x93NUMPY, version 1.0
const ALIGNMENT = 64;

/** `type` and `shape` in numpy's notation, as `<f4` and `(3, 541)`. */
export const encodeNpy = (type: string, shape: string, data: Uint8Array): Uint8Array => {
  const dictionary = `{'descr': '${type}', 'fortran_order': False, 'shape': ${shape}, }`;
  const length = Math.ceil((10 + dictionary.length + 1) / ALIGNMENT) * ALIGNMENT - 10;
  const header = new TextEncoder().encode(`${dictionary.padEnd(length - 1)}\n`);
  const bytes = new Uint8Array(10 + length + data.length);
  bytes.set(MAGIC);
  new DataView(bytes.buffer).setUint16(8, length, true);
  bytes.set(header, 10);
  bytes.set(data, 10 + length);
  return bytes;
};

export type Npy = { readonly type: string; readonly data: ArrayBuffer };

export const decodeNpy = (bytes: Uint8Array): Npy | null => {
  if (bytes.length < 10 || MAGIC.some((byte, index) => bytes[index] !== byte)) return null;
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint16(8, true);
  const header = new TextDecoder().decode(bytes.subarray(10, 10 + length));
  const [, type] = /'descr': '([^']*)'/.exec(header) ?? [];
  return type === undefined ? null : { type, data: bytes.slice(10 + length).buffer as ArrayBuffer };
};
