/**
 * A fleet whose workers are other processes, on any machine: jobs go through a BullMQ queue on Redis, results through the blob store.
 *
 * Each game counts once, although a job may be done twice. A job's id follows from its content, so the same job
 * given again, by a trainer that was killed and resumed, is the same entry of the queue; its result lies in that entry until it
 * is accepted. BullMQ lets one worker at a time hold a job, and takes the answer of no other. What is lost with a
 * server (the last second before a crash) is missed at the next look, and given again. There is no second queue for results:
 * the entry itself is what a look finds, and events only say when to look.
 */
import type { Job as Entry, Queue, QueueEvents } from 'bullmq';
import type { Redis } from 'ioredis';
import { InvalidInput, isRecord } from '../../env/index.ts';
import { COMMAND, type EngineOptions } from '../../models/node/index.ts';
import { BlobFault } from '../blobs/blob-store.ts';
import { ATTEMPTS, type Fleet, LOOK_AHEAD, networksOf } from '../fleet.ts';
import type { JobKind } from '../job-kind.ts';
import type { ModuleRef } from '../load-parts.ts';
import type { NetworkStore } from '../network-store.ts';
import { type PackedError, unpackError } from '../packed-error.ts';
import { closedError, type Finished, runInOrder } from '../run-in-order.ts';
import { announceModules } from './announce-modules.ts';
import { type FleetLink, PREFIX } from './fleet-link.ts';
import { checkResultMessage, type JobMessage, jobIdOf, type ModuleMessage, openResult } from './job-message.ts';
import { insideOf } from './link-inside.ts';
import { insist, within } from './patience.ts';
import { QueueNetworks } from './queue-networks.ts';
import { BEAT_MS, join, type Membership, readRoll } from './roster.ts';
import { differencesOf, queueName, type Terms, termsOf } from './terms.ts';
import { Waiters } from './waiters.ts';

/** What `QueueFleet` is told. */
export type QueueFleetOptions<Job, Result> = {
  readonly kind: JobKind<Job, Result>;
  /** Shared with other fleets of this program; whoever opened it closes it. */
  readonly link: FleetLink;
  /** Users' modules whose parts the workers need. */
  readonly modules?: readonly ModuleRef[];
  /** Where networks are evaluated: workers with another engine are not asked. */
  readonly evaluator?: EngineOptions;
  /** To share with other fleets over the same link. */
  readonly networks?: NetworkStore;
  /** How often jobs are looked at of which no event tells. */
  readonly lookMs?: number;
};

/** Jobs in the queue for each thread: one under way and one that waits, so that no worker waits for the trainer. */
const IN_QUEUE = 2;
const LOOK_MS = 10_000;
/** How long what nobody fetched stays in Redis. */
const KEPT_SECONDS = 7 * 24 * 3600;
/** How long closing waits for a server that does not answer. */
const CLOSE_MS = 2_000;

type Session = {
  readonly terms: Terms;
  readonly queue: Queue;
  readonly events: QueueEvents;
  readonly reader: Redis;
  readonly modules: readonly ModuleMessage[];
  readonly membership: Membership;
};

/** A fleet over a queue. */
export class QueueFleet<Job extends object, Result> implements Fleet<Job, Result> {
  readonly networks: NetworkStore;
  readonly #options: QueueFleetOptions<Job, Result>;
  readonly #waiters = new Waiters();
  readonly #inUse = new Set<string>(); // ids of jobs that are under way
  readonly #setAside = new Set<string>(); // ids of jobs that failed
  readonly #tidying = new Set<Promise<unknown>>();
  readonly #rooms = new Set<() => void>();
  readonly #timers: NodeJS.Timeout[] = [];
  #session: Promise<Session> | null = null;
  #threads = 0; // of all workers that serve us
  #accepted = 0;
  #isAlone: boolean | null = null; // as it was last told
  #closed = false;

  constructor(options: QueueFleetOptions<Job, Result>) {
    this.#options = options;
    this.networks = options.networks ?? new QueueNetworks(options.link.blobs);
  }

