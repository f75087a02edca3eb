/**
 * Weights as tfjs keeps them: a list of names, shapes and types in `model.json`, and their bytes one after another in
 * `weights.bin`. The network's parameters come first, in the order of its parameter list; what follows are constants of
 * the tfjs graph, which our own engines do not need. So one file serves both stock tfjs and us.
 */
import {
  exactly,
  fitting,
  InvalidInput,
  isRecord,
  joinProblems,
  list,
  maybe,
  problemsOf,
  real,
  record,
  text,
  variant,
  whole,
  without,
  word,
} from '../../env/index.ts';
import type { ParameterList } from '../network/parameters.ts';
import { type Dims, sizeOf } from '../program/value.ts';
import { decodeFloat16, encodeFloat16 } from './float16.ts';
import { FILE_SIZE_LIMIT, GRAPH_FILE, type Precision, WEIGHTS_FILE } from './manifest.ts';

/** One entry, in tfjs's words. `uint8` is affine: number = byte × scale + min. */
export type WeightEntry = {
  readonly name: string;
  readonly shape: Dims;
  readonly dtype: 'float32' | 'int32';
  readonly quantization?:
    | { readonly dtype: 'float16'; readonly original_dtype: 'float32' }
    | { readonly dtype: 'uint8'; readonly original_dtype: 'float32'; readonly scale: number; readonly min: number };
};

export type StoredWeight = { readonly entry: WeightEntry; readonly bytes: Uint8Array };

/** Stores a parameter. Vectors stay at 32 bits: they are few, and a bias reaches every point. */
export const storeParameter = (
  name: string,
  shape: Dims,
  numbers: Float32Array,
  precision: Precision,
): StoredWeight => {
  if (precision === 'float32' || shape.length < 2) return storeExact(name, shape, numbers);
  if (precision === 'float16') {
    const quantization = { dtype: 'float16', original_dtype: 'float32' } as const;
    return { entry: { name, shape, dtype: 'float32', quantization }, bytes: bytesOf(encodeFloat16(numbers)) };
  }
  const { scale, min } = affineRange(numbers);
  const quantization = { dtype: 'uint8', original_dtype: 'float32', scale, min } as const;
  const bytes = Uint8Array.from(numbers, (number) => Math.min(255, Math.max(0, Math.round((number - min) / scale))));
  return { entry: { name, shape, dtype: 'float32', quantization }, bytes };
};

const storeExact = (name: string, shape: Dims, numbers: Float32Array | Int32Array): StoredWeight => ({
  entry: { name, shape, dtype: numbers instanceof Int32Array ? 'int32' : 'float32' },
  bytes: bytesOf(numbers),
});

/** Stores a constant of the graph; tables of zeros and ones take a byte each and stay exact. */
export const storeConstant = (name: string, shape: Dims, numbers: Float32Array | Int32Array): StoredWeight => {
  const isTable = numbers.length > 1 && numbers.every((number) => number === 0 || number === 1);
  if (!isTable || numbers instanceof Int32Array) return storeExact(name, shape, numbers);
  const quantization = { dtype: 'uint8', original_dtype: 'float32', scale: 1, min: 0 } as const;
  return { entry: { name, shape, dtype: 'float32', quantization }, bytes: Uint8Array.from(numbers) };
};

/** The range of the numbers in 255 steps, shifted so that zero stays exactly zero where it lies inside. */
const affineRange = (numbers: Float32Array): { scale: number; min: number } => {
  const low = numbers.reduce((least, number) => Math.min(least, number), Number.POSITIVE_INFINITY);
  const high = numbers.reduce((most, number) => Math.max(most, number), Number.NEGATIVE_INFINITY);
  if (low === high) return { scale: 1, min: low };
  const scale = (high - low) / 255;
  return { scale, min: low < 0 && high > 0 ? Math.round(low / scale) * scale : low };
};

/** Bytes that an entry takes. */
const storedSize = ({ shape, quantization }: WeightEntry): number =>
  sizeOf(shape) * (quantization === undefined ? 4 : quantization.dtype === 'float16' ? 2 : 1);

