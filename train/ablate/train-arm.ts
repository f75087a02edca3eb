/** Trains one run of an ablation until its budget is spent; stopped or killed anywhere, it goes on where it was. */
import { lockRun } from '../../fleet/index.ts';
import type { Experiment } from '../experiment/experiment.ts';
import { flattenSettings } from '../experiment/flatten-settings.ts';
import type { SettingsLayer } from '../experiment/make-settings.ts';
import { train } from '../loop.ts';
import { isRun } from '../report/find-runs.ts';
import { NEW_STATE, peekSavedState, peekState, type RunState } from '../run/checkpoints.ts';
import { readRunConfig } from '../run/run-config.ts';
import { changeRun, createRun, type OpenedRun, openRun, type RunFolder } from '../run/run-folder.ts';
import type { TrainReport } from '../train-report.ts';
import { type ForkPoint, forkRun } from '../warm-start.ts';
import { MetricsWriter } from '../watch/metrics.ts';
import type { Workplace } from '../workplace.ts';
import type { AblationRun } from './arm-experiments.ts';
import type { Budget } from './plan.ts';
import { isSpent, readNote, type Spent, SpentCounter, writeNote } from './spent.ts';

/** Returns what it has spent, or null if it was stopped before that was all. */
export async function* trainArm(
  path: string,
  { experiment }: AblationRun,
  fork: ForkPoint | null,
  budget: Budget,
  openWorkplace: (run: OpenedRun) => Workplace,
  signal?: AbortSignal,
): AsyncGenerator<TrainReport, Spent | null> {
  const opened = isRun(path) ? await openRun(path) : await beginRun(path, experiment, fork);
  const lock = lockRun(path);
  const ends = AbortSignal.any(signal === undefined ? [lock.lost] : [lock.lost, signal]);
  const workplace = openWorkplace(opened);
  try {
    const spent = yield* spendBudget(opened, budget, workplace, ends);
    lock.lost.throwIfAborted();
    return spent;
  } finally {
    await Promise.all([workplace.selfPlay.close(), workplace.matches.close()]);
    lock.release();
  }
}

const beginRun = async (path: string, experiment: Experiment, fork: ForkPoint | null): Promise<OpenedRun> =>
  fork === null
    ? { run: createRun(path, experiment), experiment }
    : forkRun(path, fork, [experiment.settings as unknown as SettingsLayer]);

async function* spendBudget(
  opened: OpenedRun,
  budget: Budget,
  workplace: Workplace,
  signal: AbortSignal,
): AsyncGenerator<TrainReport, Spent | null> {
  const { run } = opened;
  const clock = new RunClock(run.path);
  const counter = new SpentCounter(run.path, startOf(run));
  const count = (state: RunState): Spent => counter.count(opened.experiment, state, clock.seconds());
  const isOver = (state: RunState): boolean => count(state).iterations > 0 && isSpent(budget, count(state));
  try {
    if (!isOver(peekState(run)))
      for await (const report of watch(opened, workplace, signal)) {
        if (report.type === 'played' || report.type === 'saved') clock.note();
        yield report;
        if (report.type === 'saved' && isOver(report.state)) break;
      }
    const { iteration } = peekState(run);
    if (signal.aborted || !isOver(peekState(run))) return null;
    // From now on the run is a finished one for every reader; all that it may do is to measure its network, if that is due.
    const closed = { run, experiment: changeRun(run, opened.experiment, { iterations: iteration }) };
    yield* watch(closed, workplace, signal);
    if (signal.aborted) return null;
    clock.finish(iteration);
    return count(peekState(run));
  } finally {
    clock.note();
  }
}

/** Where a run began: nowhere, or where the run stood that it was forked from. */
const startOf = (run: RunFolder): RunState => {
  const { from } = readRunConfig(run.path);
  return (from?.iteration == null ? null : peekSavedState(run, from.iteration)) ?? NEW_STATE;
};

/** What a run has spent that reached its budget before, or null if there is more to do. */
export const spentBefore = async (path: string): Promise<Spent | null> => {
  const { seconds, finalIteration } = readNote(path);
  if (finalIteration === null || !isRun(path)) return null;
  const { run, experiment } = await openRun(path);
  return new SpentCounter(path, startOf(run)).count(
    experiment,
    peekSavedState(run, finalIteration) ?? peekState(run),
    seconds,
  );
};

async function* watch(
  { run, experiment }: OpenedRun,
  workplace: Workplace,
  signal: AbortSignal,
): AsyncGenerator<TrainReport> {
  const metrics = new MetricsWriter(run.path);
  metrics.hearSettings(flattenSettings(experiment.settings));
  try {
    for await (const report of train(run, experiment, workplace, signal)) {
      metrics.hear(report);
      yield report;
    }
  } catch (error) {
    metrics.hearCrash(error);
    throw error;
  } finally {
    await metrics.close();
  }
}

/** The time that a run has been trained, over all starts. A kill loses what has passed since the last note, a job at most. */
class RunClock {
  readonly #run: string;
  readonly #before: number;
  readonly #start: number = performance.now();
  #total: number | null = null; // once it stands still

  constructor(run: string) {
    this.#run = run;
    this.#before = readNote(run).seconds;
  }

  seconds(): number {
    return this.#total ?? this.#before + (performance.now() - this.#start) / 1000;
  }

  note(): void {
    if (this.#total === null) writeNote(this.#run, { seconds: this.seconds(), finalIteration: null });
  }

  finish(iteration: number): void {
    this.#total = this.seconds();
    writeNote(this.#run, { seconds: this.#total, finalIteration: iteration });
  }
}
