/** The samples of jobs: read where their shard exists, played where it does not. */
import { existsSync } from 'node:fs';
import { InvalidInput } from '../env/index.ts';
import { untilAborted } from '../fleet/index.ts';
import type { Experiment } from './experiment/experiment.ts';
import type { WantedOrigin } from './files/shard-file.ts';
import { readShard, saveJob } from './run/job-files.ts';
import { networkFile, parseJobName } from './run/run-files.ts';
import type { RunFolder } from './run/run-folder.ts';
import { originOf } from './run/shard-origin.ts';
import type { Samples } from './samples.ts';
import type { SelfPlayJob, SelfPlayResult } from './self-play-job.ts';
import { makeJob, playedBy, type SelfPlayFleet } from './self-play-jobs.ts';

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
  const known = await knownNetworks(run, names, fleet, experiment, tell);
  const jobs: readonly KnownJob[] = await Promise.all(names.map((name) => knownJob(experiment, name, known)));
  const found = jobs.map(({ wanted }) => readShard(run, wanted, experiment.heads, tell));
  const missing = jobs.filter((_, index) => found[index] === null);
  for (const { lost } of missing) if (lost !== null) throw lost; // nobody is left to play it
  const results = untilAborted(fleet.run(missing.map(({ job }) => job)), signal);
  for (const [index, name] of names.entries()) {
    const samples = found[index];
    if (samples !== null) {
      yield { name, samples, result: null };
      continue;
    }
    const { value: result, done } = await results.next();
    if (done === true) return;
    saveJob(run, result, originOf(experiment, jobs[index].job));
    yield { name, samples: result.samples, result };
  }
}

/** Hashes of the networks that played, by iteration; an error where one cannot be read any more. */
type KnownNetworks = ReadonlyMap<number, string | InvalidInput>;

const knownNetworks = async (
  run: RunFolder,
  names: readonly string[],
  fleet: SelfPlayFleet,
  experiment: Experiment,
  tell: (damage: string) => void,
): Promise<KnownNetworks> => {
  const known = new Map<number, string | InvalidInput>();
  for (const iteration of new Set(names.map((name) => parseJobName(name)[0]))) {
    if (iteration <= experiment.settings.selfPlay.teacher.iterations) continue; // no network plays there
    const file = networkFile(run.path, playedBy(experiment, iteration));
    try {
      known.set(iteration, await fleet.networks.add(file));
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error;
      if (existsSync(file)) tell(error.message); // one that was deleted to make room is no damage
      known.set(iteration, error);
    }
  }
  return known;
};

type KnownJob = {
  readonly job: SelfPlayJob;
  readonly wanted: WantedOrigin;
  /** Why it cannot be played again, if it cannot. */
  readonly lost: InvalidInput | null;
};

/** Shards of networks that are gone are still good: they are only not compared with them. */
const knownJob = async (experiment: Experiment, name: string, known: KnownNetworks): Promise<KnownJob> => {
  let lost: InvalidInput | null = null;
  const job = await makeJob(experiment, name, async (iteration) => {
    const network = known.get(iteration);
    if (network instanceof InvalidInput) lost = network;
    return typeof network === 'string' ? network : '';
  });
  const { network, ...rest } = originOf(experiment, job);
  return { job, wanted: lost === null ? { ...rest, network } : rest, lost };
};
