/**
 * One network on several threads: each takes a part of a batch's rows, so that one search uses several cores. Rows go through
 * shared memory and only their number is sent. `npm run bench -- threads` measures what it brings.
 */
import type { Worker } from 'node:worker_threads';
import { ACTION_COUNT, OBSERVATION_SIZE } from '../../env/index.ts';
import { type EvaluationBatch, type Evaluator, shareBatch } from '../evaluator.ts';
import type { NetworkWeights } from '../network/parameters.ts';
import type { EngineOptions } from './choose-engine.ts';
import { startWorker } from './start-worker.ts';

/** What the thread of a `ThreadedEvaluator` is started with. */
export type RowsThreadData = {
  readonly network: NetworkWeights;
  readonly engine: EngineOptions;
  readonly shared: EvaluationBatch;
  readonly signals: Int32Array; // [1] shared
};

/** The place of the signals that says how many rows a thread shall fill, and what it says when it has. */
export const ROWS = 0;
export const IDLE = 0;
const STARTING = -1;

/** Rows that a thread takes at once; larger parts go in several turns. */
const ROWS_PER_TURN = 32;

/** Fewer rows are not worth waking a thread. */
const LEAST_ROWS = 2;

/**
 * How long a thread looks for its next rows before it sleeps: waking takes as long as several rows, and between two rounds of a search
 * there is less than this.
 */
const AWAKE_MS = 2;

/** Waits without sleeping until the number of rows is another one, for a little while. */
export const stayAwake = (signals: Int32Array, rows: number): void => {
  const end = performance.now() + AWAKE_MS;
  while (Atomics.load(signals, ROWS) === rows && performance.now() < end);
};

/** How long a wait keeps other events out, such as the end of a thread. */
const PATIENCE_MS = 10;

type Helper = {
  readonly worker: Worker;
  readonly shared: EvaluationBatch;
  readonly signals: Int32Array;
  /** Why it has ended. */
  failure?: unknown;
};

/** Evaluates on the thread of the caller and on others. Made by `createEvaluator`. */
export class ThreadedEvaluator implements Evaluator {
  readonly name: string;
  readonly #own: Evaluator;
  readonly #helpers: readonly Helper[];
  #before: Promise<unknown> = Promise.resolve();

  private constructor(own: Evaluator, helpers: readonly Helper[]) {
    this.name = `${own.name}, ${helpers.length + 1} threads`;
    this.#own = own;
    this.#helpers = helpers;
  }

  /** Opens the network on `threads` − 1 more threads; `own` is closed with it. */
  static async open(
    own: Evaluator,
    network: NetworkWeights,
    engine: EngineOptions,
    threads: number,
  ): Promise<ThreadedEvaluator> {
    const helpers = Array.from({ length: threads - 1 }, () => startHelper(network, engine));
    const evaluator = new ThreadedEvaluator(own, helpers);
    try {
      for (const helper of helpers) await untilIdle(helper);
    } catch (error) {
      await evaluator.close();
      throw error;
    }
    return evaluator;
  }

  /** One call after another, since the threads have one shared batch each. */
  evaluate(batch: EvaluationBatch, count: number): Promise<void> {
    const done = this.#before.then(() => this.#evaluateNow(batch, count));
    this.#before = done.catch(() => {}); // whoever called hears of it
    return done;
  }

  async #evaluateNow(batch: EvaluationBatch, count: number): Promise<void> {
    const share = Math.min(ROWS_PER_TURN, Math.max(LEAST_ROWS, Math.ceil(count / (this.#helpers.length + 1))));
    for (let first = 0; first < count; ) {
      const busy: { readonly helper: Helper; readonly first: number }[] = [];
      for (const helper of this.#helpers) {
        if (count - first <= share) break; // the last part is the caller's
        await untilIdle(helper); // it is, unless the call before failed
        handOver(helper, batch, first, share);
        busy.push({ helper, first });
        first += share;
      }
      const rest = Math.min(share, count - first);
      await this.#own.evaluate(rowsOf(batch, first, rest), rest);
      first += rest;
      for (const part of busy) await takeBack(part.helper, batch, part.first, share);
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#own.close(), ...this.#helpers.map(({ worker }) => worker.terminate())]);
  }
}

const startHelper = (network: NetworkWeights, engine: EngineOptions): Helper => {
  const shared = shareBatch(ROWS_PER_TURN);
  const signals = new Int32Array(new SharedArrayBuffer(4)).fill(STARTING);
  const data: RowsThreadData = { network, engine, shared, signals };
  // As this module is: a source that runs through tsx, or built.
  const entry = new URL(import.meta.url.endsWith('.ts') ? './rows-thread.ts' : './rows-thread.js', import.meta.url);
  const worker = startWorker(entry, data);
  worker.unref(); // one that was not closed does not keep a program alive
  const helper: Helper = { worker, shared, signals };
  worker.once('error', (error) => {
    helper.failure = error;
  });
  worker.once('exit', () => {
    helper.failure ??= new Error('a thread that evaluates has ended');
  });
  return helper;
};

const handOver = ({ shared, signals }: Helper, batch: EvaluationBatch, first: number, count: number): void => {
  const { observations, masks } = rowsOf(batch, first, count);
  shared.observations.set(observations);
  shared.masks.set(masks);
  Atomics.store(signals, ROWS, count);
  Atomics.notify(signals, ROWS);
};

const takeBack = async (helper: Helper, batch: EvaluationBatch, first: number, count: number): Promise<void> => {
  await untilIdle(helper);
  const { priors, values } = rowsOf(batch, first, count);
  priors.set(helper.shared.priors.subarray(0, priors.length));
  values.set(helper.shared.values.subarray(0, values.length));
};

/** Waits until a thread has done its rows. It is mostly done already, since the caller had as many. */
const untilIdle = async (helper: Helper): Promise<void> => {
  for (let state = read(helper); state !== IDLE; state = read(helper)) {
    if (helper.failure !== undefined) throw helper.failure;
    stayAwake(helper.signals, state);
    if (Atomics.wait(helper.signals, ROWS, state, PATIENCE_MS) === 'timed-out') await new Promise(setImmediate);
  }
};

const read = ({ signals }: Helper): number => Atomics.load(signals, ROWS);

/** Rows of a batch as a batch of their own, in the same memory. */
const rowsOf = (
  { observations, masks, keys, priors, values }: EvaluationBatch,
  first: number,
  count: number,
): EvaluationBatch => ({
  capacity: count,
  observations: observations.subarray(first * OBSERVATION_SIZE, (first + count) * OBSERVATION_SIZE),
  masks: masks.subarray(first * ACTION_COUNT, (first + count) * ACTION_COUNT),
  keys: keys.subarray(first * 2, (first + count) * 2),
  priors: priors.subarray(first * ACTION_COUNT, (first + count) * ACTION_COUNT),
  values: values.subarray(first, first + count),
});
