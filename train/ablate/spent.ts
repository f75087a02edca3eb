/**
 * What a run of an ablation has spent. Iterations, games and samples are in its state and simulations follow from its games, so
 * they are the same however often it was stopped; only its time must be written down as it passes.
 */
import { existsSync, readFileSync } from 'node:fs';
import { isRecord, parseRecord } from '../../env/index.ts';
import { readTextFile, writeAtomic } from '../../fleet/index.ts';
import { type Experiment, experimentAt } from '../experiment/experiment.ts';
import type { RunState } from '../run/checkpoints.ts';
import { gamesFile } from '../run/run-files.ts';
import { jobsOf } from '../self-play-jobs.ts';
import { simsOf, simsSchedule } from '../sims-schedule.ts';
import { spentFile } from './ablation-files.ts';
import type { Budget } from './plan.ts';

/** What a run has cost so far. */
export type Spent = {
  readonly iterations: number;
  readonly games: number;
  readonly samples: number;
  /** Of self-play, as planned for its actions; alpha-beta makes none. */
  readonly simulations: number;
  /** By the clock, while it was trained. */
  readonly minutes: number;
};

/** Whether a run may not begin another iteration. */
export const isSpent = ({ type, limit }: Budget, spent: Spent): boolean => spent[type] >= limit;

/** What an ablation notes of a run beside what the run itself keeps. */
export type RunNote = {
  readonly seconds: number;
  /** At which it reached its budget; null until then. A run that somebody makes longer keeps this one for the comparison. */
  readonly finalIteration: number | null;
};

const NEW_NOTE: RunNote = { seconds: 0, finalIteration: null };

export const readNote = (run: string): RunNote => {
  const file = spentFile(run);
  if (!existsSync(file)) return NEW_NOTE;
  try {
    const { seconds, finalIteration } = readObject(file);
    const isTime = Number.isFinite(seconds) && (seconds as number) >= 0;
    const isIteration = finalIteration === null || Number.isSafeInteger(finalIteration);
    if (isTime && isIteration) return { seconds, finalIteration } as RunNote;
  } catch {
    // damaged like one that says something else
  }
  return NEW_NOTE; // the run is whole without it: it is only timed anew
};

const readObject = (file: string): Readonly<Record<string, unknown>> => {
  const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
  return isRecord(value) ? value : {};
};

export const writeNote = (run: string, note: RunNote): void =>
  writeAtomic(spentFile(run), `${JSON.stringify(note, null, 2)}\n`);

/** Simulations of the games of an iteration: every action costs what was planned for it, capped playouts in their share. */
export const simulationsOf = (run: string, experiment: Experiment, iteration: number): number => {
  const now = experimentAt(experiment, iteration);
  const sims = simsOf(simsSchedule(now.settings), iteration);
  if (sims === 0) return 0;
  const { fullShare, fastSimulations } = now.settings.selfPlay.playoutCap;
  const perAction = fullShare * sims + (1 - fullShare) * fastSimulations;
  const plies = jobsOf(now, iteration).reduce((sum, job) => sum + pliesOf(gamesFile(run, job)), 0);
  return Math.round(plies * perAction);
};

const pliesOf = (file: string): number =>
  readTextFile(file)
    .split('\n')
    .filter((line) => line !== '')
    .reduce((sum, line) => sum + parseRecord(line).moves.length, 0);

/** Adds up what a run has spent since its start, reading the games of each iteration once. */
export class SpentCounter {
  readonly #run: string;
  readonly #start: RunState;
  readonly #simulations: number[] = [0]; // up to each iteration after the start

  constructor(run: string, start: RunState) {
    this.#run = run;
    this.#start = start;
  }

  count(experiment: Experiment, { iteration, games, samples }: RunState, seconds: number): Spent {
    const { iteration: first, games: gamesBefore, samples: samplesBefore } = this.#start;
    const iterations = iteration - first;
    for (let each = this.#simulations.length; each <= iterations; each++)
      this.#simulations[each] = this.#simulations[each - 1] + simulationsOf(this.#run, experiment, first + each);
    return {
      iterations,
      games: games - gamesBefore,
      samples: samples - samplesBefore,
      simulations: this.#simulations[iterations] ?? 0,
      minutes: seconds / 60,
    };
  }
}
