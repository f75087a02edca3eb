/** Plays a schedule from its texts to its last game: opens and hashes what plays, keeps the games, and reports the standing. */
import { type Fleet, untilAborted } from '../fleet/index.ts';
import { type ModuleHashes, moduleHashes } from './module-hashes.ts';
import { type NetworkHashes, networkHashes } from './network-hashes.ts';
import type { PairResult } from './play-pair.ts';
import { prepareAgents } from './prepare-agents.ts';
import { openResults } from './results-folder.ts';
import { runSchedule, type Standing } from './run-schedule.ts';
import type { PairJob, Schedule } from './schedule.ts';

/** What `playSchedule` is given besides the schedule. */
export type PlayScheduleOptions = {
  /** Plays the pairs and stays open. Its workers know the users' modules that the agents come from. */
  readonly fleet: Fleet<PairJob, PairResult>;
  /** Keeps the games in this folder, or goes on with those that are there. */
  readonly out?: string | undefined;
  /** Ends the playing at once, with the standing so far. */
  readonly signal?: AbortSignal | undefined;
};

/** The standing, and what has played: true of all games, those of an earlier run too. */
export type PlayedSchedule = Standing & {
  /** What records call the agents of the schedule. */
  readonly names: readonly string[];
  readonly networks: NetworkHashes;
  readonly modules: ModuleHashes;
};

/** Yields the standing at the start and after every pair; the last one is the result. */
export async function* playSchedule(
  schedule: Schedule,
  { fleet, out, signal }: PlayScheduleOptions,
): AsyncGenerator<PlayedSchedule> {
  const agents = await prepareAgents(schedule.agents, fleet.networks);
  const hashes = { networks: networkHashes(agents), modules: moduleHashes() };
  const results = out === undefined ? null : openResults(out, schedule, hashes);
  const { networks, modules } = results ?? hashes;
  const names = agents.map(({ name }) => name);
  for await (const standing of untilAborted(runSchedule(schedule, agents, fleet, results), signal))
    yield { ...standing, names, networks, modules };
}
