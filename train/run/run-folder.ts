/** Runs on disk: begun, opened again, and changed where that does no harm. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { InvalidInput } from '../../env/index.ts';
import { loadParts, makeFolder } from '../../fleet/index.ts';
import { type Experiment, makeExperiment } from '../experiment/experiment.ts';
import { flattenSettings } from '../experiment/flatten-settings.ts';
import { makeSettings, mergeLayers, type SettingsLayer } from '../experiment/make-settings.ts';
import { checkpointIterations } from './checkpoints.ts';
import { readRunConfig, writeRunConfig } from './run-config.ts';
import { configFile, RUN_FOLDERS, RUN_VERSION } from './run-files.ts';

/** The folder of a run. */
export type RunFolder = { readonly path: string };

/** Makes the folder of a new run. */
export const createRun = (path: string, { settings, modules }: Experiment): RunFolder => {
  if (existsSync(configFile(path)))
    throw new InvalidInput('run', path, `there is one already; go on with --resume ${path}`);
  makeRunFolders(path);
  writeRunConfig(path, settings, modules);
  return { path };
};

export const makeRunFolders = (path: string): void => {
  for (const folder of RUN_FOLDERS) makeFolder(join(path, folder));
};

/** A run's folder, and what it does. */
export type OpenedRun = { readonly run: RunFolder; readonly experiment: Experiment };

/** Opens a run to train it further. Its modules are loaded, and must be what they were. */
export const openRun = async (path: string): Promise<OpenedRun> => {
  const { version, settings, modules } = readRunConfig(path);
  if (version !== RUN_VERSION)
    throw new InvalidInput(
      'run',
      path,
      `it was begun by an older program (format version ${version}, now ${RUN_VERSION}) and cannot go on; tzaar report, serve and export still read it`,
    );
  for (const module of modules) await loadParts(module.path, module.hash);
  return { run: { path }, experiment: makeExperiment(makeSettings(settings), modules) };
};

/** Settings that may change during a run, with all below them: none of them affects which games are played or how they are learnt from. */
const CHANGEABLE = ['iterations', 'learner.keepCheckpoints', 'evaluation'];

/** Changes settings of a run that goes on; the caller holds its lock. */
export const changeRun = (run: RunFolder, experiment: Experiment, changes: SettingsLayer): Experiment => {
  if (Object.keys(changes).length === 0) return experiment;
  const before = flattenSettings(experiment.settings);
  const settings = makeSettings(mergeLayers([experiment.settings, changes]));
  const after = flattenSettings(settings);
  const isChangeable = (key: string): boolean => CHANGEABLE.some((each) => key === each || key.startsWith(`${each}.`));
  const fixed = Object.keys({ ...before, ...after }).filter((key) => before[key] !== after[key] && !isChangeable(key));
  if (fixed.length > 0)
    throw new InvalidInput(
      'setting',
      fixed.join(', '),
      `games of this run were made with what it was; only ${CHANGEABLE.join(', ')} can change now, a new run can have any`,
    );
  const [done = 0] = checkpointIterations(run);
  if (settings.iterations < done)
    throw new InvalidInput('iterations', settings.iterations, `${done} are done already, and a run is never cut back`);
  writeRunConfig(run.path, settings, experiment.modules, readRunConfig(run.path).provenance);
  return makeExperiment(settings, experiment.modules);
};
