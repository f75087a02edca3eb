/** How a fleet is: who belongs to it, what waits, and what was set aside with its error. Only looks. */
import { printable } from '../../env/index.ts';
import { type FleetLink, PREFIX } from './fleet-link.ts';
import { insideOf } from './link-inside.ts';
import { parseFailure } from './queue-fleet.ts';
import { type Listed, readRoll, type TrainerEntry, type WorkerEntry } from './roster.ts';
import { queueName, type Terms } from './terms.ts';

/** A fleet at one moment. */
export type FleetStatus = {
  /** Without a password. */
  readonly fleet: string;
  readonly redis: { readonly version: string; readonly memoryBytes: number; readonly memoryLimit: number | null };
  readonly workers: readonly MemberStatus<WorkerEntry>[];
  readonly trainers: readonly MemberStatus<TrainerEntry>[];
  readonly queues: readonly QueueStatus[];
};

/** Times are seconds up to now. */
export type MemberStatus<Entry> = Omit<Listed<Entry>, 'since' | 'beat' | 'id'> & {
  readonly queue: string;
  readonly upSeconds: number;
  readonly silentSeconds: number;
};

/** The jobs of one set of terms. */
export type QueueStatus = {
  readonly name: string;
  /** Null where nobody is there who could tell. */
  readonly terms: Terms | null;
  readonly waiting: number;
  readonly active: number;
  /** Finished, and not yet accepted by their trainers. */
  readonly finished: number;
  /** Threads of workers that serve it. */
  readonly threads: number;
  readonly setAside: number;
  /** The latest of those. */
  readonly failures: readonly SetAside[];
};

/** A job that failed, or was given up. */
export type SetAside = {
  readonly job: string;
  readonly kind: string;
  readonly error: string;
  readonly secondsAgo: number;
};

const FAILURES_SHOWN = 10;

/** Looks at a fleet. */
export const readFleetStatus = async (link: FleetLink): Promise<FleetStatus> => {
  const { redis } = insideOf(link);
  const [info, [seconds], workers, trainers] = await Promise.all([
    redis.info(),
    redis.time(),
    readRoll(link, 'workers'),
    readRoll(link, 'trainers'),
  ]);
  const nowMs = Number(seconds) * 1000;
  const ago = (timeMs: number): number => Math.max(0, Math.round((nowMs - timeMs) / 1000));
  const tell = <Entry extends WorkerEntry | TrainerEntry>(entry: Listed<Entry>): MemberStatus<Entry> => {
    const { since, beat, id: _id, ...rest } = entry;
    return { ...rest, queue: queueName(entry.terms), upSeconds: ago(since), silentSeconds: ago(beat) };
  };
  const known = new Map([...workers, ...trainers].map(({ terms }) => [queueName(terms), terms]));
  const names = new Set([...known.keys(), ...(await queuesIn(link))]);
  const queues: QueueStatus[] = [];
  for (const name of [...names].sort()) queues.push(await readQueue(link, name, known.get(name) ?? null, workers, ago));
  const limit = Number(/\bmaxmemory:(\d+)/.exec(info)?.[1] ?? 0);
  return {
    fleet: link.address.shown,
    redis: {
      version: /redis_version:(\S+)/.exec(info)?.[1] ?? 'unknown',
      memoryBytes: Number(/\bused_memory:(\d+)/.exec(info)?.[1] ?? 0),
      memoryLimit: limit === 0 ? null : limit,
    },
    workers: workers.map((entry) => tell<WorkerEntry>(entry)),
    trainers: trainers.map((entry) => tell<TrainerEntry>(entry)),
    queues,
  };
};

const queuesIn = async (link: FleetLink): Promise<string[]> => {
  const { redis } = insideOf(link);
  const names: string[] = [];
  for (let cursor = '0'; ; ) {
    const [next, keys] = await redis.scan(cursor, 'MATCH', `${PREFIX}:jobs-*:meta`, 'COUNT', 1000);
    names.push(...keys.map((key) => key.split(':')[1]));
    cursor = next;
    if (cursor === '0') return names;
  }
};

const readQueue = async (
  link: FleetLink,
  name: string,
  terms: Terms | null,
  workers: readonly Listed<WorkerEntry>[],
  ago: (timeMs: number) => number,
): Promise<QueueStatus> => {
  const { redis, packages } = insideOf(link);
  const queue = new packages.bullmq.Queue(name, { connection: redis, prefix: PREFIX });
  queue.on('error', () => {});
  try {
    const { wait = 0, active = 0, completed = 0, failed = 0 } = await queue.getJobCounts();
    const latest = failed === 0 ? [] : await queue.getFailed(0, FAILURES_SHOWN - 1);
    return {
      name,
      terms,
      waiting: wait,
      active,
      finished: completed,
      threads: workers
        .filter((worker) => !worker.isSilent && queueName(worker.terms) === name)
        .reduce((sum, worker) => sum + worker.threads, 0),
      setAside: failed,
      failures: latest.map(({ id = '', name: kind, failedReason = '', finishedOn = 0 }) => ({
        job: id,
        kind,
        error: printable(parseFailure(failedReason)?.message ?? failedReason, 1000),
        secondsAgo: ago(finishedOn),
      })),
    };
  } finally {
    await queue.close();
  }
};
