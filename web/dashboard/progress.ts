/** Where a run is, in numbers that people ask for: how far, how fast, how long still. */
import type { IterationSummary } from '../../train/report/metrics-log.ts';
import { type SimsSchedule, secondsLeft } from '../../train/sims-schedule.ts';
import type { RunOverview } from './api.ts';

export type RunProgress = {
  readonly iterations: number;
  /** Those of the iteration under way included. */
  readonly games: number;
  readonly samples: number;
  /** Games of the iteration under way, and how many there will be; null between iterations. */
  readonly underWay: { readonly iteration: number; readonly games: number; readonly planned: number } | null;
  /** Over the last finished iterations, evaluations included; null before there is one. */
  readonly gamesPerMinute: number | null;
  readonly samplesPerSecond: number | null;
  readonly secondsLeft: number | null;
};

/** Speed is measured over so many iterations: long enough to be calm, short enough to follow growing searches. */
const RECENT = 10;

/** What an older run does not tell is taken to be steady. */
const scheduleOf = (config: RunOverview['config']): SimsSchedule => {
  const numberOf = (setting: string, otherwise: number): number => Number(config[setting] ?? otherwise);
  return {
    iterations: numberOf('iterations', 0),
    teacherIterations: numberOf('selfPlay.teacher.iterations', 0),
    simulations: numberOf('selfPlay.search.simulations', 1),
    startShare: numberOf('selfPlay.search.startShare', 1),
    growIterations: numberOf('selfPlay.search.growIterations', 1),
  };
};

export const progressOf = ({ config, iteration, iterations, games, samples }: RunOverview): RunProgress => {
  const schedule = scheduleOf(config);
  const open = iterations.filter((each) => each.iteration > iteration);
  const timed = iterations.flatMap((each) => (each.seconds === null ? [] : [{ ...each, seconds: each.seconds }]));
  const recent = timed.filter(({ seconds }) => seconds > 0).slice(-RECENT);
  const seconds = sum(recent, (each) => each.seconds ?? 0);
  const rate = (take: (each: IterationSummary) => number): number | null =>
    recent.length === 0 ? null : sum(recent, take) / seconds;
  const gamesPerSecond = rate((each) => each.games);
  return {
    iterations: schedule.iterations,
    games: games + sum(open, (each) => each.games),
    samples: samples + sum(open, (each) => each.samples),
    underWay:
      open.length === 0
        ? null
        : {
            iteration: open[0].iteration,
            games: open[0].games,
            planned: Number(config['selfPlay.gamesPerIteration'] ?? 0),
          },
    gamesPerMinute: gamesPerSecond === null ? null : 60 * gamesPerSecond,
    samplesPerSecond: rate((each) => each.samples),
    secondsLeft: secondsLeft(schedule, timed, iteration),
  };
};

const sum = (items: readonly IterationSummary[], take: (item: IterationSummary) => number): number =>
  items.reduce((total, item) => total + take(item), 0);
