/** The worker's side of a thread fleet: answers one job after another, until it is asked to close. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Evaluator } from '../models/evaluator.ts';
import type { JobKind, PackedResult } from './job-kind.ts';
import { loadParts } from './load-parts.ts';
import { createNetworkCache, type NetworkCache, type OpenOptions } from './network-cache.ts';
import { packError } from './packed-error.ts';
import { CLOSE, type JobMessage, type ResultMessage, type ThreadData } from './thread-messages.ts';

/** What a worker gets with each job. */
export type JobContext = {
  /** Opens a network that the job names. The caller closes it; the worker still keeps it for the next job. */
  openNetwork(hash: string, options?: OpenOptions): Promise<Evaluator>;
};

/** What a worker does: jobs, one after another. */
export type JobServer<Job, Result> = {
  work(job: Job, context: JobContext): Promise<Result>;
  close(): Promise<void>;
};

/** Networks that stay open between jobs: those of a match, or the newest of a run and the one before. */
const NETWORKS_KEPT = 2;

/** Makes this worker thread answer a `ThreadFleet`. Jobs from other machines are checked, and answered packed, by their kind. */
export const serveJobs = <Job, Result>(
  server: JobServer<Job, Result>,
  kind?: Pick<JobKind<Job, Result>, 'check' | 'pack'>,
): void => {
  const { modules = [], evaluator = {}, isRemote = false } = (workerData ?? {}) as Partial<ThreadData>;
  const answer = isRemote ? answerRemote(server, kind) : server.work;
  const cache = createNetworkCache(NETWORKS_KEPT, evaluator);
  const ready = loadModules(modules);
  ready.catch(() => {}); // the first job reports it
  parentPort?.on('message', async (message: JobMessage<Job> | typeof CLOSE) => {
    if (message === CLOSE) {
      await server.close();
      await cache.close();
      parentPort?.close();
      return;
    }
    const { id, job, where } = message;
    try {
      await ready;
      const result = await answer(job, contextOf(cache, where));
      parentPort?.postMessage({ id, result } satisfies ResultMessage<Result | PackedResult>);
    } catch (error) {
      parentPort?.postMessage({ id, error: packError(error) } satisfies ResultMessage<Result>);
    }
  });
};

const answerRemote =
  <Job, Result>(
    server: JobServer<Job, Result>,
    kind: Pick<JobKind<Job, Result>, 'check' | 'pack'> | undefined,
  ): ((job: Job, context: JobContext) => Promise<PackedResult>) =>
  async (job, context) => {
    if (kind === undefined) throw new Error('this worker does no jobs of other machines');
    return kind.pack(await server.work(kind.check(job), context));
  };

const loadModules = async (modules: ThreadData['modules']): Promise<void> => {
  for (const { path, hash } of modules) await loadParts(path, hash);
};

const contextOf = (cache: NetworkCache, where: Readonly<Record<string, string>>): JobContext => ({
  openNetwork: async (hash, options) => {
    if (!Object.hasOwn(where, hash)) throw new Error(`the job does not name network ${hash}`);
    return cache.open(hash, where[hash], options);
  },
});
