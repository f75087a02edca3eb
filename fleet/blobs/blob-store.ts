/**
 * Bytes that several machines share, by the SHA-256 of their content: networks, users' modules and results, none of which belongs
 * in a queue. What is under a hash never changes, so it can be cached anywhere, and bytes that do not have their
 * hash are never handed out.
 */
import { createHash } from 'node:crypto';
import { InvalidInput } from '../../env/index.ts';

/** What a store keeps apart, since it may be thrown away at different times. */
export const BLOB_AREAS = ['networks', 'modules', 'results'] as const;
export type BlobArea = (typeof BLOB_AREAS)[number];

/** Where blobs lie. Every method throws a `BlobFault` where something is wrong. */
export interface BlobStore {
  /** Where it is, fit to be printed. */
  readonly name: string;
  /** Which store this is, the same from every machine; a store that was empty gets its identity now. */
  identify(): Promise<string>;
  /** Returns the hash. */
  put(area: BlobArea, bytes: Uint8Array): Promise<string>;
  /** The bytes, whose hash was checked. */
  get(area: BlobArea, hash: string): Promise<Uint8Array>;
  /** One that is not there counts as removed. */
  remove(area: BlobArea, hash: string): Promise<void>;
}

/** `missing`: the store is there and the blob is not. `damaged`: it is not what its hash says. `unreachable`: it may come back. */
export type BlobFaultKind = 'missing' | 'damaged' | 'unreachable';

/** What is wrong with a blob or its store, in a sentence. */
export class BlobFault extends InvalidInput {
  readonly fault: BlobFaultKind;
  constructor(fault: BlobFaultKind, what: 'blob' | 'blob store', given: string, why: string, options?: ErrorOptions) {
    super(what, given, why, options);
    this.fault = fault;
  }
}

const HASH = /^[0-9a-f]{64}$/;

/** Whether a text can be the hash of a blob; nothing else becomes part of a path. */
export const isBlobHash = (given: unknown): given is string => typeof given === 'string' && HASH.test(given);

export const hashOfBytes = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** `networks/ab/abcdef…`, below the root of a store. */
export const blobKey = (area: BlobArea, hash: string): string => {
  if (!isBlobHash(hash)) throw new InvalidInput('blob', hash, 'expected a SHA-256 of 64 hexadecimal digits');
  return `${area}/${hash.slice(0, 2)}/${hash}`;
};

/** The bytes, if they are what their hash says. */
export const checkBlob = (bytes: Uint8Array, hash: string, store: string): Uint8Array => {
  const found = hashOfBytes(bytes);
  if (found === hash) return bytes;
  throw new BlobFault('damaged', 'blob', hash, `its SHA-256 is ${found} in ${store}: it is damaged`);
};

/** What `store.json` of a store says. */
export const STORE_FILE = 'store.json';
const STORE_FORMAT = 'tzaar-blobs';

export const formatStore = (id: string): string => `${JSON.stringify({ format: STORE_FORMAT, version: 1, id })}\n`;

export const parseStore = (text: string, store: string): string => {
  let given: { format?: unknown; version?: unknown; id?: unknown } = {};
  try {
    given = JSON.parse(text) ?? {};
  } catch {
    // said below
  }
  const { format, version, id } = given;
  if (format === STORE_FORMAT && version === 1 && typeof id === 'string' && /^[0-9a-f-]{36}$/.test(id)) return id;
  throw new InvalidInput('blob store', store, `its ${STORE_FILE} is not that of a store of version 1`);
};
