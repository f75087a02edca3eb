/** Runs on disk: begun, opened again, and changed where that does no harm. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { InvalidInput } from '../../env/index.ts';
import { loadParts, makeFolder } from '../../fleet/index.ts';
import { changeSettings, differences } from '../experiment/change-settings.ts';
import { type Experiment, makeExperiment } from '../experiment/experiment.ts';
import { makeSettings, mergeLayers, type SettingsLayer } from '../experiment/make-settings.ts';
import { describeProvenance } from '../experiment/provenance.ts';
import { checkpointIterations } from './checkpoints.ts';
import { type RunOrigin, readRunConfig, writeRunConfig } from './run-config.ts';
import { configFile, RUN_FOLDERS, RUN_VERSION } from './run-files.ts';

export type RunFolder = { readonly path: string };

/** Makes the folder of a new run. */
export const createRun = (path: string, experiment: Experiment, from: RunOrigin | null = null): RunFolder => {
  requireNewRun(path);
  makeRunFolders(path);
  writeRunConfig(path, experiment, { from, provenance: describeProvenance() });
  return { path };
};

export const requireNewRun = (path: string): void => {
  if (existsSync(configFile(path)))
    throw new InvalidInput('run', path, `there is one already; go on with --resume ${path}`);
};

export const makeRunFolders = (path: string): void => {
  for (const folder of RUN_FOLDERS) makeFolder(join(path, folder));
};

export type OpenedRun = { readonly run: RunFolder; readonly experiment: Experiment };

/** Opens a run to train it further. Its modules are loaded, and must be what they were. */
export const openRun = async (path: string): Promise<OpenedRun> => {
  const { version, settings, modules, changes } = readRunConfig(path);
  if (version !== RUN_VERSION)
    throw new InvalidInput(
      'run',
      path,
      `it was begun by an older program (format version ${version}, now ${RUN_VERSION}) and cannot go on; tzaar report, serve and export still read it`,
    );
  for (const module of modules) await loadParts(module.path, module.hash);
  const checked = changes.map((change) => ({ ...change, before: makeSettings(change.before) }));
  return { run: { path }, experiment: makeExperiment(makeSettings(settings), modules, checked) };
};

/** What a run may be told anew, with all that lies below. None of it changes which games are played from the same network. */
const CHANGEABLE = [
  'iterations',
  'learner.learningRate',
  'learner.warmUpSteps',
  'learner.decaySteps',
  'learner.weightDecay',
  'learner.averageDecay',
  'learner.lossWeights',
  'learner.keepCheckpoints',
  'evaluation',
];

/** Changes settings of a run that goes on, from its next iteration on, and records that; the caller holds its lock. */
export const changeRun = (run: RunFolder, experiment: Experiment, changes: SettingsLayer): Experiment => {
  if (Object.keys(changes).length === 0) return experiment;
  const settings = makeSettings(mergeLayers([experiment.settings, changes]));
  const isChangeable = (key: string): boolean => CHANGEABLE.some((each) => key === each || key.startsWith(`${each}.`));
  const fixed = Object.keys(differences(experiment.settings, settings)).filter((key) => !isChangeable(key));
  if (fixed.length > 0)
    throw new InvalidInput(
      'setting',
      fixed.join(', '),
      `games of this run were made with what it was; only ${CHANGEABLE.join(', ')} can change now; a new run can have any, and --fork begins one from here`,
    );
  const [done = 0] = checkpointIterations(run);
  if (settings.iterations < done)
    throw new InvalidInput('iterations', settings.iterations, `${done} are done already, and a run is never cut back`);
  const changed = changeSettings(experiment, settings, done + 1);
  if (changed !== experiment) writeRunConfig(run.path, changed, readRunConfig(run.path));
  return changed;
};
