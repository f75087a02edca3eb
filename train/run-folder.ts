/**
 * A run on disk. Games and shards are written as they come; `state.json` is written last in every iteration and says
 * which of them count. Killed at any moment, a run goes on from the last `state.json`, and takes over the whole shards of
 * the iteration that was under way, since the same job gives the same shard. For the same reason damage is mended: a
 * checkpoint that cannot be read is learnt again from the one before, a shard is played again.
 */

import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { InvalidInput } from '../env/index.ts';
import { removePartialFiles, writeAtomic } from '../fleet/files/atomic-file.ts';
import { makeFolder } from '../fleet/index.ts';
import {
  decodeLearner,
  decodeNetwork,
  encodeLearner,
  encodeNetwork,
  headsOf,
  type LearnerState,
  type NetworkConfig,
  networkPreset,
} from '../models/index.ts';
import { makeTrainConfig, type TrainConfig, type TrainKey } from './config.ts';
import { decodeShard, encodeShard } from './files/shard-file.ts';
import type { Samples } from './samples.ts';
import type { SelfPlayResult } from './self-play-job.ts';

const FORMAT = 'tzaar-run';
const VERSION = 1;
const FOLDERS = ['checkpoints', 'shards', 'games'] as const;

/** What counts: everything else in the folder can be made again. */
export type RunState = {
  /** Iterations that are finished. */
  readonly iteration: number;
  readonly games: number;
  readonly samples: number;
  /** Names of the shards of the window in the order in which they were accepted. */
  readonly shards: readonly string[];
};

export const NEW_STATE: RunState = { iteration: 0, games: 0, samples: 0, shards: [] };

export type RunFolder = { readonly path: string; readonly config: TrainConfig };

/** Makes the folder of a new run. */
export const createRun = (path: string, config: TrainConfig): RunFolder => {
  if (existsSync(join(path, 'config.json')))
    throw new InvalidInput('run', path, `there is one already; go on with --resume ${path}`);
  makeFolders(path);
  return writeConfig(path, config);
};

/** What a run under way may be told anew: none of it changes what games were played or how they were learnt from. */
const CHANGEABLE = [
  'iterations',
  'keepLearners',
  'evaluateEvery',
  'evaluationGames',
  'evaluationSims',
  'bestGames',
] as const satisfies readonly TrainKey[];

/** Changes settings of a run that goes on; the caller holds its lock. */
export const changeRun = (run: RunFolder, changes: Readonly<Record<string, unknown>>): RunFolder => {
  if (Object.keys(changes).length === 0) return run;
  const { path, config } = run;
  const changed = makeTrainConfig(undefined, config, changes);
  const fixed = (Object.keys(changed) as TrainKey[]).filter(
    (key) => changed[key] !== config[key] && !CHANGEABLE.some((each) => each === key),
  );
  if (fixed.length > 0)
    throw new InvalidInput(
      'setting',
      fixed.join(', '),
      `games of this run were made with what it was; only ${CHANGEABLE.join(', ')} can change now, a new run can have any`,
    );
  const [done = 0] = checkpointIterations(run);
  if (changed.iterations < done)
    throw new InvalidInput('iterations', changed.iterations, `${done} are done already, and a run is never cut back`);
  return writeConfig(path, changed);
};

const makeFolders = (path: string): void => {
  for (const folder of FOLDERS) makeFolder(join(path, folder));
};

const writeConfig = (path: string, config: TrainConfig): RunFolder => {
  const text = `${JSON.stringify({ format: FORMAT, version: VERSION, ...config }, null, 2)}\n`;
  writeAtomic(join(path, 'config.json'), text);
  return { path, config };
};

export const openRun = (path: string): RunFolder => {
  const { format, version, ...config } = readJson(join(path, 'config.json'), path);
  if (format !== FORMAT || version !== VERSION)
    throw new InvalidInput('run', path, `expected ${FORMAT} version ${VERSION}`);
  return { path, config: makeTrainConfig(undefined, config) };
};

/** Where a run goes on: from the newest state whose checkpoint can be read. */
export type RunPoint = {
  readonly state: RunState;
  /** `null` before the first checkpoint. */
  readonly learner: LearnerState | null;
  /** What could not be read, in sentences. */
  readonly damage: readonly string[];
};

/** Only for who holds the lock: clears away what a killed run was writing. Nothing that was finished is deleted. */
export const findRunPoint = async (run: RunFolder): Promise<RunPoint> => {
  for (const folder of ['.', ...FOLDERS]) removePartialFiles(join(run.path, folder));
  const point = await findCheckpoint(run);
  makeFolders(run.path); // of which one may have been deleted to make room
  return point;
};

