/**
 * A kind of job that can leave this process: how a job that came from outside is checked, and how its result travels. The
 * worker packs where the users' modules are loaded, so results may hold parts of theirs.
 */

/** A result on its way: bytes that are the same whenever the job is done, and small facts that are not, such as times. */
export type PackedResult = {
  readonly bytes: Uint8Array;
  readonly facts: Readonly<Record<string, unknown>>;
};

/** One kind of job, and who does it. */
export type JobKind<Job, Result> = {
  /** As in `self-play`. */
  readonly name: string;
  /** A module that answers jobs with `serveJobs`. */
  readonly worker: URL;
  /** The job, or a sentence that says what is wrong with it. */
  readonly check: (given: unknown) => Job;
  readonly pack: (result: Result) => PackedResult;
  /** Checks what it is given: it comes from another machine. */
  readonly unpack: (packed: PackedResult) => Result;
};

/** Of any job and result, as a worker sees kinds. */
export type AnyJobKind = Pick<JobKind<unknown, never>, 'name' | 'worker'>;
