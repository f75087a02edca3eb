/** Where a run stands: how far it is, how fast it goes, how long it still takes. */
import type { IterationSummary } from '../../train/report/metrics-log.ts';
import { runSettings } from '../../train/report/run-settings.ts';
import { secondsLeft } from '../../train/sims-schedule.ts';
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

/** Speed is measured over this many iterations: enough to be steady, few enough to follow growing searches. */
const RECENT = 10;

export const progressOf = ({ config, iteration, iterations, games, samples }: RunOverview): RunProgress => {
  const settings = runSettings(config);
  const open = iterations.filter((each) => each.iteration > iteration);
  const timed = iterations.flatMap((each) => (each.seconds === null ? [] : [{ ...each, seconds: each.seconds }]));
  const recent = timed.filter(({ seconds }) => seconds > 0).slice(-RECENT);
  const seconds = sum(recent, (each) => each.seconds ?? 0);
  const rate = (take: (each: IterationSummary) => number): number | null =>
    recent.length === 0 ? null : sum(recent, take) / seconds;
  const gamesPerSecond = rate((each) => each.games);
  return {
    iterations: settings.iterations,
    games: games + sum(open, (each) => each.games),
    samples: samples + sum(open, (each) => each.samples),
    underWay:
      open.length === 0
        ? null
        : { iteration: open[0].iteration, games: open[0].games, planned: settings.gamesPerIteration },
    gamesPerMinute: gamesPerSecond === null ? null : 60 * gamesPerSecond,
    samplesPerSecond: rate((each) => each.samples),
    secondsLeft: secondsLeft(settings, timed, iteration),
  };
};

const sum = (items: readonly IterationSummary[], take: (item: IterationSummary) => number): number =>
  items.reduce((total, item) => total + take(item), 0);
