/**
 * Who belongs to a fleet: trainers and workers write themselves into a hash of Redis, again every few seconds. Those that
 * were killed fall silent, which is all that the others can know of them.
 */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { isRecord, list, matching, problemsOf, record, type Schema, text, whole } from '../../env/index.ts';
import { isBlobHash } from '../blobs/blob-store.ts';
import { type FleetLink, PREFIX } from './fleet-link.ts';
import { insideOf } from './link-inside.ts';
import { TERMS_SCHEMA, type Terms } from './terms.ts';

export const BEAT_MS = 3_000;
/** So long without a beat, somebody is not counted on any more. */
const SILENT_MS = 15_000;
/** So long without a beat, somebody is forgotten. */
const FORGOTTEN_MS = 24 * 3600_000;

type Member = {
  readonly id: string;
  readonly host: string;
  readonly pid: number;
  readonly since: number;
  /** By the clock of Redis, in milliseconds. */
  readonly beat: number;
  readonly terms: Terms;
};

/** A worker as others see it. */
export type WorkerEntry = Member & {
  readonly threads: number;
  readonly busy: number;
  readonly done: number;
  readonly failed: number;
};

/** A trainer or another program that gives jobs. */
export type TrainerEntry = Member & {
  readonly kind: string;
  /** Hashes of the users' modules that its jobs need. */
  readonly modules: readonly string[];
  readonly inFlight: number;
  readonly accepted: number;
};

export type Listed<Entry> = Entry & { readonly isSilent: boolean };

const count = whole(0);
const MEMBER = {
  id: text('', 80),
  host: text('', 300),
  pid: count,
  since: count,
  beat: count,
  terms: TERMS_SCHEMA,
};
const HASH = matching(/^[0-9a-f]{64}$/, 'a SHA-256');
const SCHEMAS: Readonly<Record<Roll, Schema>> = {
  workers: record({ ...MEMBER, threads: count, busy: count, done: count, failed: count }),
  trainers: record({
    ...MEMBER,
    kind: text('', 40),
    modules: list(HASH, 0, 100, 'modules'),
    inFlight: count,
    accepted: count,
  }),
};

type Roll = 'workers' | 'trainers';
type EntryOf<R extends Roll> = R extends 'workers' ? WorkerEntry : TrainerEntry;

const keyOf = (roll: Roll): string => `${PREFIX}:${roll}`;

/** Everybody who wrote himself in and is not forgotten; entries that make no sense are passed over. */
export const readRoll = async <R extends Roll>(link: FleetLink, roll: R): Promise<Listed<EntryOf<R>>[]> => {
  const { redis } = insideOf(link);
  const [all, [seconds]] = await Promise.all([redis.hgetall(keyOf(roll)), redis.time()]);
  const nowMs = Number(seconds) * 1000;
  const entries: Listed<EntryOf<R>>[] = [];
  for (const [id, written] of Object.entries(all)) {
    const entry = parseEntry(roll, written);
    if (entry === null || nowMs - entry.beat > FORGOTTEN_MS) await redis.hdel(keyOf(roll), id);
    else entries.push({ ...entry, isSilent: nowMs - entry.beat > SILENT_MS });
  }
  return entries.sort((one, other) => one.since - other.since);
};

const parseEntry = <R extends Roll>(roll: R, written: string): EntryOf<R> | null => {
  try {
    const entry: unknown = JSON.parse(written);
    return problemsOf(SCHEMAS[roll], entry).length === 0 ? (entry as EntryOf<R>) : null;
  } catch {
    return null;
  }
};

/** Which modules a trainer has announced; nothing of one that is not known. */
export const announcedModules = async (link: FleetLink, trainer: string): Promise<readonly string[]> => {
  const written = await insideOf(link).redis.hget(keyOf('trainers'), trainer);
  const entry: unknown = written === null ? null : JSON.parse(written);
  return isRecord(entry) && Array.isArray(entry.modules) ? entry.modules.filter(isBlobHash) : [];
};

/** This program's own entry, kept up to date until it is left. */
export type Membership = { readonly id: string; beat(): Promise<void>; leave(): Promise<void> };

/** Writes this program into a roll; `facts` are asked for at every beat. */
export const join = async <R extends Roll>(
  link: FleetLink,
  roll: R,
  terms: Terms,
  facts: () => Omit<EntryOf<R>, keyof Member>,
): Promise<Membership> => {
  const { redis } = insideOf(link);
  const { closing } = link;
  const id = randomUUID();
  const [seconds] = await redis.time();
  const own = { id, host: hostname(), pid: process.pid, since: Number(seconds) * 1000, terms };
  const beat = async (): Promise<void> => {
    const [now] = await redis.time();
    await redis.hset(keyOf(roll), id, JSON.stringify({ ...own, beat: Number(now) * 1000, ...facts() }));
  };
  await beat();
  const timer = setInterval(() => {
    if (redis.status === 'ready') beat().catch(() => {}); // a server that is full or away is told elsewhere
  }, BEAT_MS);
  timer.unref();
  closing.addEventListener('abort', () => clearInterval(timer), { once: true });
  return {
    id,
    beat,
    leave: async () => {
      clearInterval(timer);
      if (redis.status === 'ready') await redis.hdel(keyOf(roll), id).catch(() => 0);
    },
  };
};
