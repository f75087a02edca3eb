/** What a run is doing, in a word. Runs in browsers. */
import type { RunSummary } from './read-run.ts';
import { runSettings } from './run-settings.ts';

/** What can be said of a run as a whole. */
export const RUN_STATUSES = ['training', 'crashed', 'finished', 'stopped'] as const;
/** One of `RUN_STATUSES`. */
export type RunStatus = (typeof RUN_STATUSES)[number];

/** How a run stands: training, finished, stopped or crashed. */
export const runStatus = ({
  trainer,
  crash,
  iteration,
  config,
}: Pick<RunSummary, 'trainer' | 'crash' | 'iteration' | 'config'>): RunStatus => {
  if (trainer !== null) return 'training';
  if (crash !== null) return 'crashed';
  return iteration >= runSettings(config).iterations ? 'finished' : 'stopped';
};
