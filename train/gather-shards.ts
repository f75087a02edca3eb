/** The samples of jobs: read where their shard is there, played where it is not. */
import { type Fleet, ThreadFleet, untilAborted } from '../fleet/index.ts';
import { networkPreset } from '../models/index.ts';
import { modelPath, parseShardName, type RunFolder, readShard, saveJob, shardName } from './run-folder.ts';
import type { Samples } from './samples.ts';
import type { SelfPlayJob, SelfPlayResult } from './self-play-job.ts';
import { simsOf } from './sims-schedule.ts';

export type GatheredShard = {
  readonly name: string;
  readonly samples: Samples;
  /** `null` if it was there already. */
  readonly result: SelfPlayResult | null;
};

export type SelfPlayFleet = Fleet<SelfPlayJob, SelfPlayResult>;

/** Compiled code starts compiled workers. */
const WORKER = new URL(
  import.meta.url.endsWith('.ts') ? './self-play-worker.ts' : './self-play-worker.js',
  import.meta.url,
);

export const selfPlayFleet = (threads: number): SelfPlayFleet =>
  new ThreadFleet<SelfPlayJob, SelfPlayResult>({ worker: WORKER, threads });

/** Names of the shards that an iteration consists of. */
export const shardsOf = ({ config }: RunFolder, iteration: number): string[] =>
  Array.from({ length: Math.ceil(config.gamesPerIteration / config.gamesPerJob) }, (_, job) =>
    shardName(iteration, job),
  );

/** In the order of the names; ends early when the signal comes. `tell` hears of files that cannot be read. */
export async function* gatherShards(
  run: RunFolder,
  names: readonly string[],
  fleet: SelfPlayFleet,
  tell: (damage: string) => void,
  signal?: AbortSignal,
): AsyncGenerator<GatheredShard> {
  const found = names.map((name) => readShard(run, name, tell));
  const missing = names.filter((_, index) => found[index] === null);
  const results = untilAborted(fleet.run(missing.map((name) => jobOf(run, name))), signal);
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

/** The job behind a shard: all that it depends on is the run's settings and the network of the iteration before. */
const jobOf = (run: RunFolder, name: string): SelfPlayJob => {
  const { seed, gamesPerIteration, gamesPerJob, fullShare, fastSims, samplePlies, fixedShare, tournamentShare } =
    run.config;
  const [iteration, job] = parseShardName(name);
  const games = Math.min(gamesPerJob, gamesPerIteration - job * gamesPerJob);
  const { auxiliaryHeads } = networkPreset(run.config.network);
  const targets = { value: { type: 'mixed', searchShare: run.config.valueMix } };
  const common = { iteration, job, seed, games, samplePlies, fixedShare, tournamentShare, auxiliaryHeads, targets };
  if (iteration <= run.config.teacherIterations)
    return { ...common, player: 'teacher', nodes: run.config.teacherNodes };
  const sims = simsOf(run.config, iteration);
  return { ...common, player: 'network', sims, fullShare, fastSims, model: modelPath(run, iteration - 1) };
};
