/** Every file of a run's folder by its name: no other module knows what they are called or where they lie. */
import { join } from 'node:path';

/** The format of `config.json`. */
export const RUN_FORMAT = 'tzaar-run';
export const RUN_VERSION = 3;

/** The file of a run that holds its settings and provenance. */
export const CONFIG_FILE = 'config.json';
/** The file of a run that says how far it is. */
export const STATE_FILE = 'state.json';
/** The file of a run that names its best network. */
export const BEST_FILE = 'best.json';
/** The file of a run that tells its course, a line of JSON for each event. */
export const METRICS_FILE = 'metrics.jsonl';

const CHECKPOINTS = 'checkpoints';
const SHARDS = 'shards';
/** The folder of a run that holds the games. */
export const GAMES_FOLDER = 'games';
const EVALUATIONS = 'evaluations';

/** Folders that training writes to. */
export const RUN_FOLDERS: readonly string[] = [CHECKPOINTS, SHARDS, GAMES_FOLDER];

/** Folders where a run that was killed may have left half a file. */
export const WRITTEN_FOLDERS: readonly string[] = ['.', ...RUN_FOLDERS, EVALUATIONS];

/** Where a run's settings are. */
export const configFile = (run: string): string => join(run, CONFIG_FILE);
export const stateFile = (run: string): string => join(run, STATE_FILE);
export const bestFile = (run: string): string => join(run, BEST_FILE);
export const metricsFile = (run: string): string => join(run, METRICS_FILE);
/** Where a run's report is. */
export const reportPage = (run: string): string => join(run, 'report.html');
/** Where the page of a run's last evaluation is. */
export const evaluationPage = (run: string): string => join(run, 'evaluation.html');
/** Where a run's released model is. */
export const releasedFolder = (run: string): string => join(run, 'released');
/** Where a run's samples are. */
export const shardsFolder = (run: string): string => join(run, SHARDS);
export const checkpointsFolder = (run: string): string => join(run, CHECKPOINTS);
export const evaluationsFolder = (run: string): string => join(run, EVALUATIONS);

const padded = (iteration: number): string => String(iteration).padStart(6, '0');

/** The averaged weights that play. */
export const networkFile = (run: string, iteration: number): string =>
  join(run, CHECKPOINTS, `${padded(iteration)}.network`);
/** All that learning goes on from. */
export const learnerFile = (run: string, iteration: number): string =>
  join(run, CHECKPOINTS, `${padded(iteration)}.learner`);
/** `state.json` as it was then. */
export const savedStateFile = (run: string, iteration: number): string =>
  join(run, CHECKPOINTS, `${padded(iteration)}.state.json`);

const iterationIn = (name: string, pattern: RegExp): number | null => {
  const [, digits] = pattern.exec(name) ?? [];
  return digits === undefined ? null : Number(digits);
};

/** The iteration of a `.state.json`, or null for a file of another name. */
export const iterationOfState = (name: string): number | null => iterationIn(name, /^(\d{6,})\.state\.json$/);
/** The same of a `.learner`. */
export const iterationOfLearner = (name: string): number | null => iterationIn(name, /^(\d{6,})\.learner$/);

/** The run and the iteration of a path that `networkFile` made, or null for any other. */
export const runOfNetwork = (file: string): { readonly run: string; readonly iteration: number } | null => {
  const [, run, digits] = /^(.*)[\\/]checkpoints[\\/](\d{6,})\.network$/.exec(file) ?? [];
  return digits === undefined ? null : { run, iteration: Number(digits) };
};

/** A job of self-play is named by its iteration and its number; its games and its shard have that name. */
export const jobName = (iteration: number, job: number): string =>
  `${padded(iteration)}-${String(job).padStart(4, '0')}`;

export const parseJobName = (name: string): readonly [iteration: number, job: number] => {
  const [iteration, job] = name.split('-').map(Number);
  return [iteration, job];
};

/** What a name in `games/` says: the job, or null for a file that is none of a job's. */
export const jobOfGames = (name: string): string | null => /^(\d{6,}-\d{4,})\.jsonl$/.exec(name)?.[1] ?? null;

export const isJobName = (name: unknown): name is string => typeof name === 'string' && /^\d{6,}-\d{4,}$/.test(name);

/** Where the samples of a job are. */
export const shardFile = (run: string, name: string): string => join(run, SHARDS, `${name}.npz`);
/** Where the games of a job are. */
export const gamesFile = (run: string, name: string): string => join(run, GAMES_FOLDER, `${name}.jsonl`);
export const evaluationFile = (run: string, iteration: number): string =>
  join(run, EVALUATIONS, `${padded(iteration)}.jsonl`);
