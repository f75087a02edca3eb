/** Settings of a run that are changed in its middle, and kept on record. */
import { isRecord } from '../../env/index.ts';
import { type Experiment, makeExperiment, type SettingsChange } from './experiment.ts';
import type { Settings } from './settings.ts';

/** The experiment with these settings from an iteration on; itself where nothing differs. */
export const changeSettings = (experiment: Experiment, after: Settings, iteration: number): Experiment => {
  const { settings: before, modules, changes } = experiment;
  const settings = differences(before, after);
  if (Object.keys(settings).length === 0) return experiment;
  const change: SettingsChange = { iteration, settings, before };
  return makeExperiment(after, modules, [...changes, change]);
};

/** What is other in `after`, by dotted names; null for a setting that it does not have. */
export const differences = (before: unknown, after: unknown, path = ''): Readonly<Record<string, unknown>> => {
  if (!isRecord(before) || !isRecord(after))
    return JSON.stringify(before) === JSON.stringify(after) ? {} : { [path]: after ?? null };
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return Object.assign(
    {},
    ...keys.map((key) => differences(before[key], after[key], path === '' ? key : `${path}.${key}`)),
  );
};
