/**
 * Writes what the loop reports: a flat line of JSON for every stage, and TensorBoard events. Lines are written as things happen, a job at
 * a time, so that a killed run loses none; events once an iteration, since TensorBoard shows one value a step.
 */

import { appendFileSync, closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { type GameRecord, InvalidInput, parseRecord } from '../../env/index.ts';
import { describeFailure } from '../../fleet/index.ts';
import type { Diagnostics } from '../diagnose.ts';
import type { FlatSettings } from '../experiment/flatten-settings.ts';
import { metricsFile } from '../run/run-files.ts';
import type { SelfPlayResult } from '../self-play-job.ts';
import type { TrainReport } from '../train-report.ts';
import { formatBins } from './calibration.ts';
import { EventFile } from './event-file.ts';
import { gatherStatistics } from './game-statistics.ts';
import { measureMemory } from './process-memory.ts';
import { writeSelfPlayEvents, writeWeightEvents } from './run-events.ts';
import { formatTally } from './tally.ts';

export type Facts = Readonly<Record<string, number | string>>;

/** Weights fill an event file fast and change slowly. */
const WEIGHTS_EVERY = 10;
/** Whoever lists runs reads the end of the file only. */
const LONGEST_ERROR = 1000;

/** Writes the course of a run, for people's tools and for TensorBoard. */
export class MetricsWriter {
  readonly #file: string;
  readonly #events: EventFile;
  #iteration = 0; // of the last report
  #jobs: { readonly result: SelfPlayResult; readonly games: readonly GameRecord[] }[] = [];
  #pending: Promise<void> = Promise.resolve();

  constructor(run: string) {
    this.#file = metricsFile(run);
    if (endsInTornLine(this.#file)) append(this.#file, '\n');
    this.#events = new EventFile(run, Date.now() / 1000);
  }

  /** Of learning the means over an iteration are written; jobs one by one. */
  hear(report: TrainReport): void {
    this.#iteration = report.iteration;
    switch (report.type) {
      case 'begun':
        this.write(report.iteration, 'begun', {
          learner: report.learner,
          reason: report.reason,
          parameters: report.parameters,
        });
        break;
      case 'mended':
        this.write(report.iteration, 'mended', { damage: report.damage });
        break;
      case 'played':
        if (report.result !== null) this.#hearJob(report, report.result);
        if (report.jobs === report.jobsPlanned) this.#endPlay(report.iteration);
        break;
      case 'learnt':
        if (report.steps === report.stepsPlanned) this.#hearLearning(report);
        break;
      case 'diagnosed':
        this.write(report.iteration, 'diagnosis', describeDiagnostics(report.diagnostics));
        break;
      case 'saved': {
        const { games, samples } = report.state;
        this.write(report.iteration, 'saved', { games, samples, window: report.window, ...measureMemory() });
        if (report.iteration % WEIGHTS_EVERY === 0 || report.iteration === 1) this.#writeWeights(report);
        break;
      }
      case 'skipped':
        this.#writeLine(report.iteration, 'skipped', { reason: report.reason });
        break;
      case 'rated':
        this.#hearMatch(report);
        break;
      case 'judged':
        this.#writeLine(report.iteration, 'judged', { best: report.best });
        break;
      case 'evaluating':
        break; // the scores come once all games are played
    }
  }

  /** The result of a match of the network against an opponent. */
  #hearMatch({ iteration, opponent, sims, summary }: TrainReport & { readonly type: 'rated' }): void {
    const { score, scoreLow, scoreHigh, games, elo, eloLow, eloHigh } = summary;
    const facts = { score, low: scoreLow, high: scoreHigh, games, elo, eloLow, eloHigh };
    this.#writeLine(iteration, 'arena', { opponent, sims, ...facts });
    for (const name of ['score', 'elo'] as const) {
      if (Number.isFinite(facts[name])) this.#scalar(`arena/${opponent}/${name}`, iteration, facts[name]);
    }
  }

  /** What the run was begun with, for TensorBoard's table of runs. */
  hearSettings(settings: FlatSettings): void {
    this.#events.hyperparameters(settings, Date.now() / 1000);
  }

  /** The run ends with an error; that it cannot be written must not hide it. */
  hearCrash(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    try {
      this.#writeLine(this.#iteration, 'crashed', { error: message.slice(0, LONGEST_ERROR) });
    } catch {
      // a full disk is told by the error itself
    }
  }

  /** Appends a line, and an event for each number. */
  write(iteration: number, stage: string, facts: Facts): void {
    this.#writeLine(iteration, stage, facts);
    for (const [name, value] of Object.entries(facts)) {
      if (typeof value === 'number') this.#scalar(`${stage}/${name}`, iteration, value);
    }
  }

  /** Ends once everything is written. */
  close(): Promise<void> {
    return this.#pending;
  }

  /** Infinite numbers, such as the Elo of a clean sweep, become null. */
  #writeLine(iteration: number, stage: string, facts: Facts): void {
    append(this.#file, `${JSON.stringify({ time: new Date().toISOString(), iteration, stage, ...facts })}\n`);
  }

  #scalar(tag: string, iteration: number, value: number): void {
    this.#events.scalar(tag, iteration, value, Date.now() / 1000);
  }

  #hearJob(
    { iteration, jobs: job, sims, behind }: TrainReport & { readonly type: 'played' },
    result: SelfPlayResult,
  ): void {
    const games = result.records.map(parseRecord);
    this.#jobs.push({ result, games });
    this.#writeLine(iteration, 'selfplay', { job, sims, behind, ...describeJob(result, games) });
  }

  /** Jobs that were taken over from before a crash are in the lines, but not in the events. */
  #endPlay(iteration: number): void {
    const jobs = this.#jobs;
    this.#jobs = [];
    if (jobs.length > 0) writeSelfPlayEvents(this.#events, iteration, jobs);
  }

  #hearLearning({ iteration, step, learningRate, means }: TrainReport & { readonly type: 'learnt' }): void {
    const { losses, gradientNorm, gradientNormMost } = means;
    this.write(iteration, 'loss', { ...losses, step, learningRate, gradientNorm, gradientNormMost });
  }

  /** Read back from the file in the background: a run neither waits for its pictures nor fails with them. */
  #writeWeights({ iteration, model }: { readonly iteration: number; readonly model: string }): void {
    this.#pending = this.#pending
      .then(() => writeWeightEvents(this.#events, iteration, model))
      .catch((error: Error) => process.stderr.write(`no histograms of the weights: ${error.message}\n`))
      .then(() => undefined);
  }
}

