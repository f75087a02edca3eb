/** What all runs of a plan stand on: settings to be laid under those of the plan, and where they begin. */
import { InvalidInput } from '../../env/index.ts';
import { experimentAt } from '../experiment/experiment.ts';
import { mergeLayers, type SettingsLayer } from '../experiment/make-settings.ts';
import { peekState } from '../run/checkpoints.ts';
import { openRun } from '../run/run-folder.ts';
import { type ForkPoint, parseForkPoint } from '../warm-start.ts';
import type { AblationPlan } from './plan.ts';

/** Settings under those of the plan, and the checkpoint that its runs go on from, if they do. */
export type PlanBasis = {
  readonly under: SettingsLayer;
  readonly fork: (ForkPoint & { readonly iteration: number }) | null;
};

/** `under` are settings of the program; those of a run that is forked lie over them, as they were at that iteration. */
export const planBasis = async ({ base }: AblationPlan, under: SettingsLayer = {}): Promise<PlanBasis> => {
  if (base.fork === undefined) return { under, fork: null };
  const point = parseForkPoint(base.fork);
  const { run, experiment } = await openRun(point.run);
  const iteration = point.iteration ?? peekState(run).iteration;
  if (iteration === 0) throw new InvalidInput('fork', base.fork, 'no iteration of that run is finished');
  const { settings } = experimentAt(experiment, iteration);
  return { under: mergeLayers([under, settings]), fork: { run: point.run, iteration } };
};
