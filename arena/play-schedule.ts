/** Plays a schedule from its texts to its last game: opens and hashes what plays, keeps the games, and reports the standing. */
import { type Fleet, type LockWords, lockRun, makeFolder, type RunLock, untilAborted } from '../fleet/index.ts';
import type { EngineOptions } from '../models/node/index.ts';
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
  /** Where networks are tried before they play; the workers of the fleet were told when it was made. */
  readonly evaluator?: EngineOptions | undefined;
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

/** Two programs that play into one folder would each count the games of both. */
const PLAYING: LockWords = { what: 'folder', doing: 'playing into it' };

/** Yields the standing at the start and after every pair; the last one is the result. */
export async function* playSchedule(
  schedule: Schedule,
  { fleet, evaluator, out, signal }: PlayScheduleOptions,
): AsyncGenerator<PlayedSchedule> {
  const agents = await prepareAgents(schedule.agents, fleet.networks, evaluator);
  const hashes = { networks: networkHashes(agents), modules: moduleHashes() };
  const lock = out === undefined ? null : lockResults(out);
  try {
    const results = out === undefined ? null : openResults(out, schedule, hashes);
    const { networks, modules } = results ?? hashes;
    const names = agents.map(({ name }) => name);
    const ends = [signal, lock?.lost].filter((each) => each !== undefined);
    for await (const standing of untilAborted(runSchedule(schedule, agents, fleet, results), AbortSignal.any(ends)))
      yield { ...standing, names, networks, modules };
    lock?.lost.throwIfAborted();
  } finally {
    lock?.release();
  }
}

const lockResults = (folder: string): RunLock => {
  makeFolder(folder);
  return lockRun(folder, PLAYING);
};
