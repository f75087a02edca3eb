/**
 * Many jobs on many workers. Jobs are small and pure: the same job gives the same result wherever it runs, so a job whose
 * worker died is simply given to another. All that the arena and the trainer see is `run`.
 */
import { Worker } from 'node:worker_threads';

export interface Fleet<Job, Result> {
  /** Results in the order of the jobs, whatever order they were finished in. Jobs are drawn as workers become free. */
  run(jobs: Iterable<Job>): AsyncGenerator<Result>;
  close(): Promise<void>;
}

export type JobMessage<Job> = { readonly id: number; readonly job: Job };
/** What a worker is told when it is no longer needed. */
export const CLOSE = 'close';
export type ResultMessage<Result> =
  | { readonly id: number; readonly result: Result }
  | { readonly id: number; readonly error: string };

const ATTEMPTS = 3;
/** Results that may wait for an earlier, slower job, as a multiple of the workers: nobody idles for the sake of order. */
const LOOK_AHEAD = 4;

/** Worker threads of this process; `entry` is a module that answers with `serveJobs`. */
export class ThreadFleet<Job, Result> implements Fleet<Job, Result> {
  readonly #entry: URL;
  readonly #idle: Worker[] = [];
  readonly #workers = new Set<Worker>();
  readonly #threads: number;
  #nextId = 0;
  #closed = false;

  constructor(entry: URL, threads: number) {
    this.#entry = entry;
    this.#threads = threads;
  }

  async *run(jobs: Iterable<Job>): AsyncGenerator<Result> {
    const source = jobs[Symbol.iterator]();
    const ordered: Promise<Result>[] = [];
    let active = 0;
    let isExhausted = false;
    const fill = (): void => {
      while (!isExhausted && !this.#closed && active < this.#threads && ordered.length < this.#threads * LOOK_AHEAD) {
        const { value, done } = source.next();
        if (done === true) {
          isExhausted = true;
          return;
        }
        active++;
        const result = this.#runOne(value);
        const goOn = (): void => {
          active--;
          fill();
        };
        result.then(goOn, goOn);
        ordered.push(result);
      }
    };
    try {
      for (fill(); ordered.length > 0; fill()) {
        const result = await ordered[0];
        ordered.shift();
        yield result;
      }
    } finally {
      isExhausted = true;
      source.return?.();
    }
  }

  /** Lets every worker end what it has started (other programs among it), and ends those that do not. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(Array.from(this.#workers, closeWorker));
  }

  async #runOne(job: Job): Promise<Result> {
    for (let attempt = 1; ; attempt++) {
      const worker = this.#idle.pop() ?? this.#startWorker();
      const id = this.#nextId++;
      const answer = await ask<Job, Result>(worker, { id, job });
      if (answer === 'died') {
        this.#workers.delete(worker);
        if (this.#closed) throw new Error('the fleet was closed while the job was under way');
        if (attempt < ATTEMPTS) continue;
        throw new Error(`a worker died ${attempt} times on the same job: ${JSON.stringify(job)}`);
      }
      this.#idle.push(worker);
      if ('error' in answer) throw new Error(answer.error);
      return answer.result;
    }
  }

  #startWorker(): Worker {
    // Node 20 cannot start a TypeScript module as a thread; a small script registers tsx and imports it.
    const isSource = this.#entry.pathname.endsWith('.ts');
    const file = isSource ? new URL('./boot-worker.mjs', import.meta.url) : this.#entry;
    const worker = new Worker(file, { workerData: { entry: this.#entry.href } });
    this.#workers.add(worker);
    return worker;
  }
}

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

const ask = <Job, Result>(worker: Worker, message: JobMessage<Job>): Promise<ResultMessage<Result> | 'died'> =>
  new Promise((resolve) => {
    const finish = (answer: ResultMessage<Result> | 'died'): void => {
      worker.off('message', onMessage);
      worker.off('error', onDeath);
      worker.off('exit', onDeath);
      resolve(answer);
    };
    const onMessage = (answer: ResultMessage<Result>): void => {
      if (answer.id === message.id) finish(answer);
    };
    const onDeath = (): void => finish('died');
    worker.on('message', onMessage);
    worker.on('error', onDeath);
    worker.on('exit', onDeath);
    worker.postMessage(message);
  });
