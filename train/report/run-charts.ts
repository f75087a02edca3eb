/**
 * The curves of a run, or of several runs over each other, as charts by topic. Needs nothing of Node, so that the dashboard draws the same
 * charts as the report.
 */
import { eloOfScore } from '../../arena/pair-score.ts';
import { LENGTH_BIN } from '../watch/game-statistics.ts';
import type { ChartOptions } from './chart-frame.ts';
import { lineChart, type Series, type SeriesPoint } from './line-chart.ts';
import type { ArenaSummary, IterationSummary } from './metrics-log.ts';
import type { RunSummary } from './read-run.ts';

/** What the charts need of a run. */
export type ChartedRun = Pick<RunSummary, 'name' | 'iterations' | 'arena'>;

/** What the curves of runs are about. */
export const CHART_TOPICS = ['strength', 'learning', 'games', 'machine'] as const;
/** One of `CHART_TOPICS`. */
export type ChartTopic = (typeof CHART_TOPICS)[number];

/** A chart of runs, as SVG. */
export type RunChart = { readonly topic: ChartTopic; readonly title: string; readonly svg: string };

type Size = Pick<ChartOptions, 'width' | 'height'>;

/** A chart that is drawn only on demand, at the size asked for. */
export type PlannedChart = Omit<RunChart, 'svg'> & { readonly draw: (size: Size) => string };

/** The curves of runs, as SVG. */
export const runCharts = (runs: readonly ChartedRun[], size: Size = {}): RunChart[] =>
  CHART_TOPICS.flatMap((topic) => planCharts(runs, topic)).map(({ draw, ...chart }) => ({ ...chart, svg: draw(size) }));

/** The charts of a topic. One without any data in any of the runs is left out. */
export const planCharts = (runs: readonly ChartedRun[], topic: ChartTopic): PlannedChart[] =>
  curvesOf(runs, topic).flatMap((curve) => {
    const named = runs.flatMap((run) => nameSeries(curve.series(run), run, runs.length));
    const series = named.filter(({ points }) => points.length > 0);
    if (series.length === 0) return [];
    const { title } = curve;
    return [{ topic, title, draw: (size) => lineChart(series, { xLabel: 'iteration', ...size, ...curve }) }];
  });

const curvesOf = (runs: readonly ChartedRun[], topic: ChartTopic): readonly Curve[] => {
  switch (topic) {
    case 'strength':
      return strengthCurves(runs);
    case 'learning':
      return lossCurves(runs);
    case 'games':
      return GAME_CURVES;
    case 'machine':
      return MACHINE_CURVES;
  }
};

/** Actions in the shortest tenth, half and nine tenths of the games. Bins are spread evenly inside. */
export const lengthQuantiles = (lengths: IterationSummary['lengths']): readonly number[] | null => {
  const bins = Object.entries(lengths)
    .map(([from, count]) => [Number(from), count] as const)
    .sort(([one], [other]) => one - other);
  const total = bins.reduce((sum, [, count]) => sum + count, 0);
  if (total === 0) return null;
  return [0.1, 0.5, 0.9].map((share) => {
    let left = share * total;
    for (const [from, count] of bins) {
      if (left <= count) return from + (LENGTH_BIN * left) / count;
      left -= count;
    }
    throw new Error(`no bin holds ${share} of ${total} games`);
  });
};

type Curve = {
  readonly title: string;
  readonly yLabel: string;
  readonly yRange?: readonly [number, number];
  readonly series: (run: ChartedRun) => readonly Series[];
};

const nameSeries = (series: readonly Series[], run: ChartedRun, runs: number): Series[] =>
  series.map(({ name, points }) => ({
    name: runs === 1 ? name : series.length === 1 ? run.name : `${run.name}: ${name}`,
    points,
  }));

const pointsOf = (run: ChartedRun, take: (iteration: IterationSummary) => number | null): SeriesPoint[] =>
  run.iterations.flatMap((summary) => {
    const y = take(summary);
    return y === null ? [] : [{ x: summary.iteration, y }];
  });

/** One run: a curve for each opponent. Several: a chart for each opponent, with a curve for each run. */
const strengthCurves = (runs: readonly ChartedRun[]): Curve[] => {
  const opponents = [...new Set(runs.flatMap(({ arena }) => arena.map(({ opponent }) => opponent)))];
  if (runs.length === 1) return matchCurves(opponents, 'each opponent');
  return opponents.flatMap((opponent) => matchCurves([opponent], opponent));
};

const matchCurves = (opponents: readonly string[], whom: string): Curve[] => {
  const perOpponent =
    (take: (match: ArenaSummary) => Omit<SeriesPoint, 'x'>): Curve['series'] =>
    ({ arena }) =>
      opponents.map((opponent) => ({
        name: `against ${opponent}`,
        points: arena
          .filter((match) => match.opponent === opponent)
          .map((match) => ({ x: match.iteration, ...take(match) })),
      }));
  return [
    {
      title: `Elo above ${whom}`,
      yLabel: 'Elo, 95 % interval',
      series: perOpponent((match) => ({ y: eloOrBound(match), ...eloInterval(match) })),
    },
    {
      title: `Score against ${whom}`,
      yLabel: 'score, %',
      yRange: [0, 100],
      series: perOpponent(({ score, low, high }) => ({
        y: 100 * score,
        ...(low === null || high === null ? {} : { low: 100 * low, high: 100 * high }),
      })),
    },
  ];
};

