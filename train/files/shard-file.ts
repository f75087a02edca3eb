/** Samples on disk as .npz, which numpy reads: `np.load("shards/….npz")["policies"]`. */
import { unzipSync, zipSync } from 'fflate';
import { ACTION_COUNT, InvalidInput, POINT_COUNT } from '../../env/index.ts';
import type { Samples } from '../samples.ts';

type Column = Exclude<keyof Samples, 'count'>;

const COLUMNS: Readonly<
  Record<
    Column,
    { readonly type: string; readonly width: number; readonly read: (bytes: ArrayBuffer) => Samples[Column] }
  >
> = {
  cells: { type: '|i1', width: POINT_COUNT, read: (bytes) => new Int8Array(bytes) },
  turns: { type: '|u1', width: 3, read: (bytes) => new Uint8Array(bytes) },
  policies: { type: '<u2', width: ACTION_COUNT, read: (bytes) => new Uint16Array(bytes) },
  results: { type: '|i1', width: 1, read: (bytes) => new Int8Array(bytes) },
  searchValues: { type: '<f4', width: 1, read: (bytes) => new Float32Array(bytes) },
  surprises: { type: '<f4', width: 1, read: (bytes) => new Float32Array(bytes) },
};

/** Zip entries carry a date; a fixed one makes equal samples equal bytes. */
const FIXED_DATE = new Date('2000-01-01T00:00:00Z');

export const encodeShard = (samples: Samples): Uint8Array => {
  const files = Object.entries(COLUMNS).map(([name, { type, width }]) => {
    const { buffer, byteOffset, byteLength } = samples[name as Column];
    const shape = width === 1 ? `(${samples.count},)` : `(${samples.count}, ${width})`;
    return [`${name}.npy`, encodeNpy(type, shape, new Uint8Array(buffer, byteOffset, byteLength))];
  });
  return zipSync(Object.fromEntries(files), { level: 1, mtime: FIXED_DATE });
};

export const decodeShard = (bytes: Uint8Array, source: string): Samples => {
  const refuse = (why: string): never => {
    throw new InvalidInput('shard', source, why);
  };
  let files: Record<string, Uint8Array> = {};
  try {
    files = unzipSync(bytes);
  } catch (error) {
    refuse(`it is no readable .npz (${(error as Error).message})`);
  }
  const columns = Object.entries(COLUMNS).map(([name, { type, width, read }]) => {
    if (name === 'surprises' && files['surprises.npy'] === undefined) return null; // not known in version 0.1.0
    const file = files[`${name}.npy`] ?? refuse(`it has no ${name}`);
    const { header, data } = decodeNpy(file) ?? refuse(`${name} is no .npy array`);
    if (!header.includes(`'descr': '${type}'`)) refuse(`${name} is not of type ${type}`);
    const array = read(data);
    if (array.length % width !== 0) refuse(`${name} has ${array.length} numbers, expected rows of ${width}`);
    return [name, array, array.length / width] as const;
  });
  const given = columns.filter((column) => column !== null);
  const [first, , count] = given[0];
  const other = given.find(([, , rows]) => rows !== count);
  if (other !== undefined) refuse(`${other[0]} has ${other[2]} rows, ${first} has ${count}`);
  return {
    count,
    surprises: new Float32Array(count),
    ...Object.fromEntries(given.map(([name, array]) => [name, array])),
  } as Samples;
};

const MAGIC = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0]; // \x93NUMPY, version 1.0
const ALIGNMENT = 64;

const encodeNpy = (type: string, shape: string, data: Uint8Array): Uint8Array => {
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

const decodeNpy = (bytes: Uint8Array): { header: string; data: ArrayBuffer } | null => {
  if (MAGIC.some((byte, index) => bytes[index] !== byte)) return null;
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint16(8, true);
  return {
    header: new TextDecoder().decode(bytes.subarray(10, 10 + length)),
    data: bytes.slice(10 + length).buffer as ArrayBuffer,
  };
};
