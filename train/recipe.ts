/**
 * A recipe: runs after one another, each with fresh weights or with those that an earlier one ended with, in its own network or in a
 * larger one. It makes a network in stages that no single run has, by one command.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Checked,
  fitting,
  InvalidInput,
  isRecord,
  list,
  matching,
  maybe,
  problemsOf,
  record,
  text,
  withDefault,
} from '../env/index.ts';
import { loadedModules, readTextFile } from '../fleet/index.ts';
import { freshNetwork, growNetwork } from '../models/index.ts';
import { differences } from './experiment/change-settings.ts';
import { type Experiment, makeExperiment } from './experiment/experiment.ts';
import { makeSettings, nestSettings, presetLayer, type SettingsLayer } from './experiment/make-settings.ts';
import { peekState } from './run/checkpoints.ts';
import { configFile, networkFile } from './run/run-files.ts';
import { createRun, type OpenedRun, openRun } from './run/run-folder.ts';
import { createRunFrom } from './warm-start.ts';

/** A stage as people write it. */
type GivenStage = Checked<typeof STAGE>;

/** One run of a recipe. */
export type RecipeStage = {
  readonly name: string;
  readonly experiment: Experiment;
  /** The stage whose last network it begins with; null where weights are fresh. */
  readonly from: string | null;
};

const settings = fitting<SettingsLayer>(isRecord, 'an object of settings');
const STAGE_NAME = matching(
  /^[A-Za-z0-9][\w.-]{0,39}$/,
  'a name of up to 40 letters, digits, dots, dashes and underscores',
);
const STAGE = record({
  name: STAGE_NAME,
  preset: maybe(text()),
  from: maybe(text()),
  settings: withDefault(settings, {}),
});
const RECIPE = record({ stages: list(STAGE, 1, 20, 'stages') });

/** Reads the stages of a recipe and checks all of them, so that none is refused after hours; `under` lies under all settings. */
export const readRecipe = (path: string, under: SettingsLayer = {}): readonly RecipeStage[] => {
  const stages: RecipeStage[] = [];
  for (const given of stagesIn(path)) {
    try {
      stages.push(stageOf(given, stages, under));
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error;
      throw new InvalidInput('recipe', path, `stage ${given.name}: ${error.message}`, { cause: error });
    }
  }
  return stages;
};

const stagesIn = (path: string): readonly GivenStage[] => {
  let given: unknown;
  try {
    given = JSON.parse(readTextFile(path));
  } catch (error) {
    if (error instanceof InvalidInput) throw error; // there is no such file; what is no JSON is reported below
  }
  const problems = isRecord(given) ? problemsOf(RECIPE, given) : ['expected a JSON object'];
  if (problems.length > 0) throw new InvalidInput('recipe', path, problems.join('; '));
  return (given as Checked<typeof RECIPE>).stages;
};

const stageOf = (given: GivenStage, before: readonly RecipeStage[], under: SettingsLayer): RecipeStage => {
  const { name, preset, from = null } = given;
  if (before.some((stage) => stage.name === name)) throw new InvalidInput('name', name, 'two stages have it');
  const source = before.find((stage) => stage.name === from);
  if (from !== null && source === undefined)
    throw new InvalidInput(
      'from',
      from,
      `expected an earlier stage${before.map((stage) => `, ${stage.name}`).join('')}`,
    );
  const presets = preset === undefined ? {} : presetLayer(preset);
  const inherited = source === undefined ? {} : { network: source.experiment.settings.network };
  const own = nestSettings(given.settings ?? {});
  const experiment = makeExperiment(makeSettings(under, presets, inherited, own), loadedModules());
  // Growing is tried on weights that are nothing yet: the real ones come after hours.
  if (source !== undefined)
    growNetwork(freshNetwork(source.experiment.settings.network, 0), experiment.settings.network, 0, source.name);
  return { name, experiment, from };
};

/** The run of a stage in the folder of its recipe. */
export const stageRun = (out: string, name: string): string => join(out, name);

/** Whether a stage has been trained to its end. */
export const isStageDone = (out: string, { name, experiment }: RecipeStage): boolean => {
  const path = stageRun(out, name);
  return existsSync(configFile(path)) && peekState({ path }).iteration >= experiment.settings.iterations;
};

/** The run of a stage, begun or opened again; one that was made by another recipe is refused. */
export const openStage = async (out: string, { name, experiment, from }: RecipeStage): Promise<OpenedRun> => {
  const path = stageRun(out, name);
  if (!existsSync(configFile(path))) {
    const run =
      from === null
        ? createRun(path, experiment)
        : await createRunFrom(
            path,
            experiment,
            networkFile(stageRun(out, from), peekState({ path: stageRun(out, from) }).iteration),
          );
    return { run, experiment };
  }
  const opened = await openRun(path);
  const other = Object.keys(differences(opened.experiment.settings, experiment.settings));
  if (other.length > 0)
    throw new InvalidInput('run', path, `it has other settings than its stage of the recipe: ${other.join(', ')}`);
  return opened;
};
