/** Writes what the loop reports: a line of JSON for every stage, and the same numbers as TensorBoard events. */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TrainReport } from '../loop.ts';
import type { SelfPlayResult } from '../self-play.ts';
import { EventFile } from './event-file.ts';

export class MetricsWriter {
  readonly #file: string;
  readonly #events: EventFile;
  #losses: Readonly<Record<string, number>>[] = [];

  constructor(run: string) {
    this.#file = join(run, 'metrics.jsonl');
    this.#events = new EventFile(run, Date.now() / 1000);
  }

  /** Losses are averaged over an iteration; jobs are written one by one. */
  hear(report: TrainReport): void {
    switch (report.type) {
      case 'begun':
        this.write(report.iteration, 'begun', {
          learner: report.learner,
          reason: report.reason,
          parameters: report.parameters,
        });
        break;
      case 'played':
        if (report.result !== null) this.write(report.iteration, 'selfplay', describeJob(report.jobs, report.result));
        break;
      case 'learnt':
        this.#losses.push(report.losses);
        if (report.steps === report.stepsPlanned) this.#writeLosses(report.iteration, report.step, report.learningRate);
        break;
      case 'saved': {
        const { games, samples } = report.state;
        const memoryMb = process.memoryUsage().rss / 2 ** 20;
        this.write(report.iteration, 'saved', { games, samples, window: report.window, memoryMb });
        break;
      }
    }
  }

  /** Appends a line, and an event for each number. */
  write(iteration: number, stage: string, facts: Readonly<Record<string, number | string>>): void {
    const wallTime = Date.now() / 1000;
    appendFileSync(this.#file, `${JSON.stringify({ time: new Date().toISOString(), iteration, stage, ...facts })}\n`);
    for (const [name, value] of Object.entries(facts)) {
      if (typeof value === 'number') this.#events.scalar(`${stage}/${name}`, iteration, value, wallTime);
    }
  }

  #writeLosses(iteration: number, step: number, learningRate: number): void {
    const names = Object.keys(this.#losses[0]);
    const mean = (name: string): number =>
      this.#losses.reduce((sum, losses) => sum + losses[name], 0) / this.#losses.length;
    this.write(iteration, 'loss', {
      ...Object.fromEntries(names.map((name) => [name, mean(name)])),
      step,
      learningRate,
    });
    this.#losses = [];
  }
}

const describeJob = (
  job: number,
  { samples, records, plies, seconds, networkSeconds }: SelfPlayResult,
): Record<string, number> => ({
  job,
  games: records.length,
  samples: samples.count,
  pliesPerGame: plies / records.length,
  samplesPerSecond: samples.count / seconds,
  networkShare: networkSeconds / seconds,
});
