/**
 * Runs that do not begin with fresh weights: from a model, or from a checkpoint of another run. Everything that the new run needs
 * is copied into its folder, the config last: what was killed in the middle is no run yet.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { InvalidInput } from '../env/index.ts';
import { describeNetwork, growNetwork, initialState } from '../models/index.ts';
import { readNetwork, weightsHash } from '../models/node/index.ts';
import { changeSettings, differences } from './experiment/change-settings.ts';
import { type Experiment, experimentAt, makeExperiment } from './experiment/experiment.ts';
import { makeSettings, mergeLayers, type SettingsLayer } from './experiment/make-settings.ts';
import { loadCheckpoint, NEW_STATE, peekSavedState, peekState, saveCheckpoint } from './run/checkpoints.ts';
import { copyIfThere } from './run/copy-file.ts';
import { gamesFile, learnerFile, networkFile, parseJobName, shardFile } from './run/run-files.ts';
import { createRun, makeRunFolders, type OpenedRun, openRun, type RunFolder, requireNewRun } from './run/run-folder.ts';
import { playedBy } from './self-play-jobs.ts';

/** Makes a run whose first weights are those of a model, whose network the experiment's is, or a larger one. */
export const createRunFrom = async (path: string, experiment: Experiment, model: string): Promise<RunFolder> => {
  requireNewRun(path);
  const { settings } = experiment;
  const given = await readNetwork(model);
  const weights = growNetwork(given, settings.network, settings.seed, model);
  makeRunFolders(path);
  await saveCheckpoint({ path }, settings.network, initialState(weights), NEW_STATE, settings.learner.keepCheckpoints);
  return createRun(path, experiment, { path: resolve(model), iteration: null, hash: weightsHash(given) });
};

/** A run and the iteration of it that a new run begins after. */
export type ForkPoint = { readonly run: string; readonly iteration: number | null };

/** `runs/001@12` as a user writes it; without an iteration it is the last one. */
export const parseForkPoint = (text: string): ForkPoint => {
  const [, run, digits] = /^(.*)@(\d{1,9})$/s.exec(text) ?? [];
  return digits === undefined ? { run: text, iteration: null } : { run, iteration: Number(digits) };
};

/** Makes a run that goes on from a checkpoint of another with other settings. The other may be training. */
export const forkRun = async (path: string, point: ForkPoint, layers: readonly SettingsLayer[]): Promise<OpenedRun> => {
  requireNewRun(path);
  const source = await openRun(point.run);
  const iteration = point.iteration ?? peekState(source.run).iteration;
  const state = peekSavedState(source.run, iteration);
  if (state === null || !existsSync(learnerFile(point.run, iteration)))
    throw new InvalidInput(
      'checkpoint',
      `${point.run}@${iteration}`,
      `the run has nothing to go on from there (learner.keepCheckpoints says how many it keeps); --from ${networkFile(point.run, iteration)} begins with the weights alone`,
    );
  const experiment = forkedExperiment(source.experiment, iteration, layers);
  const { network, learner } = experiment.settings;
  const learnt = await loadCheckpoint(source.run, iteration);
  makeRunFolders(path);
  const shards = state.shards.filter((name) => copyJob(source, path, name));
  copyPlayers(point.run, path, experiment, iteration);
  await saveCheckpoint({ path }, network, learnt, { ...state, shards }, learner.keepCheckpoints);
  const hash = weightsHash({ config: network, weights: learnt.average });
  return { run: createRun(path, experiment, { path: resolve(point.run), iteration, hash }), experiment };
};

/** The settings of the source at that time, and from the next iteration on the changed ones. */
const forkedExperiment = (source: Experiment, iteration: number, layers: readonly SettingsLayer[]): Experiment => {
  const { settings: then, modules } = experimentAt(source, Math.max(1, iteration));
  const past = makeExperiment(
    then,
    modules,
    source.changes.filter((change) => change.iteration <= Math.max(1, iteration)),
  );
  const settings = makeSettings(mergeLayers([then, ...layers]));
  if (Object.keys(differences(then.network, settings.network)).length > 0)
    throw new InvalidInput(
      'network',
      describeNetwork(settings.network),
      `what was learnt is that of ${describeNetwork(then.network)}, and a fork goes on with it`,
    );
  if (settings.iterations < iteration)
    throw new InvalidInput('iterations', settings.iterations, `${iteration} are done already where the fork begins`);
  return changeSettings(past, settings, iteration + 1);
};

/** Copies a job of the window with the network that played it, so that damage can be mended here too; false if both are gone. */
const copyJob = ({ run, experiment }: OpenedRun, path: string, name: string): boolean => {
  const [iteration] = parseJobName(name);
  const isTaught = iteration <= experimentAt(experiment, iteration).settings.selfPlay.teacher.iterations;
  const player = playedBy(experiment, iteration);
  const hasPlayer = isTaught || copyIfThere(networkFile(run.path, player), networkFile(path, player));
  copyIfThere(gamesFile(run.path, name), gamesFile(path, name));
  return copyIfThere(shardFile(run.path, name), shardFile(path, name)) || hasPlayer;
};

/** Where games are played ahead of learning, the first of the fork are played by networks from before it. */
export const copyPlayers = (from: string, path: string, experiment: Experiment, forkedAt: number): void => {
  for (let next = forkedAt + 1; playedBy(experiment, next) < forkedAt; next++) {
    const player = playedBy(experiment, next);
    copyIfThere(networkFile(from, player), networkFile(path, player));
  }
};
