/**
 * Many jobs on many workers, and the promises that a fleet makes, wherever its workers run. `test/fleet/conformance.ts`
 * holds every fleet to them: threads of this process, and workers anywhere over a queue.
 *
 * A job is small and pure: plain data that can be copied to another process, and the same job gives the same result
 * wherever and whenever it runs. So a job whose worker died is simply given to another. A job names networks by the hash
 * of their weights, in `networks`, and never by paths: `Fleet.networks` knows where a hash lies.
 */
import type { NetworkStore } from './network-store.ts';

/** Somewhere that jobs are done. */
export interface Fleet<Job, Result> {
  /**
   * Results in the order of the jobs, whatever order they were finished in. Jobs are drawn as workers become free, and
   * at most `LOOK_AHEAD` jobs for each worker are ahead of the result that the caller waits for. A job that fails, or
   * that has killed `ATTEMPTS` workers, ends the stream with its error: an `InvalidInput` stays one. Once the caller
   * stops listening no further job is drawn. Several runs may be under way at once.
   */
  run(jobs: Iterable<Job>): AsyncGenerator<Result>;
  /** What a job names must have been added here before the job is drawn. */
  readonly networks: NetworkStore;
  /** Ends the workers, busy or not. Runs that are under way, and later ones, fail with an error that says so. */
  close(): Promise<void>;
}

/** How often a job is tried if its worker dies: other reasons than the job are rare, but a run of weeks meets them. */
export const ATTEMPTS = 3;
/** Results that may wait for an earlier, slower job, as a multiple of the workers: no worker idles to keep the order. */
export const LOOK_AHEAD = 4;

/** The networks that a job names, by hash; jobs that need none have no `networks`. */
export const networksOf = (job: object): readonly string[] =>
  'networks' in job && Array.isArray(job.networks) ? job.networks : [];
