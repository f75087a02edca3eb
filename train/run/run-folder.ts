/** Runs on disk: begun, opened again, and changed where that does no harm. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { loadAgentModules } from '../../arena/index.ts';
import { InvalidInput, NOT_SHOWN } from '../../env/index.ts';
import { loadParts, makeFolder, referTo } from '../../fleet/index.ts';
import { changeSettings } from '../experiment/change-settings.ts';
import { type Experiment, makeExperiment } from '../experiment/experiment.ts';
import { type FlatSettings, flattenSettings } from '../experiment/flatten-settings.ts';
import { makeSettings, mergeLayers, opponentsIn, type SettingsLayer } from '../experiment/make-settings.ts';
import { describeProvenance } from '../experiment/provenance.ts';
import type { Settings } from '../experiment/settings.ts';
import { checkpointIterations } from './checkpoints.ts';
import { type RunOrigin, readRunConfig, writeRunConfig } from './run-config.ts';
import { configFile, RUN_FOLDERS, RUN_VERSION } from './run-files.ts';

/** The folder of a run. */
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

/** A run's folder, and what it does. */
export type OpenedRun = { readonly run: RunFolder; readonly experiment: Experiment };

/** Opens a run to train it further. Its modules are loaded, and must be what they were; `moved` are where some lie now. */
export const openRun = async (path: string, moved: readonly string[] = []): Promise<OpenedRun> => {
  const { version, settings, modules, changes } = readRunConfig(path);
  if (version !== RUN_VERSION)
    throw new InvalidInput(
      'run',
      path,
      `it was begun by an older program (format version ${version}, now ${RUN_VERSION}) and cannot go on; tzaar report, serve and export still read it`,
    );
  const found = modules.map(
    (module) => moved.map((file) => referTo(file)).find((each) => each.hash === module.hash) ?? module,
  );
  for (const { path: file, hash } of found) await loadParts(file, hash);
  await loadAgentModules(opponentsIn([settings]));
  const checked = changes.map((change) => ({ ...change, before: makeSettings(change.before) }));
  return { run: { path }, experiment: makeExperiment(makeSettings(settings), found, checked) };
};

/**
 * Settings that may change during a run, with all below them: none of them affects which games are played from the same
 * network, but for the last digits of numbers where another engine or device computes them.
 */
const CHANGEABLE = [
  ...['iterations', 'learner.keepCheckpoints', 'evaluation'],
  ...['evaluator', 'learner.engine', 'learner.backend', 'learner.device'],
  ...['learner.learningRate', 'learner.warmUpSteps', 'learner.decaySteps', 'learner.decayShare'],
  ...['learner.weightDecay', 'learner.averageDecay', 'learner.clipNorm', 'learner.lossWeights'],
];

/** Changes settings of a run that goes on, from its next iteration on, and records that; the caller holds its lock. */
export const changeRun = (run: RunFolder, experiment: Experiment, changes: SettingsLayer): Experiment => {
  if (Object.keys(changes).length === 0) return experiment;
  const { settings, problems } = tryChanges(experiment, changes);
  const fixed = fixedChanges(flattenSettings(experiment.settings), flattenSettings(settings ?? mergeLayers([changes])));
  if (fixed.length > 0)
    problems.push(
      `${fixed.join(', ')} cannot change, since games of this run were made with what it was: only ${CHANGEABLE.join(', ')} can; a new run can have any, and --fork begins one from here`,
    );
  const [done = 0] = checkpointIterations(run);
  if (settings !== null && settings.iterations < done)
    problems.push(`iterations cannot be ${settings.iterations}: ${done} are done already, and a run is never cut back`);
  if (settings === null || problems.length > 0) throw new InvalidInput('setting', NOT_SHOWN, problems.join('; '));
  const changed = changeSettings(experiment, settings, done + 1);
  if (changed !== experiment) writeRunConfig(run.path, changed, readRunConfig(run.path));
  return changed;
};

const tryChanges = (
  experiment: Experiment,
  changes: SettingsLayer,
): { readonly settings: Settings | null; readonly problems: string[] } => {
  try {
    return { settings: makeSettings(experiment.settings, changes), problems: [] };
  } catch (error) {
    if (error instanceof InvalidInput) return { settings: null, problems: [error.message] };
    throw error;
  }
};

/** Names that `after` gives another value and that may not change. */
const fixedChanges = (before: FlatSettings, after: FlatSettings): string[] => {
  const isChangeable = (key: string): boolean => CHANGEABLE.some((each) => key === each || key.startsWith(`${each}.`));
  return Object.keys(after).filter((key) => before[key] !== after[key] && !isChangeable(key));
};
