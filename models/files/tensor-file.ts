/**
 * The container of weights and checkpoints: a named list of tensors with what describes them. Layout, little-endian:
 *
 *     8 bytes magic `TZAARNET` · u32 version · u32 length of the header · 32 bytes SHA-256 of all that follows
 *     header, JSON in UTF-8: { kind, facts, tensors: [{ name, shape }] } · the tensors' float32 numbers, one after another
 *
 * Files come from strangers: sizes are checked before anything is allocated, and every number must be finite.
 */
import { InvalidInput } from '../../env/index.ts';

export type NamedTensor = { readonly name: string; readonly shape: readonly number[]; readonly data: Float32Array };

export type TensorFile = {
  /** What the file is for: `network` or `learner`. */
  readonly kind: string;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly tensors: readonly NamedTensor[];
};

export const TENSOR_FILE_VERSION = 1;

const MAGIC = 'TZAARNET';
const VERSION_AT = 8;
const HEADER_LENGTH_AT = 12;
const HASH_AT = 16;
const HASH_SIZE = 32;
const HEADER_AT = HASH_AT + HASH_SIZE;

export const encodeTensorFile = async ({ kind, facts, tensors }: TensorFile): Promise<Uint8Array> => {
  const list = tensors.map(({ name, shape }) => ({ name, shape }));
  const header = new TextEncoder().encode(JSON.stringify({ kind, facts, tensors: list }));
  const numbers = tensors.reduce((total, { data }) => total + data.length, 0);
  const bytes = new Uint8Array(HEADER_AT + header.length + numbers * 4);
  bytes.set(new TextEncoder().encode(MAGIC), 0);
  const view = new DataView(bytes.buffer);
  view.setUint32(VERSION_AT, TENSOR_FILE_VERSION, true);
  view.setUint32(HEADER_LENGTH_AT, header.length, true);
  bytes.set(header, HEADER_AT);
  let at = HEADER_AT + header.length;
  for (const { data } of tensors) {
    bytes.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), at);
    at += data.byteLength;
  }
  bytes.set(await sha256(bytes.subarray(HEADER_AT)), HASH_AT);
  return bytes;
};

/** Reads a file that may be anything. `source` names it in the error, which says what is wrong in a sentence. */
export const decodeTensorFile = async (bytes: Uint8Array, source: string): Promise<TensorFile> => {
  const refuse = (why: string): never => {
    throw new InvalidInput('model file', source, why);
  };
  if (new TextDecoder().decode(bytes.subarray(0, MAGIC.length)) !== MAGIC) {
    refuse(`expected a file that begins with ${MAGIC}`);
  }
  if (bytes.length < HEADER_AT) refuse(`it is cut short: ${bytes.length} bytes do not hold even its beginning`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const version = view.getUint32(VERSION_AT, true);
  if (version !== TENSOR_FILE_VERSION) {
    refuse(`it has format version ${version}, this program reads version ${TENSOR_FILE_VERSION}`);
  }
  const numbersAt = HEADER_AT + view.getUint32(HEADER_LENGTH_AT, true);
  if (numbersAt > bytes.length) refuse(`it is cut short: its header alone needs ${numbersAt} of ${bytes.length} bytes`);
  const header = readHeader(bytes.subarray(HEADER_AT, numbersAt));
  if (header === null) return refuse('its header is damaged');
  const numbers = header.tensors.reduce((total, { shape }) => total + shape.reduce((size, dim) => size * dim, 1), 0);
  const expected = numbersAt + numbers * 4;
  if (bytes.length < expected) refuse(`it is cut short: ${bytes.length} bytes of ${expected}`);
  if (bytes.length > expected) refuse(`it has ${bytes.length - expected} bytes too many`);
  const hash = await sha256(bytes.subarray(HEADER_AT));
  if (hash.some((byte, index) => byte !== bytes[HASH_AT + index])) refuse('its SHA-256 does not match: it is damaged');
  return { ...header, tensors: readTensors(bytes, numbersAt, header.tensors, refuse) };
};

type Header = Omit<TensorFile, 'tensors'> & { readonly tensors: ReadonlyArray<Omit<NamedTensor, 'data'>> };

const readHeader = (bytes: Uint8Array): Header | null => {
  try {
    const header: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return isHeader(header) ? header : null;
  } catch {
    return null;
  }
};

const isHeader = (given: unknown): given is Header => {
  const { kind, facts, tensors } = (given ?? {}) as Record<string, unknown>;
  return typeof kind === 'string' && typeof facts === 'object' && facts !== null && isTensorList(tensors);
};

const isTensorList = (given: unknown): boolean =>
  Array.isArray(given) &&
  given.every((tensor: Record<string, unknown> | null) => {
    const { name, shape } = tensor ?? {};
    return typeof name === 'string' && Array.isArray(shape) && shape.every(isSize);
  });

const isSize = (given: unknown): boolean => Number.isSafeInteger(given) && (given as number) >= 0;

const readTensors = (
  bytes: Uint8Array,
  start: number,
  list: Header['tensors'],
  refuse: (why: string) => never,
): readonly NamedTensor[] => {
  let at = start;
  return list.map(({ name, shape }) => {
    const length = shape.reduce((size, dim) => size * dim, 1);
    const data = new Float32Array(length); // a copy: the file's bytes need not lie at a multiple of four
    new Uint8Array(data.buffer).set(bytes.subarray(at, at + length * 4));
    at += length * 4;
    const strange = data.findIndex((number) => !Number.isFinite(number));
    if (strange >= 0) refuse(`number ${strange} of ${name} is ${data[strange]}, not finite`);
    return { name, shape, data };
  });
};

const sha256 = async (bytes: Uint8Array): Promise<Uint8Array> => {
  if (globalThis.crypto?.subtle === undefined) {
    throw new Error('this page cannot check files: browsers offer SHA-256 only over https and on localhost');
  }
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes)));
};
