/**
 * A run on disk. Games and shards are written as they come; `state.json` is written last in every iteration and says
 * which of them count. Killed at any moment, a run goes on from the last `state.json`, and takes over the whole shards of
 * the iteration that was under way, since the same job gives the same shard.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { InvalidInput } from '../env/index.ts';
import { decodeLearner, encodeLearner, encodeNetwork, type LearnerState, type NetworkConfig } from '../models/index.ts';
import { makeTrainConfig, type TrainConfig } from './config.ts';
import { removePartialFiles, writeAtomic } from './files/atomic-file.ts';
import { decodeShard, encodeShard } from './files/shard-file.ts';
import type { Samples } from './samples.ts';
import type { SelfPlayResult } from './self-play.ts';

const FORMAT = 'tzaar-run';
const VERSION = 1;

/** What counts: everything else in the folder can be made again. */
export type RunState = {
  /** Iterations that are finished. */
  readonly iteration: number;
  readonly games: number;
  readonly samples: number;
  /** Names of the shards in the order in which they were accepted. */
  readonly shards: readonly string[];
};

const NEW_STATE: RunState = { iteration: 0, games: 0, samples: 0, shards: [] };

export type RunFolder = { readonly path: string; readonly config: TrainConfig; readonly state: RunState };

/** Makes the folder of a new run. */
export const createRun = (path: string, config: TrainConfig): RunFolder => {
  if (existsSync(join(path, 'config.json')))
    throw new InvalidInput('run', path, `there is one already; go on with --resume ${path}`);
  for (const folder of ['checkpoints', 'shards', 'games']) mkdirSync(join(path, folder), { recursive: true });
  writeAtomic(
    join(path, 'config.json'),
    `${JSON.stringify({ format: FORMAT, version: VERSION, ...config }, null, 2)}\n`,
  );
  return { path, config, state: NEW_STATE };
};

export const openRun = (path: string): RunFolder => {
  const { format, version, ...config } = readJson(join(path, 'config.json'), path);
  if (format !== FORMAT || version !== VERSION)
    throw new InvalidInput('run', path, `expected ${FORMAT} version ${VERSION}`);
  for (const folder of ['.', 'checkpoints', 'shards', 'games']) removePartialFiles(join(path, folder));
  const stateFile = join(path, 'state.json');
  const state = existsSync(stateFile) ? (readJson(stateFile, path) as RunState) : NEW_STATE;
  return { path, config: makeTrainConfig(undefined, config), state };
};

export const modelPath = ({ path }: RunFolder, iteration: number): string =>
  join(path, 'checkpoints', `${number(iteration)}.network`);
const learnerPath = ({ path }: RunFolder, iteration: number): string =>
  join(path, 'checkpoints', `${number(iteration)}.learner`);

/** The learner's whole state, and the averaged weights that play. */
export const saveCheckpoint = async (
  run: RunFolder,
  iteration: number,
  network: NetworkConfig,
  state: LearnerState,
): Promise<void> => {
  writeAtomic(learnerPath(run, iteration), await encodeLearner({ network, state }));
  writeAtomic(modelPath(run, iteration), await encodeNetwork({ config: network, weights: state.average }));
};

export const loadCheckpoint = async (run: RunFolder, iteration: number): Promise<LearnerState> => {
  const path = learnerPath(run, iteration);
  if (!existsSync(path)) throw new InvalidInput('checkpoint', path, 'it is missing');
  return (await decodeLearner(readFileSync(path), path)).state;
};

export const saveState = ({ path }: RunFolder, state: RunState): void =>
  writeAtomic(join(path, 'state.json'), `${JSON.stringify(state)}\n`);

export const shardName = (iteration: number, job: number): string =>
  `${number(iteration)}-${String(job).padStart(4, '0')}`;

/** Writes the games and the shard of a job, the shard last: where it is, the games are. */
export const saveJob = (run: RunFolder, { iteration, job, samples, records }: SelfPlayResult): string => {
  const name = shardName(iteration, job);
  writeAtomic(join(run.path, 'games', `${name}.jsonl`), records.map((record) => `${record}\n`).join(''));
  writeAtomic(join(run.path, 'shards', `${name}.npz`), encodeShard(samples));
  return name;
};

export const loadShard = ({ path }: RunFolder, name: string): Samples => {
  const file = join(path, 'shards', `${name}.npz`);
  if (!existsSync(file)) throw new InvalidInput('shard', file, 'it is missing');
  return decodeShard(readFileSync(file), file);
};

/** Shards of an iteration that was under way, by name. */
export const leftShards = ({ path }: RunFolder, iteration: number): ReadonlySet<string> =>
  new Set(
    readdirSync(join(path, 'shards'))
      .filter((name) => name.startsWith(`${number(iteration)}-`) && name.endsWith('.npz'))
      .map((name) => name.slice(0, -'.npz'.length)),
  );

const number = (iteration: number): string => String(iteration).padStart(6, '0');

const readJson = (file: string, run: string): Record<string, unknown> & RunState => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'it holds no run' : `${file} cannot be read`;
    throw new InvalidInput('run', run, why, { cause: error });
  }
};
