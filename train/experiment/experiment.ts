/**
 * An experiment: checked settings and the parts they name, looked up. What a run does follows from it alone: the jobs of
 * self-play, the columns of shards, the batches, the losses and the matches.
 */
import { InvalidInput } from '../../env/index.ts';
import type { ModuleRef } from '../../fleet/index.ts';
import { defineLoss, defineNetwork, describeNetwork, type Head, headsOf, parametersOf } from '../../models/index.ts';
import type { Settings } from './settings.ts';

/** What a run does: its settings and the parts that they name. */
export type Experiment = {
  readonly settings: Settings;
  /** Of the network: policy, value, and the auxiliary ones. */
  readonly heads: readonly Head[];
  /** The user's modules that its parts come from; workers load them too. */
  readonly modules: readonly ModuleRef[];
  /** Settings that were other ones before, the oldest change first; none for most runs. */
  readonly changes: readonly SettingsChange[];
};

/** A change of settings in the middle of a run. The network is the same before and after. */
export type SettingsChange = {
  /** The first iteration that is played and learnt with the new ones. */
  readonly iteration: number;
  /** What was changed to what, by dotted names. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** All settings that held until then. */
  readonly before: Settings;
};

/** Trunk and heads are put together once to see that they fit: they may be the user's own, and a run must not begin in vain. */
export const makeExperiment = (
  settings: Settings,
  modules: readonly ModuleRef[] = [],
  changes: readonly SettingsChange[] = [],
): Experiment => {
  const { network, learner } = settings;
  try {
    const defined = defineNetwork(network);
    parametersOf(defined);
    defineLoss(defined, learner.lossWeights);
  } catch (error) {
    if (error instanceof InvalidInput) throw error;
    throw new InvalidInput('network', describeNetwork(network), `its parts do not fit: ${(error as Error).message}`, {
      cause: error,
    });
  }
  return { settings, heads: headsOf(network), modules, changes };
};

/** The experiment as it was in an iteration: whatever is made again must be made with the settings of its time. */
export const experimentAt = (experiment: Experiment, iteration: number): Experiment => {
  const later = experiment.changes.find((change) => change.iteration > iteration);
  return later === undefined ? experiment : { ...experiment, settings: later.before };
};