const describeJob = (
  { samples, records, plies, seconds, networkSeconds }: SelfPlayResult,
  games: readonly GameRecord[],
): Facts => {
  const { whiteWins, endings, lengths, openings } = gatherStatistics(games);
  return {
    games: records.length,
    samples: samples.count,
    pliesPerGame: plies / records.length,
    whiteWinShare: whiteWins / records.length,
    ...Object.fromEntries(Object.entries(endings).map(([reason, count]) => [`ended/${reason}`, count])),
    lengths: formatTally(lengths),
    openings: formatTally(openings),
    samplesPerSecond: samples.count / seconds,
    networkShare: networkSeconds / seconds,
  };
};

const describeDiagnostics = ({ calibration, age, ...facts }: Diagnostics): Facts => ({
  ...facts,
  brier: calibration.brier,
  calibrationError: calibration.error,
  calibration: formatBins(calibration.bins),
  ageMean: age.mean,
  ageMost: age.most,
});

/** A run that was killed while it wrote leaves half a line; the next one must not be glued to it. */
const endsInTornLine = (path: string): boolean => {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return false; // a new run
  }
  try {
    const last = Buffer.alloc(1);
    const { size } = fstatSync(file);
    return size > 0 && readSync(file, last, 0, 1, size - 1) === 1 && last[0] !== 0x0a;
  } catch {
    return false; // not a file; writing to it will fail with the reason
  } finally {
    closeSync(file);
  }
};

const append = (path: string, text: string): void => {
  try {
    appendFileSync(path, text);
  } catch (error) {
    throw new InvalidInput('file', path, `cannot be written: ${describeFailure(error as NodeJS.ErrnoException)}`, {
      cause: error,
    });
  }
};
