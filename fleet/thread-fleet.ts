/** A fleet of worker threads of this process. */
import type { Worker } from 'node:worker_threads';
import type { EngineOptions } from '../models/node/choose-engine.ts';
import { startWorker } from '../models/node/start-worker.ts';
import { ATTEMPTS, type Fleet, LOOK_AHEAD, networksOf } from './fleet.ts';
import type { ModuleRef } from './load-parts.ts';
import { LocalNetworkStore, type NetworkStore } from './network-store.ts';
import { unpackError } from './packed-error.ts';
import { closedError, runInOrder } from './run-in-order.ts';
import { CLOSE, type JobMessage, type ResultMessage, type ThreadData } from './thread-messages.ts';

/** What `ThreadFleet` is told. */
export type ThreadFleetOptions = {
  /** A module that answers jobs with `serveJobs`. */
  readonly worker: URL;
  readonly threads: number;
  /** Users' modules whose parts the workers need, as `loadedModules()` lists them. */
  readonly modules?: readonly ModuleRef[];
  /** Where the workers evaluate networks. */
  readonly evaluator?: EngineOptions;
  /** For jobs that come from other machines: workers check them first, and answer with a `PackedResult`. */
  readonly isRemote?: boolean;
  /** To share with other fleets; otherwise the fleet makes its own. */
  readonly networks?: NetworkStore;
};

/** A fleet of worker threads of this process. */
export class ThreadFleet<Job extends object, Result> implements Fleet<Job, Result> {
  readonly networks: NetworkStore;
  readonly #options: ThreadFleetOptions;
  readonly #idle = new Set<Worker>();
  readonly #workers = new Set<Worker>();
  #nextId = 0;
  #closed = false;

  constructor(options: ThreadFleetOptions) {
    this.#options = options;
    this.networks = options.networks ?? new LocalNetworkStore();
  }

  run(jobs: Iterable<Job>): AsyncGenerator<Result> {
    const { threads } = this.#options;
    return runInOrder(jobs, {
      atOnce: () => threads,
      ahead: () => threads * LOOK_AHEAD,
      runOne: async (job) => ({ result: await this.#runOne(job) }),
      isClosed: () => this.#closed,
    });
  }

  /** Lets every worker end what it has started, such as other programs, and ends the workers that do not. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(Array.from(this.#workers, closeWorker));
  }

  async #runOne(job: Job): Promise<Result> {
    const where = Object.fromEntries(networksOf(job).map((hash) => [hash, this.networks.where(hash)]));
    for (let attempt = 1; ; attempt++) {
      const worker = this.#takeIdle() ?? this.#startWorker();
      const answer = await ask<Job, Result>(worker, { id: this.#nextId++, job, where });
      if (answer instanceof Death) {
        if (this.#closed) throw closedError();
        if (attempt < ATTEMPTS) continue;
        throw new Error(`a worker died ${attempt} times on the same job (${answer.reason}): ${shorten(job)}`, {
          cause: answer.error,
        });
      }
      this.#idle.add(worker);
      if ('error' in answer) throw unpackError(answer.error);
      return answer.result;
    }
  }

  #takeIdle(): Worker | undefined {
    const [worker] = this.#idle;
    if (worker !== undefined) this.#idle.delete(worker);
    return worker;
  }

  #startWorker(): Worker {
    const { worker: entry, modules = [], evaluator = {}, isRemote = false } = this.#options;
    const worker = startWorker(entry, { modules, evaluator, isRemote } satisfies ThreadData);
    this.#workers.add(worker);
    worker.on('error', () => {}); // one that fails between two jobs must not end the process; its exit is handled below
    worker.once('exit', () => {
      this.#workers.delete(worker);
      this.#idle.delete(worker);
    });
    return worker;
  }
}

const JOB_TEXT_LIMIT = 300;

const shorten = (job: unknown): string => {
  const text = JSON.stringify(job);
  return text.length <= JOB_TEXT_LIMIT ? text : `${text.slice(0, JOB_TEXT_LIMIT)}…`;
};

const CLOSE_MS = 3000;

const closeWorker = (worker: Worker): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => void worker.terminate(), CLOSE_MS);
    worker.once('exit', () => {
      clearTimeout(timer);
      resolve();
    });
    worker.postMessage(CLOSE);
  });

/** The end of a worker instead of an answer. */
class Death {
  readonly reason: string;
  readonly error: unknown;
  constructor(reason: string, error?: unknown) {
    this.reason = reason;
    this.error = error;
  }
}

const ask = <Job, Result>(worker: Worker, message: JobMessage<Job>): Promise<ResultMessage<Result> | Death> =>
  new Promise((resolve) => {
    let error: Error | undefined;
    const finish = (answer: ResultMessage<Result> | Death): void => {
      worker.off('message', onMessage);
      worker.off('error', onError);
      worker.off('exit', onExit);
      resolve(answer);
    };
    const onMessage = (answer: ResultMessage<Result>): void => {
      if (answer.id === message.id) finish(answer);
    };
    const onError = (thrown: Error): void => {
      error = thrown; // the exit follows
    };
    const onExit = (code: number): void =>
      finish(new Death(error?.message ?? `it ended with exit code ${code}`, error));
    worker.on('message', onMessage);
    worker.on('error', onError);
    worker.on('exit', onExit);
    worker.postMessage(message);
  });
