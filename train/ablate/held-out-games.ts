/**
 * Games that no arm learnt from: every last network plays its share of them against itself, in turn, all with the search of the
 * base. A job is one game, so that a shard is a game too and intervals can count games. They are the games of an iteration 0,
 * which no training has, so none of them begins as a game that somebody has seen.
 */
import { makeFolder, untilAborted } from '../../fleet/index.ts';
import { HEADS } from '../../models/index.ts';
import type { Experiment } from '../experiment/experiment.ts';
import { readShard, saveJob } from '../run/job-files.ts';
import { makeRunFolders, type RunFolder } from '../run/run-folder.ts';
import { originOf } from '../run/shard-origin.ts';
import type { Samples } from '../samples.ts';
import type { NetworkPlayer, SelfPlayJob } from '../self-play-job.ts';
import type { SelfPlayFleet } from '../self-play-jobs.ts';
import { heldOutFolder } from './ablation-files.ts';
import type { AblationPlan } from './plan.ts';
import type { TrainedRun } from './trained-run.ts';

/** How far the held-out games are. */
export type HeldOutProgress = { readonly type: 'holding out'; readonly games: number; readonly gamesPlanned: number };

/** The same for all plans: what differs between held-out sets is who plays. */
const SEED = 1;
const HEAD_NAMES = ['policy', 'value'];

/** Plays what has not been played and returns the samples of every game; null if it was stopped. */
export async function* holdOut(
  out: string,
  { match, heldOut }: AblationPlan,
  runs: readonly TrainedRun[],
  base: Experiment,
  fleet: SelfPlayFleet,
  signal: AbortSignal,
): AsyncGenerator<HeldOutProgress, Samples[] | null> {
  const hashes: string[] = [];
  for (const { network } of runs) hashes.push(await fleet.networks.add(network));
  const games = Array.from({ length: heldOut.games }, (_, game) => {
    const place = game % runs.length;
    const job = heldOutJob(base, hashes[place], match.sims, game);
    return { job, folder: { path: heldOutFolder(out, runs[place]) }, origin: originOf(base, job) };
  });
  for (const { folder } of games) prepare(folder);
  const heads = HEAD_NAMES.map((name) => HEADS.get(name));
  const found = games.map(({ folder, origin }) => readShard(folder, origin, heads, () => {}));
  const missing = games.filter((_, game) => found[game] === null);
  const samples: Samples[] = [];
  const results = untilAborted(fleet.run(missing.map(({ job }) => job)), signal);
  for (const [game, { folder, origin }] of games.entries()) {
    const before = found[game];
    if (before !== null) samples.push(before);
    else {
      const { value: result, done } = await results.next();
      if (done === true) return null;
      saveJob(folder, result, origin);
      samples.push(result.samples);
    }
    yield { type: 'holding out', games: samples.length, gamesPlanned: games.length };
  }
  return samples;
}

const prepare = ({ path }: RunFolder): void => {
  makeFolder(path);
  makeRunFolders(path);
};

const heldOutJob = ({ settings }: Experiment, network: string, simulations: number, game: number): SelfPlayJob => {
  const { search, setups, samplePlies } = settings.selfPlay;
  const { simulations: _most, startShare: _start, growIterations: _over, ...options } = search;
  const player: NetworkPlayer = {
    type: 'network',
    network,
    search: options,
    simulations,
    fullShare: 1,
    fastSimulations: simulations,
  };
  const lessons = { heads: HEAD_NAMES, targets: {} };
  return { iteration: 0, job: game, seed: SEED, games: 1, setups, samplePlies, player, lessons, networks: [network] };
};
