/**
 * Games that are played while earlier ones are learnt from. With `selfPlay.ahead` an iteration waits for no network newer than
 * that many before the last, so that many iterations can be under way; workers need not wait for the learner.
 */
import type { Experiment } from './experiment/experiment.ts';
import type { GatheredJob } from './gather-samples.ts';
import { type ReadAhead, readAhead } from './read-ahead.ts';
import { jobsOf, playedBy } from './self-play-jobs.ts';

/** The games of iterations to come. */
export class GamesAhead {
  readonly #experiment: Experiment;
  readonly #gather: (names: readonly string[]) => AsyncGenerator<GatheredJob>;
  readonly #begun = new Map<number, ReadAhead<GatheredJob>>();

  constructor(experiment: Experiment, gather: (names: readonly string[]) => AsyncGenerator<GatheredJob>) {
    this.#experiment = experiment;
    this.#gather = gather;
  }

  /** Begins every iteration whose network is there when `iteration` is about to be learnt. */
  beginDuring(iteration: number): void {
    const { iterations } = this.#experiment.settings;
    for (let next = iteration + 1; next <= iterations && playedBy(this.#experiment, next) < iteration; next++) {
      if (!this.#begun.has(next)) this.#begun.set(next, readAhead(this.#gather(jobsOf(this.#experiment, next))));
    }
  }

  /** The games of an iteration, begun before or now. */
  take(iteration: number): AsyncIterable<GatheredJob> {
    const begun = this.#begun.get(iteration);
    this.#begun.delete(iteration);
    return begun?.items ?? this.#gather(jobsOf(this.#experiment, iteration));
  }

  /** Ends what was begun and not taken. */
  async stop(): Promise<void> {
    await Promise.all(Array.from(this.#begun.values(), (each) => each.stop()));
  }
}
