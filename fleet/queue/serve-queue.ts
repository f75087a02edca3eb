/**
 * A worker of a fleet over a queue: takes jobs, fetches what they name, does them in threads, puts the results into the blob store.
 * The thread that talks to Redis does nothing else, so that locks are renewed while games are played.
 */
import { hostname } from 'node:os';
import type { Job as Entry } from 'bullmq';
import { InvalidInput } from '../../env/index.ts';
import { packError } from '../packed-error.ts';
import { createJobDoer, type JobDoerOptions } from './do-jobs.ts';
import { type FleetLink, PREFIX } from './fleet-link.ts';
import type { ResultMessage } from './job-message.ts';
import { insideOf } from './link-inside.ts';
import { within } from './patience.ts';
import { BEAT_MS, join, readRoll } from './roster.ts';
import { differencesOf, queueName, type Terms, termsOf } from './terms.ts';

/** What a worker is told. */
export type QueueWorkerOptions = JobDoerOptions & {
  /** Jobs that are done at once. */
  readonly threads: number;
  /** How long a job stays with a worker that gives no sign of life. */
  readonly lockMs?: number;
  /** Is told what the worker does, a line at a time. */
  readonly say?: (line: string) => void;
};

/** A worker that runs. */
export type QueueWorker = {
  readonly counts: () => { readonly busy: number; readonly done: number; readonly failed: number };
  /** Finishes the jobs under way and takes no more. */
  drain(): Promise<void>;
  /** Leaves everything as it is, as if the process had been killed. */
  kill(): Promise<void>;
};

export const LOCK_MS = 30_000;
/** Workers that may vanish over one job: machines are restarted, but a job that ends each of them is poison. */
const VANISHED_MOST = 10;
const CLOSE_MS = 2_000;

/** Serves a fleet until it is told to stop; refuses, in a sentence, where only trainers of other terms are there. */
export const serveQueue = async (link: FleetLink, options: QueueWorkerOptions): Promise<QueueWorker> => {
  const { threads, evaluator = {}, lockMs = LOCK_MS, say = () => {} } = options;
  const { packages, redis } = insideOf(link);
  const { bullmq } = packages;
  const terms = await termsOf(evaluator, link.blobsId);
  await refuseOtherTerms(link, terms);
  const doer = createJobDoer(link, terms, options);
  const counts = { busy: 0, done: 0, failed: 0 };
  const name = `${hostname()} ${process.pid}`;
  let isKilled = false;
  const answer = async (entry: Entry): Promise<ResultMessage> => {
    const called = `${entry.name} ${entry.id?.slice(-12)}`;
    counts.busy++;
    try {
      const result = { ...(await doer.work(entry)), worker: name };
      counts.done++;
      say(`${called}: done in ${result.seconds.toFixed(1)} s`);
      return result;
    } catch (error) {
      if (isKilled) return new Promise(() => {}); // nobody must hear of it
      counts.failed++;
      say(`${called}: ${(error as Error).message}`);
      throw new bullmq.UnrecoverableError(JSON.stringify(packError(error)));
    } finally {
      counts.busy--;
    }
  };
  const taker = redis.duplicate();
  taker.on('error', () => {}); // the link tells
  const worker = new bullmq.Worker(queueName(terms), answer, {
    connection: taker,
    prefix: PREFIX,
    name,
    concurrency: threads,
    lockDuration: lockMs,
    stalledInterval: lockMs / 2,
    maxStalledCount: VANISHED_MOST,
  });
  worker.on('error', (error) => tellTrouble(error, say));
  await worker.waitUntilReady();
  const membership = await join(link, 'workers', terms, () => ({ threads, ...counts }));
  const watch = setInterval(() => void tellOtherTerms(link, terms, say).catch(() => {}), BEAT_MS);
  watch.unref();
  const end = async (): Promise<void> => {
    clearInterval(watch);
    await within(CLOSE_MS, membership.leave());
    await doer.close();
    taker.disconnect();
  };
  return {
    counts: () => ({ ...counts }),
    drain: async () => {
      await worker.close();
      await end();
    },
    kill: async () => {
      isKilled = true;
      await within(CLOSE_MS, worker.close(true));
      await end();
    },
  };
};

const trainersOf = async (link: FleetLink, ours: Terms): Promise<{ id: string; host: string; others: string[] }[]> =>
  (await readRoll(link, 'trainers'))
    .filter(({ isSilent }) => !isSilent)
    .map(({ id, host, terms }) => ({ id, host, others: differencesOf(terms, ours) }));

const refuseOtherTerms = async (link: FleetLink, terms: Terms): Promise<void> => {
  const trainers = await trainersOf(link, terms);
  if (trainers.length === 0 || trainers.some(({ others }) => others.length === 0)) return;
  const [{ host, others }] = trainers;
  throw new InvalidInput('worker', terms.program, `the trainer on ${host} cannot use it: ${others.join('; ')}`);
};

const told = new Set<string>();

/** Of each trainer once. */
const tellOtherTerms = async (link: FleetLink, terms: Terms, say: (line: string) => void): Promise<void> => {
  if (insideOf(link).redis.status !== 'ready') return;
  for (const { id, host, others } of await trainersOf(link, terms)) {
    if (others.length === 0 || told.has(id)) continue;
    told.add(id);
    say(`a trainer on ${host} is not served: ${others.join('; ')}`);
  }
};

/** An answer that came too late is no trouble: another worker has the job, or had it. Outages are told by the link. */
const tellTrouble = (error: Error, say: (line: string) => void): void => {
  if (/Missing lock|Missing key|not in the active state/.test(error.message))
    say('an answer came too late and was dropped: another worker has the job');
};
