/**
 * Where a run stands. Games and shards are written as they come; `state.json` is written last in every iteration and says which
 * of them count. Killed at any moment, a run goes on from the last `state.json` and takes over the whole shards of the
 * iteration that was under way, since the same job gives the same shard. For the same reason damage is mended: a
 * checkpoint that cannot be read is learnt again from the one before, a shard is played again.
 */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { InvalidInput } from '../../env/index.ts';
import { describeFailure, removePartialFiles, writeAtomic } from '../../fleet/index.ts';
import {
  decodeLearner,
  decodeNetwork,
  encodeLearner,
  encodeNetwork,
  type LearnerState,
  type NetworkConfig,
} from '../../models/index.ts';
import { formatSealed, readRunJson, type SealOption } from './read-json.ts';
import {
  checkpointsFolder,
  isJobName,
  iterationOfLearner,
  iterationOfState,
  learnerFile,
  networkFile,
  savedStateFile,
  stateFile,
  WRITTEN_FOLDERS,
} from './run-files.ts';
import { makeRunFolders, type RunFolder } from './run-folder.ts';

/** What counts: everything else in the folder can be made again. */
export type RunState = {
  /** Iterations that are finished. */
  readonly iteration: number;
  readonly games: number;
  readonly samples: number;
  /** Names of the jobs whose shards are in the window, in the order in which they were accepted. */
  readonly shards: readonly string[];
};

/** The state of a run before its first iteration. */
export const NEW_STATE: RunState = { iteration: 0, games: 0, samples: 0, shards: [] };

/** Where a run goes on: from the newest state whose checkpoint can be read. */
export type RunPoint = {
  readonly state: RunState;
  /** `null` before the first checkpoint. */
  readonly learner: LearnerState | null;
  /** What could not be read, in sentences. */
  readonly damage: readonly string[];
};

/** Finds it, clearing away what a killed run was writing; the caller holds the lock. Nothing finished is deleted. */
export const findRunPoint = async (run: RunFolder, keep?: number): Promise<RunPoint> => {
  for (const folder of WRITTEN_FOLDERS) removePartialFiles(join(run.path, folder));
  const point = await findCheckpoint(run);
  makeRunFolders(run.path); // one may have been deleted to make room
  if (keep !== undefined) removeOldLearners(run.path, point.state.iteration, keep);
  return point;
};

const findCheckpoint = async (run: RunFolder): Promise<RunPoint> => {
  const damage: string[] = [];
  const saved = checkpointIterations(run).map((iteration) => savedStateFile(run.path, iteration));
  for (const file of [stateFile(run.path), ...saved].filter((each) => existsSync(each))) {
    try {
      const state = readState(file, run.path, { sealed: 'always' });
      return { state, learner: await loadCheckpoint(run, state.iteration), damage };
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error;
      if (!damage.includes(error.message)) damage.push(error.message); // `state.json` names the newest checkpoint too
    }
  }
  if (damage.length > 0)
    throw new InvalidInput('run', run.path, `no checkpoint of it can be read: ${damage.join('; ')}`);
  return { state: NEW_STATE, learner: null, damage };
};

/** The last finished iteration according to `state.json`, for readers that do not train. */
export const peekState = ({ path }: RunFolder): RunState =>
  existsSync(stateFile(path)) ? readState(stateFile(path), path, OF_ANY_AGE) : NEW_STATE;

/** What counted when an iteration was saved, or null where that is no longer known. */
export const peekSavedState = ({ path }: RunFolder, iteration: number): RunState | null => {
  const file = savedStateFile(path, iteration);
  return existsSync(file) ? readState(file, path, OF_ANY_AGE) : null;
};

/** The averaged weights that play, the learner's whole state, and what counts with it; `state.json` last: now it counts. */
export const saveCheckpoint = async (
  { path }: RunFolder,
  network: NetworkConfig,
  learner: LearnerState,
  state: RunState,
  keep: number,
): Promise<void> => {
  const { iteration } = state;
  const text = formatSealed(state);
  writeAtomic(learnerFile(path, iteration), await encodeLearner({ network, state: learner }));
  writeAtomic(networkFile(path, iteration), await encodeNetwork({ config: network, weights: learner.average }));
  writeAtomic(savedStateFile(path, iteration), text);
  writeAtomic(stateFile(path), text);
  removeOldLearners(path, iteration, keep);
};

/** All but the newest, since a run that was killed, or that kept more before, has left others. */
const removeOldLearners = (path: string, iteration: number, keep: number): void => {
  for (const name of namesIn(checkpointsFolder(path))) {
    const found = iterationOfLearner(name);
    if (found !== null && found <= iteration - keep) rmSync(join(checkpointsFolder(path), name), { force: true });
  }
};

/** What learning goes on from after an iteration. */
export const loadCheckpoint = async ({ path }: RunFolder, iteration: number): Promise<LearnerState> => {
  const network = networkFile(path, iteration);
  await decodeNetwork(readCheckpointFile(network), network);
  const learner = learnerFile(path, iteration);
  return (await decodeLearner(readCheckpointFile(learner), learner)).state;
};

const readCheckpointFile = (path: string): Uint8Array => {
  if (!existsSync(path)) throw new InvalidInput('checkpoint', path, 'it is missing');
  try {
    return readFileSync(path);
  } catch (error) {
    const why = `it cannot be read: ${describeFailure(error as NodeJS.ErrnoException)}`;
    throw new InvalidInput('checkpoint', path, why, { cause: error });
  }
};

/** Iterations that learning could go on from, the newest first. */
export const checkpointIterations = ({ path }: RunFolder): number[] =>
  namesIn(checkpointsFolder(path))
    .flatMap((name) => iterationOfState(name) ?? [])
    .sort((a, b) => b - a);

const namesIn = (folder: string): string[] => {
  try {
    return existsSync(folder) ? readdirSync(folder) : [];
  } catch (error) {
    const why = `it cannot be read: ${describeFailure(error as NodeJS.ErrnoException)}`;
    throw new InvalidInput('folder', folder, why, { cause: error });
  }
};

const OF_ANY_AGE: SealOption = { sealed: 'if it has one' };

const readState = (file: string, run: string, seal: SealOption): RunState => {
  const { iteration, games, samples, shards } = readRunJson(file, run, seal) ?? {};
  const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
  const areNames = Array.isArray(shards) && shards.every(isJobName);
  if (!isCount(iteration) || !isCount(games) || !isCount(samples) || !areNames)
    throw new InvalidInput('run', run, `${file} is not the state of a run`);
  return { iteration, games, samples, shards };
};
