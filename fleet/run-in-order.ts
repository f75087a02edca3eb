/**
 * What every fleet does with a list of jobs, wherever they run: draws them as room becomes free, and hands out the results in
 * the order of the jobs. A fleet says how much room there is, which may change, and how one job is done.
 */
import { setMaxListeners } from 'node:events';

/** A job that is done. */
export type Finished<Result> = {
  readonly result: Result;
  /** Called once the caller has come back for more: what the fleet kept of the job is needed no longer. */
  readonly accept?: () => void;
};

/** How a fleet does jobs. */
export type OrderedWork<Job, Result> = {
  /** Jobs that may be under way at once. */
  readonly atOnce: () => number;
  /** Jobs that may be ahead of the result that the caller waits for, finished ones included. */
  readonly ahead: () => number;
  /** The signal comes when nobody waits for the result any more. */
  readonly runOne: (job: Job, abandoned: AbortSignal) => Promise<Finished<Result>>;
  readonly isClosed: () => boolean;
  /** Calls back whenever there may be more room; returns how to end that. */
  readonly onRoom?: (more: () => void) => () => void;
};

export const closedError = (): Error => new Error('the fleet was closed while jobs were under way');

/** The results of the jobs, in their order. */
export async function* runInOrder<Job, Result>(
  jobs: Iterable<Job>,
  { atOnce, ahead, runOne, isClosed, onRoom }: OrderedWork<Job, Result>,
): AsyncGenerator<Result> {
  const source = jobs[Symbol.iterator]();
  const ordered: Promise<Finished<Result>>[] = [];
  const abandoned = new AbortController();
  setMaxListeners(0, abandoned.signal); // each job under way may listen
  let active = 0;
  let isExhausted = false;
  const fill = (): void => {
    while (!isExhausted && !isClosed() && active < atOnce() && ordered.length < ahead()) {
      const { value, done } = source.next();
      if (done === true) {
        isExhausted = true;
        return;
      }
      active++;
      const finished = runOne(value, abandoned.signal);
      const goOn = (): void => {
        active--;
        fill();
      };
      finished.then(goOn, goOn);
      ordered.push(finished);
    }
  };
  const stopListening = onRoom?.(fill);
  let given: Finished<Result> | null = null;
  try {
    for (fill(); ordered.length > 0; fill()) {
      given = await ordered[0];
      ordered.shift();
      yield given.result;
      given.accept?.();
      given = null;
    }
    if (!isExhausted) throw closedError();
  } finally {
    given?.accept?.(); // whoever stops here has it
    isExhausted = true;
    stopListening?.();
    abandoned.abort();
    source.return?.();
  }
}