const findCheckpoint = async (run: RunFolder): Promise<RunPoint> => {
  const damage: string[] = [];
  const candidates = [join(run.path, 'state.json'), ...checkpointIterations(run).map((each) => statePath(run, each))];
  for (const file of candidates.filter((each) => existsSync(each))) {
    try {
      const state = readState(file, run.path);
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

/** The last finished iteration as `state.json` has it, for who only looks. */
export const peekState = ({ path }: RunFolder): RunState => {
  const file = join(path, 'state.json');
  return existsSync(file) ? readState(file, path) : NEW_STATE;
};

export const modelPath = ({ path }: RunFolder, iteration: number): string =>
  join(path, 'checkpoints', `${padded(iteration)}.network`);
const learnerPath = ({ path }: RunFolder, iteration: number): string =>
  join(path, 'checkpoints', `${padded(iteration)}.learner`);
const statePath = ({ path }: RunFolder, iteration: number): string =>
  join(path, 'checkpoints', `${padded(iteration)}.state.json`);

/** The averaged weights that play, the learner's whole state, and what counts with it; `state.json` last: now it counts. */
export const saveCheckpoint = async (
  run: RunFolder,
  network: NetworkConfig,
  learner: LearnerState,
  state: RunState,
): Promise<void> => {
  const { iteration } = state;
  const text = `${JSON.stringify(state)}\n`;
  writeAtomic(learnerPath(run, iteration), await encodeLearner({ network, state: learner }));
  writeAtomic(modelPath(run, iteration), await encodeNetwork({ config: network, weights: learner.average }));
  writeAtomic(statePath(run, iteration), text);
  writeAtomic(join(run.path, 'state.json'), text);
  rmSync(learnerPath(run, iteration - run.config.keepLearners), { force: true });
};

const loadCheckpoint = async (run: RunFolder, iteration: number): Promise<LearnerState> => {
  const model = modelPath(run, iteration);
  await decodeNetwork(readCheckpointFile(model), model);
  const path = learnerPath(run, iteration);
  return (await decodeLearner(readCheckpointFile(path), path)).state;
};

const readCheckpointFile = (path: string): Uint8Array => {
  if (!existsSync(path)) throw new InvalidInput('checkpoint', path, 'it is missing');
  return readFileSync(path);
};

/** Iterations that learning could go on from, the newest first. */
const checkpointIterations = ({ path }: RunFolder): number[] => {
  const folder = join(path, 'checkpoints');
  return (existsSync(folder) ? readdirSync(folder) : [])
    .flatMap((name) => /^(\d{6,})\.state\.json$/.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => b - a);
};

export const shardName = (iteration: number, job: number): string =>
  `${padded(iteration)}-${String(job).padStart(4, '0')}`;

/** The iteration and job that a shard is from. */
export const parseShardName = (name: string): readonly [iteration: number, job: number] => {
  const [iteration, job] = name.split('-').map(Number);
  return [iteration, job];
};

/** Writes the games and the shard of a job, the shard last: where it is, the games are. */
export const saveJob = (run: RunFolder, { iteration, job, samples, records }: SelfPlayResult): string => {
  const name = shardName(iteration, job);
  writeAtomic(join(run.path, 'games', `${name}.jsonl`), records.map((record) => `${record}\n`).join(''));
  writeAtomic(shardPath(run, name), encodeShard(samples));
  return name;
};

const shardPath = ({ path }: RunFolder, name: string): string => join(path, 'shards', `${name}.npz`);

/** A shard, or `null` if its job must be played (again); a damaged file is put aside and told of. */
export const readShard = (run: RunFolder, name: string, tell: (damage: string) => void): Samples | null => {
  const file = shardPath(run, name);
  if (!existsSync(file)) return null;
  try {
    return decodeShard(readFileSync(file), file, headsOf(networkPreset(run.config.network)));
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    tell(error.message);
    renameSync(file, `${file}.damaged`);
    return null;
  }
};

const padded = (iteration: number): string => String(iteration).padStart(6, '0');

const readState = (file: string, run: string): RunState => {
  const { iteration, games, samples, shards } = readJson(file, run);
  const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
  const areNames = Array.isArray(shards) && shards.every((name) => /^\d{6,}-\d{4,}$/.test(name));
  if (!isCount(iteration) || !isCount(games) || !isCount(samples) || !areNames)
    throw new InvalidInput('run', run, `${file} is not the state of a run`);
  return { iteration, games, samples, shards };
};

const readJson = (file: string, run: string): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'it holds no run' : `${file} cannot be read`;
    throw new InvalidInput('run', run, why, { cause: error });
  }
  throw new InvalidInput('run', run, `${file} is no JSON object`);
};