  async *run(jobs: Iterable<Job>): AsyncGenerator<Result> {
    if (this.#closed) throw closedError();
    this.#session ??= this.#open();
    const session = await this.#session;
    yield* runInOrder<Job, Result>(jobs, {
      atOnce: () => Math.max(1, this.#threads) * IN_QUEUE,
      ahead: () => Math.max(1, this.#threads) * LOOK_AHEAD,
      runOne: (job, abandoned) => this.#runOne(job, abandoned, session),
      isClosed: () => this.#closed,
      onRoom: (more) => {
        this.#rooms.add(more);
        return () => this.#rooms.delete(more);
      },
    });
  }

  /** Takes back the jobs that wait; workers finish those that are under way, and their results are not fetched. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    for (const timer of this.#timers) clearInterval(timer);
    this.#waiters.wakeAll();
    const session = await this.#session?.catch(() => null);
    if (!session) return;
    await within(CLOSE_MS, Promise.allSettled(this.#tidying));
    const { queue, events, reader, membership } = session;
    reader.disconnect(); // it waits for events, and would go on to
    await within(CLOSE_MS, Promise.allSettled([membership.leave(), events.close(), queue.close()]));
  }

  async #open(): Promise<Session> {
    const { link, kind, modules: own = [], evaluator = {} } = this.#options;
    const { packages, redis } = insideOf(link);
    const { bullmq } = packages;
    const terms = await termsOf(evaluator, link.blobsId);
    const modules = await announceModules(own, link.blobs);
    const name = queueName(terms);
    const queue = new bullmq.Queue(name, { connection: redis, prefix: PREFIX });
    const reader = redis.duplicate();
    reader.on('error', () => {}); // the link tells
    const events = new bullmq.QueueEvents(name, { connection: reader, prefix: PREFIX });
    queue.on('error', () => {});
    events.on('error', () => {});
    const wake = ({ jobId }: { jobId: string }): void => this.#waiters.wake(jobId);
    events.on('completed', wake);
    events.on('failed', wake);
    await events.waitUntilReady();
    const membership = await join(link, 'trainers', terms, () => ({
      kind: kind.name,
      modules: modules.map(({ hash }) => hash),
      inFlight: this.#inUse.size,
      accepted: this.#accepted,
    }));
    const session = { terms, queue, events, reader, modules, membership };
    await this.#countWorkers(session);
    this.#every(this.#options.lookMs ?? LOOK_MS, () => this.#waiters.wakeAll());
    this.#every(BEAT_MS, () => void this.#countWorkers(session).catch(() => {}));
    return session;
  }

  #every(intervalMs: number, action: () => void): void {
    const timer = setInterval(action, intervalMs);
    timer.unref();
    this.#timers.push(timer);
  }

  async #countWorkers({ terms }: Session): Promise<void> {
    const { link } = this.#options;
    if (insideOf(link).redis.status !== 'ready') return;
    const workers = (await readRoll(link, 'workers')).filter(({ isSilent }) => !isSilent);
    const ours = workers.filter((worker) => differencesOf(worker.terms, terms).length === 0);
    const before = this.#threads;
    this.#threads = ours.reduce((sum, { threads }) => sum + threads, 0);
    if (this.#threads > before) for (const more of this.#rooms) more();
    this.#tellAlone(
      ours.length === 0,
      workers.flatMap((worker) => differencesOf(worker.terms, terms).slice(0, 1)),
    );
  }

  #tellAlone(isAlone: boolean, reasons: readonly string[]): void {
    if (isAlone === (this.#isAlone ?? false)) return;
    this.#isAlone = isAlone;
    const { address, say } = this.#options.link;
    const others = reasons.length === 0 ? '' : `; ${reasons.length} of other terms do not: ${reasons[0]}`;
    say(
      isAlone
        ? `no worker serves ${address.shown} yet (${COMMAND} worker --fleet … starts one)${others}`
        : `${this.#threads} threads of workers serve ${address.shown}`,
    );
  }

  async #runOne(job: Job, abandoned: AbortSignal, session: Session): Promise<Finished<Result>> {
    const { kind } = this.#options;
    kind.check(job); // what no worker would accept is told here
    const networks = Object.fromEntries(networksOf(job).map((hash) => [hash, this.networks.where(hash)]));
    const { terms, modules, membership } = session;
    const message: JobMessage = { kind: kind.name, trainer: membership.id, terms, job, networks, modules };
    const id = this.#idFor(message);
    try {
      return await this.#finish(id, message, abandoned, session);
    } finally {
      this.#inUse.delete(id);
    }
  }

  /** Jobs that are equal get ids of their own while both are under way. */
  #idFor(message: JobMessage): string {
    for (let twin = 0; ; twin++) {
      const id = jobIdOf(message, twin);
      if (this.#inUse.has(id)) continue;
      this.#inUse.add(id);
      return id;
    }
  }

  async #finish(id: string, message: JobMessage, abandoned: AbortSignal, session: Session): Promise<Finished<Result>> {
    const { queue } = session;
    if (this.#setAside.delete(id)) await queue.remove(id);
    for (let faults = 0, isFirst = true; ; isFirst = false) {
      await this.#give(id, message, queue);
      const entry = await this.#untilDone(id, abandoned, session);
      if (entry === null) continue; // it is gone: a server lost it, or another trainer had the same job
      const isOld = isFirst && entry.data.trainer !== message.trainer;
      const failure = entry.failedReason ? parseFailure(entry.failedReason) : null;
      if (failure !== null && !isOld) {
        this.#setAside.add(id);
        throw unpackError(failure);
      }
      const answer = failure === null && !entry.failedReason ? await this.#fetch(id, entry) : null;
      if (answer !== null) return { result: answer.result, accept: () => this.#accept(id, answer.blob, queue) };
      if (!isOld && ++faults >= ATTEMPTS) throw lostError(id, entry);
      await entry.remove().catch(() => {}); // to be done anew
    }
  }

  /** Waits while the server is full. */
  async #give(id: string, message: JobMessage, queue: Queue): Promise<void> {
    const { link } = this.#options;
    const options = {
      jobId: id,
      removeOnComplete: { age: KEPT_SECONDS },
      removeOnFail: { age: KEPT_SECONDS },
    };
    await insist(
      () => queue.add(message.kind, message, options),
      link,
      () => this.#closed,
    );
  }

  /** Null if the job is not in the queue any more. */
  async #untilDone(id: string, abandoned: AbortSignal, { queue }: Session): Promise<Entry | null> {
    const waiter = this.#waiters.add(id, abandoned);
    try {
      for (;;) {
        if (this.#closed || abandoned.aborted) {
          this.#tidy(queue.remove(id)); // unless a worker has it
          throw closedError();
        }
        const entry = (await queue.getJob(id)) as Entry | undefined;
        if (entry === undefined) return null;
        if (entry.finishedOn) return entry;
        await waiter.woken();
      }
    } finally {
      waiter.end();
    }
  }

  /** Null where the blob is lost or damaged: the job is done again. */
  async #fetch(id: string, entry: Entry): Promise<{ readonly result: Result; readonly blob: string } | null> {
    const { link, kind } = this.#options;
    const { blob, facts } = checkResultMessage(entry.returnvalue);
    try {
      const sealed = await link.blobs.get('results', blob);
      return { result: kind.unpack({ bytes: openResult(id, sealed), facts }), blob };
    } catch (error) {
      if (!(error instanceof BlobFault) || error.fault === 'unreachable') throw error;
      link.say(`${error.message}; its job is done again`);
      return null;
    }
  }

  #accept(id: string, blob: string, queue: Queue): void {
    this.#accepted++;
    this.#tidy(queue.remove(id).then(() => this.#options.link.blobs.remove('results', blob)));
  }

  #tidy(work: Promise<unknown>): void {
    const quiet = work.catch(() => {}).finally(() => this.#tidying.delete(quiet)); // what stays behind is thrown away by its age
    this.#tidying.add(quiet);
  }
}

const lostError = (id: string, { failedReason }: Entry): Error =>
  new InvalidInput(
    'job',
    id,
    `it was given up after ${ATTEMPTS} attempts: ${failedReason || 'its result was lost each time'}`,
  );

/** What a worker said of a job; null for what the queue itself says, which is no fault of the job. */
export const parseFailure = (reason: string): PackedError | null => {
  try {
    const given: unknown = JSON.parse(reason);
    if (!isRecord(given) || typeof given.message !== 'string') return null;
    const { isInvalidInput, message, stack } = given;
    return { isInvalidInput: isInvalidInput === true, message, ...(typeof stack === 'string' && { stack }) };
  } catch {
    return null;
  }
};
