/** What a run is doing, in a word. Runs in browsers. */
import type { RunSummary } from './read-run.ts';
import { runSettings } from './run-settings.ts';

export const RUN_STATUSES = ['training', 'crashed', 'finished', 'stopped'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

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