/** A clean sweep has no finite Elo: it is drawn where half a point less would be, with an interval that has no end. */
const eloOrBound = ({ elo, score, games }: ArenaSummary): number => {
  if (elo !== null) return elo;
  const played = games ?? 20;
  return eloOfScore((played * score + 0.5) / (played + 1));
};

const eloInterval = ({ low, eloLow, eloHigh }: ArenaSummary): Partial<SeriesPoint> =>
  low === null ? {} : { low: eloLow ?? Number.NEGATIVE_INFINITY, high: eloHigh ?? Number.POSITIVE_INFINITY };

const LOSS_TITLES: Readonly<Record<string, string>> = {
  policy: 'Policy loss',
  value: 'Value loss',
  total: 'Total loss',
};

/** Losses live on different scales, so each has its own chart. The total is their sum and says no more. */
const lossCurves = (runs: readonly ChartedRun[]): Curve[] => {
  const names = [...new Set(runs.flatMap(({ iterations }) => iterations.flatMap(({ losses }) => Object.keys(losses))))];
  const parts = names.filter((name) => name !== 'total' || names.length === 1);
  const curves = parts.map(
    (name): Curve => ({
      title: LOSS_TITLES[name] ?? `Loss: ${name}`,
      yLabel: 'nats',
      series: (run) => [{ name, points: pointsOf(run, ({ losses }) => losses[name] ?? null) }],
    }),
  );
  return [...curves, ...LEARNING_CURVES];
};

const LEARNING_CURVES: readonly Curve[] = [
  {
    title: 'Learning rate',
    yLabel: '',
    series: (run) => [{ name: 'learning rate', points: pointsOf(run, ({ learningRate }) => learningRate) }],
  },
  {
    title: 'Replay window',
    yLabel: 'samples',
    series: (run) => [{ name: 'window', points: pointsOf(run, ({ window }) => window) }],
  },
];

const GAME_CURVES: readonly Curve[] = [
  {
    title: 'Length of games',
    yLabel: 'actions; median, 10–90 %',
    series: (run) => [{ name: 'actions', points: run.iterations.flatMap(lengthPoint) }],
  },
  {
    title: 'How games end',
    yLabel: '% of games',
    series: (run) => {
      const reasons = [...new Set(run.iterations.flatMap(({ endings }) => Object.keys(endings)))].sort();
      return reasons.map((reason) => ({
        name: reason,
        points: pointsOf(run, ({ endings }) => {
          const total = Object.values(endings).reduce((sum, count) => sum + count, 0);
          return total === 0 ? null : (100 * (endings[reason] ?? 0)) / total;
        }),
      }));
    },
  },
  {
    title: 'Games won by white',
    yLabel: '% of games, 95 % interval',
    series: (run) => [{ name: 'white', points: run.iterations.flatMap(whitePoint) }],
  },
];

/** Runs of older programs have only the mean. */
const lengthPoint = ({ iteration, lengths, pliesPerGame }: IterationSummary): SeriesPoint[] => {
  const quantiles = lengthQuantiles(lengths);
  if (quantiles !== null) return [{ x: iteration, y: quantiles[1], low: quantiles[0], high: quantiles[2] }];
  return pliesPerGame === null ? [] : [{ x: iteration, y: pliesPerGame }];
};

/** Wilson's interval, since a few games prove little. */
const whitePoint = ({ iteration, whiteWins, endings }: IterationSummary): SeriesPoint[] => {
  if (whiteWins === null) return [];
  const games = Object.values(endings).reduce((sum, count) => sum + count, 0) || 1;
  const squared = 1.96 ** 2 / games;
  const centre = (whiteWins + squared / 2) / (1 + squared);
  const half = Math.sqrt(squared * (whiteWins * (1 - whiteWins) + squared / 4)) / (1 + squared);
  return [{ x: iteration, y: 100 * whiteWins, low: 100 * (centre - half), high: 100 * (centre + half) }];
};

const MACHINE_CURVES: readonly Curve[] = [
  {
    title: 'Self-play speed',
    yLabel: 'samples/s a worker',
    series: (run) => [{ name: 'samples/s', points: pointsOf(run, ({ samplesPerSecond }) => samplesPerSecond) }],
  },
  {
    title: 'Simulations for an action',
    yLabel: 'simulations',
    series: (run) => [{ name: 'simulations', points: pointsOf(run, ({ sims }) => sims) }],
  },
  {
    title: 'Time in the network',
    yLabel: '% of self-play',
    yRange: [0, 100],
    series: (run) => [
      {
        name: 'share',
        points: pointsOf(run, ({ networkShare }) => (networkShare === null ? null : 100 * networkShare)),
      },
    ],
  },
  {
    title: 'Time for an iteration',
    yLabel: 'seconds',
    series: (run) => [{ name: 'seconds', points: pointsOf(run, ({ seconds }) => seconds) }],
  },
  {
    title: 'Memory',
    yLabel: 'MB',
    series: (run) => [
      { name: 'process with all threads', points: pointsOf(run, ({ memoryMb }) => memoryMb) },
      { name: 'heap of the main thread', points: pointsOf(run, ({ heapMb }) => heapMb) },
    ],
  },
  {
    title: 'Tensors held by tfjs',
    yLabel: 'tensors',
    series: (run) => [{ name: 'tensors', points: pointsOf(run, ({ tensors }) => tensors) }],
  },
];
