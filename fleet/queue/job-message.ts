/** What a trainer writes into the queue, and what a worker answers: small, closed and checked on both sides. */
import { createHash } from 'node:crypto';
import {
  check,
  fitting,
  InvalidInput,
  isRecord,
  list,
  matching,
  problemsOf,
  record,
  type Schema,
  text,
  whole,
} from '../../env/index.ts';
import { isBlobHash } from '../blobs/blob-store.ts';
import { TERMS_SCHEMA, type Terms } from './terms.ts';

const SHA256 = matching(/^[0-9a-f]{64}$/, 'a SHA-256 of 64 hexadecimal digits');
const anyObject: Schema<object, object> = fitting(isRecord, 'an object');

/** A user's module that a job needs. */
export type ModuleMessage = {
  /** SHA-256 of its bytes: its name in the blob store. */
  readonly hash: string;
  /** How its file ends, which says what language it is. */
  readonly ending: string;
  /** What sentences call it. */
  readonly name: string;
};

/** A job in the queue. */
export type JobMessage = {
  readonly kind: string;
  readonly trainer: string;
  readonly terms: Terms;
  readonly job: object;
  /** From the hash of a network's weights to its blob. */
  readonly networks: Readonly<Record<string, string>>;
  readonly modules: readonly ModuleMessage[];
};

const MESSAGE = record({
  kind: matching(/^[a-z-]{1,40}$/, 'the name of a kind'),
  trainer: text('', 80),
  terms: TERMS_SCHEMA,
  job: anyObject,
  networks: fitting<Readonly<Record<string, string>>>(
    (given) =>
      isRecord(given) &&
      Object.keys(given).length <= 64 &&
      Object.entries(given).every(([weights, blob]) => /^[0-9a-f]{16}$/.test(weights) && isBlobHash(blob)),
    'up to 64 blobs by the hashes of their weights',
  ),
  modules: list(
    record({
      hash: SHA256,
      ending: matching(/^\.m?[jt]s$/, '.js, .mjs, .ts or .mts'),
      name: matching(/^[\w.-]{1,100}$/, 'the name of a file'),
    }),
    0,
    100,
    'modules',
  ),
});

/** Largest message that is looked at, in characters. */
const LONGEST = 1 << 20;

export const checkJobMessage = (given: unknown): JobMessage => {
  const problems = problemsOf(MESSAGE, given);
  if (problems.length === 0 && JSON.stringify(given).length <= LONGEST) return given as JobMessage;
  throw new InvalidInput('job from the queue', given, problems.join('; ') || `it is longer than ${LONGEST} characters`);
};

/** What a worker answers; the result itself is in the blob. */
export type ResultMessage = {
  readonly blob: string;
  readonly bytes: number;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly worker: string;
  readonly seconds: number;
};

const RESULT = record({
  blob: SHA256,
  bytes: whole(0),
  facts: anyObject,
  worker: text('', 400),
  seconds: fitting<number>((given) => Number.isFinite(given) && (given as number) >= 0, 'seconds'),
});

export const checkResultMessage = (given: unknown): ResultMessage =>
  check(RESULT, given, 'result from the queue') as ResultMessage;

const ID_DIGITS = 32;

/** The same job has the same name, whoever gives it and whenever: given twice it is done once. */
export const jobIdOf = ({ kind, job, modules }: Pick<JobMessage, 'kind' | 'job' | 'modules'>, twin: number): string => {
  const words = JSON.stringify([kind, job, modules.map(({ hash }) => hash)]);
  const hash = createHash('sha256').update(words).digest('hex').slice(0, ID_DIGITS);
  return `${kind}-${hash}-${twin}`;
};

const MAGIC = 'tzaar-result 1 ';

/** A result as a blob, which says whose it is: equal results of two jobs are two blobs, and each can be thrown away. */
export const sealResult = (id: string, bytes: Uint8Array): Uint8Array => {
  const head = new TextEncoder().encode(`${MAGIC}${id}\n`);
  const sealed = new Uint8Array(head.length + bytes.length);
  sealed.set(head);
  sealed.set(bytes, head.length);
  return sealed;
};

export const openResult = (id: string, sealed: Uint8Array): Uint8Array => {
  const head = new TextEncoder().encode(`${MAGIC}${id}\n`);
  const isOwn = sealed.length >= head.length && head.every((byte, index) => sealed[index] === byte);
  if (!isOwn) throw new InvalidInput('result', id, 'its blob is the result of another job, or none');
  return sealed.subarray(head.length);
};
