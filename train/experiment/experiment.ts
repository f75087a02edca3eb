/**
 * An experiment: checked settings and the parts they name, looked up. What a run does follows from it alone: the jobs of
 * self-play, the columns of shards, the batches, the losses and the matches.
 */
import type { ModuleRef } from '../../fleet/index.ts';
import { type Head, headsOf } from '../../models/index.ts';
import type { Settings } from './settings.ts';

/** What a run does: its settings and the parts that they name. */
export type Experiment = {
  readonly settings: Settings;
  /** Of the network: policy, value, and the auxiliary ones. */
  readonly heads: readonly Head[];
  /** The user's modules that its parts come from; workers load them too. */
  readonly modules: readonly ModuleRef[];
};

/** The parts that settings name, found in the registries. */
export const makeExperiment = (settings: Settings, modules: readonly ModuleRef[] = []): Experiment => ({
  settings,
  heads: headsOf(settings.network),
  modules,
});
