/** The samples of jobs: read where their shard exists, played where it does not. */
import { untilAborted } from '../fleet/index.ts';
import type { Experiment } from './experiment/experiment.ts';
import { readShard, saveJob } from './run/job-files.ts';
import { networkFile } from './run/run-files.ts';
import type { RunFolder } from './run/run-folder.ts';
import type { Samples } from './samples.ts';
import type { SelfPlayResult } from './self-play-job.ts';
import { makeJob, type SelfPlayFleet } from './self-play-jobs.ts';

/** A job whose samples are on disk. */
export type GatheredJob = {
  readonly name: string;
  readonly samples: Samples;
  /** `null` if it had been played before. */
  readonly result: SelfPlayResult | null;
};

/** In the order of the names; ends early when the signal fires. `tell` is called for files that cannot be read. */
export async function* gatherSamples(
  run: RunFolder,
  experiment: Experiment,
  names: readonly string[],
  fleet: SelfPlayFleet,
  tell: (damage: string) => void,
  signal?: AbortSignal,
): AsyncGenerator<GatheredJob> {
  const { heads } = experiment;
  const found = names.map((name) => readShard(run, name, heads, tell));
  const missing = names.filter((_, index) => found[index] === null);
  const networkOf = (iteration: number): Promise<string> => fleet.networks.add(networkFile(run.path, iteration - 1));
  const jobs = await Promise.all(missing.map((name) => makeJob(experiment, name, networkOf)));
  const results = untilAborted(fleet.run(jobs), signal);
  for (const [index, name] of names.entries()) {
    const samples = found[index];
    if (samples !== null) {
      yield { name, samples, result: null };
      continue;
    }
    const { value: result, done } = await results.next();
    if (done === true) return;
    saveJob(run, result);
    yield { name, samples: result.samples, result };
  }
}
