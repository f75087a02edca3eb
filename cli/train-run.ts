/** A run trained to its end by a command: locked, watched, stopped by Ctrl-C. */
import { defaultThreads, pairFleet } from '../arena/index.ts';
import { type FleetLink, lockRun, openNetworks } from '../fleet/index.ts';
import {
  changeRun,
  type Experiment,
  flattenSettings,
  MetricsWriter,
  type OpenedRun,
  type RunFolder,
  requireEngines,
  runEngine,
  type SettingsLayer,
  selfPlayFleet,
  train,
  type Workplace,
} from '../train/index.ts';
import { listenForStop } from './listen-for-stop.ts';
import { createTrainDisplay } from './train-display.ts';

/** What is done with a run that has been trained, by whom it was trained. */
export type Finish = (
  run: RunFolder,
  experiment: Experiment,
  workplace: Workplace,
  signal: AbortSignal,
) => Promise<void>;

export type TrainRunOptions = {
  readonly link: FleetLink | undefined;
  readonly threads: number | undefined;
  readonly finish?: Finish;
};

/** `changes` are for a run that goes on, null for a new one. False if it was stopped. */
export const trainRun = async (
  { run, experiment: opened }: OpenedRun,
  changes: SettingsLayer | null,
  { link, threads = defaultThreads(), finish }: TrainRunOptions,
): Promise<boolean> => {
  const lock = lockRun(run.path);
  const stop = listenForStop('stopping; what is finished is saved');
  const signal = AbortSignal.any([stop.signal, lock.lost]);
  try {
    const experiment = changes === null ? opened : changeRun(run, opened, changes);
    if (changes !== null) await requireEngines(experiment.settings);
    const workplace = workplaceOf(experiment, threads, link);
    try {
      await watchTraining(run, experiment, workplace, signal);
      if (!signal.aborted) await finish?.(run, experiment, workplace, signal);
    } finally {
      await Promise.all([workplace.selfPlay.close(), workplace.matches.close()]);
    }
    lock.lost.throwIfAborted();
    return !signal.aborted;
  } finally {
    stop.release();
    lock.release();
  }
};

/** Where an experiment's games are played: on threads here, or wherever a fleet's workers are. */
export const workplaceOf = (
  { modules, settings }: Experiment,
  threads: number,
  link: FleetLink | undefined,
): Workplace => {
  const networks = openNetworks(link);
  const evaluator = runEngine(settings.evaluator);
  return {
    selfPlay: selfPlayFleet({ link, threads, modules, networks, evaluator }),
    matches: pairFleet({ link, threads, modules, networks, evaluator }),
  };
};

const watchTraining = async (
  run: RunFolder,
  experiment: Experiment,
  workplace: Workplace,
  signal: AbortSignal,
): Promise<void> => {
  const metrics = new MetricsWriter(run.path);
  const display = createTrainDisplay(experiment.settings);
  metrics.hearSettings(flattenSettings(experiment.settings));
  try {
    for await (const report of train(run, experiment, workplace, signal)) {
      metrics.hear(report);
      display.hear(report);
    }
  } catch (error) {
    metrics.hearCrash(error);
    throw error;
  } finally {
    display.end();
    await metrics.close();
  }
};
