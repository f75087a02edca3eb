/** A run of an ablation whose budget is spent. */
import { ablationRunFolder, finalNetwork } from './ablation-files.ts';
import type { AblationRun } from './arm-experiments.ts';
import { readNote, type Spent } from './spent.ts';

/** A run with what it spent and the network that it ended with. */
export type TrainedRun = AblationRun & {
  readonly spent: Spent;
  /** The file of its last network, absolute. */
  readonly network: string;
};

export const trainedRun = (out: string, run: AblationRun, spent: Spent): TrainedRun => ({
  ...run,
  spent,
  network: finalNetwork(out, run, readNote(ablationRunFolder(out, run)).finalIteration!),
});