const decode = ({ quantization }: WeightEntry, bytes: Uint8Array): Float32Array => {
  const { buffer } = new Uint8Array(bytes); // a copy: they need not lie at a multiple of four
  if (quantization === undefined) return new Float32Array(buffer);
  if (quantization.dtype === 'float16') return decodeFloat16(new Uint16Array(buffer));
  const { scale, min } = quantization;
  return Float32Array.from(bytes, (byte) => byte * scale + min);
};

/** Reads `weightsManifest` of a `model.json` that may be anything: one group, in one file. */
export const parseWeightList = (graph: unknown, source: string): readonly WeightEntry[] => {
  const groups = isRecord(graph) ? graph.weightsManifest : undefined;
  const [group] = Array.isArray(groups) && groups.length === 1 ? groups : [];
  const problems = isRecord(group) ? problemsOf(GROUP_SCHEMA, group, 'weightsManifest[0]') : [NO_GROUP];
  if (problems.length > 0) {
    throw new InvalidInput('released model', source, `in its ${GRAPH_FILE} ${joinProblems(problems)}`);
  }
  return (group as { weights: readonly WeightEntry[] }).weights;
};

const NO_GROUP = 'weightsManifest must hold exactly one group of weights';

const QUANTIZATIONS = {
  float16: record({ dtype: exactly('float16'), original_dtype: exactly('float32') }),
  uint8: record({
    dtype: exactly('uint8'),
    original_dtype: exactly('float32'),
    scale: real(Number.MIN_VALUE, 1e9),
    min: real(-1e9, 1e9),
  }),
};

const ENTRY_SCHEMA = without(
  record({
    name: text(),
    shape: list(whole(0, FILE_SIZE_LIMIT), 0, 6, 'whole numbers'),
    dtype: word(['float32', 'int32']),
    quantization: maybe(variant('dtype', 'float16', () => QUANTIZATIONS)),
  }),
  ({ dtype, quantization }) =>
    dtype === 'float32' || quantization === undefined ? null : 'quantization must be that of a float32',
);

const GROUP_SCHEMA = record({
  paths: fitting(
    (given) => Array.isArray(given) && given.length === 1 && given[0] === WEIGHTS_FILE,
    `["${WEIGHTS_FILE}"]`,
  ),
  weights: list(ENTRY_SCHEMA, 1, 10_000, 'entries'),
});

/** Checks that the list begins with the network's parameters and fills a file of `size` bytes exactly. */
export const checkWeightList = (
  entries: readonly WeightEntry[],
  { slots }: ParameterList,
  size: number,
  source: string,
): void => {
  const refuse = (why: string): never => {
    throw new InvalidInput('released model', source, why);
  };
  for (const [index, { name, dims }] of slots.entries()) {
    const entry = entries[index];
    if (entry?.name !== name) refuse(`weight ${index} is ${entry?.name ?? 'missing'}, its network needs ${name}`);
    if (entry.dtype !== 'float32') refuse(`${name} is of type ${entry.dtype}, its network needs float32`);
    if (entry.shape.join() !== dims.join()) {
      refuse(`${name} has shape [${entry.shape.join(', ')}], its network needs [${dims.join(', ')}]`);
    }
  }
  const needed = entries.reduce((total, entry) => total + storedSize(entry), 0);
  if (needed !== size) refuse(`its list of weights needs ${needed} bytes, its ${WEIGHTS_FILE} has ${size}`);
};

/** The parameters as one array. The list and the size have been checked; every number must be finite. */
export const readParameters = (
  entries: readonly WeightEntry[],
  { slots, size }: ParameterList,
  bytes: Uint8Array,
  source: string,
): Float32Array => {
  const weights = new Float32Array(size);
  let at = 0;
  for (const [index, { name, offset }] of slots.entries()) {
    const end = at + storedSize(entries[index]);
    const numbers = decode(entries[index], bytes.subarray(at, end));
    const strange = numbers.findIndex((number) => !Number.isFinite(number));
    if (strange >= 0) {
      const why = `number ${strange} of ${name} is ${numbers[strange]}, not finite`;
      throw new InvalidInput('released model', source, why);
    }
    weights.set(numbers, offset);
    at = end;
  }
  return weights;
};

const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array | Int32Array | Uint16Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);
