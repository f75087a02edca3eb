/**
 * The curves of a run, or of several runs over each other, as charts by topic. Needs nothing of Node, so that the dashboard draws the same
 * charts as the report.
 */
import { eloOfScore } from '../../arena/pair-score.ts';
import { wilsonInterval } from '../../arena/wilson.ts';
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

/** What charts may go along. */
export const CHART_AXES = ['iterations', 'samples', 'hours'] as const;
/** What charts are drawn over. */
export type ChartAxis = (typeof CHART_AXES)[number];

const AXIS_LABELS: Readonly<Record<ChartAxis, string>> = {
  iterations: 'iteration',
  samples: 'samples of the run',
  hours: 'hours of training',
};

type Size = Pick<ChartOptions, 'width' | 'height' | 'xRange'>;

/** A chart that is drawn only on demand, at the size asked for. */
export type PlannedChart = Omit<RunChart, 'svg'> & {
  readonly series: readonly Series[];
  readonly options: ChartOptions;
  readonly draw: (size: Size) => string;
};

/** All charts of these runs, drawn. */
export const runCharts = (runs: readonly ChartedRun[], size: Size = {}, axis: ChartAxis = 'iterations'): RunChart[] =>
  CHART_TOPICS.flatMap((topic) => planCharts(runs, topic, axis)).map(({ topic, title, draw }) => ({
    topic,
    title,
    svg: draw(size),
  }));

/** The charts of a topic. One without any data in any of the runs is left out. */
export const planCharts = (
  runs: readonly ChartedRun[],
  topic: ChartTopic,
  axis: ChartAxis = 'iterations',
): PlannedChart[] =>
  curvesOf(runs, topic).flatMap((curve) => {
    const named = runs.flatMap((run) => {
      const series = nameSeries(curve.series(run), run, runs.length);
      return curve.xLabel === undefined ? moveAlong(series, placesOf(run, axis)) : series;
    });
    const series = named.filter(({ points }) => points.length > 0);
    if (series.length === 0) return [];
    const { title, yLabel, yRange, xLabel = AXIS_LABELS[axis] } = curve;
    const options: ChartOptions = { title, xLabel, yLabel, ...(yRange === undefined ? {} : { yRange }) };
    return [{ topic, title, series, options, draw: (size) => lineChart(series, { ...options, ...size }) }];
  });

/** Where the end of an iteration lies on an axis; null where nobody knows. */
const placesOf = ({ iterations }: ChartedRun, axis: ChartAxis): ((iteration: number) => number | null) => {
  if (axis === 'iterations') return (iteration) => iteration;
  const places = new Map<number, number>();
  let seconds = 0;
  for (const { iteration, samplesSeen, seconds: own } of iterations) {
    seconds += own ?? 0;
    const place = axis === 'samples' ? samplesSeen : own === null ? null : seconds / 3600;
    if (place !== null) places.set(iteration, place);
  }
  return (iteration) => places.get(iteration) ?? null;
};

const moveAlong = (series: readonly Series[], place: (iteration: number) => number | null): Series[] =>
  series.map(({ name, points }) => ({
    name,
    points: points.flatMap((point) => {
      const x = place(point.x);
      return x === null ? [] : [{ ...point, x }];
    }),
  }));

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
    return bins[bins.length - 1][0] + LENGTH_BIN; // counts so large that their sum is rounded
  });
};

type Curve = {
  readonly title: string;
  readonly yLabel: string;
  /** For a chart along something of its own. */
  readonly xLabel?: string;
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
      series: perOpponent(eloPoint),
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

/**
 * A clean sweep has no finite Elo: what is known is a bound, the end of the 95 % interval that is finite. Older runs do not
 * know that either; half a point less is the bound then.
 */
const eloPoint = ({ elo, eloLow, eloHigh, score, low, games }: ArenaSummary): Omit<SeriesPoint, 'x'> => {
  const interval =
    low === null ? {} : { low: eloLow ?? Number.NEGATIVE_INFINITY, high: eloHigh ?? Number.POSITIVE_INFINITY };
  if (elo !== null) return { y: elo, ...interval };
  const played = games ?? 20;
  const nearly = eloOfScore((played * score + 0.5) / (played + 1));
  return score > 0.5
    ? { y: eloLow ?? nearly, ...interval, bound: 'above' }
    : { y: eloHigh ?? nearly, ...interval, bound: 'below' };
};

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
      title: Object.hasOwn(LOSS_TITLES, name) ? LOSS_TITLES[name] : `Loss: ${name}`,
      yLabel: 'nats',
      series: (run) => [
        { name, points: pointsOf(run, ({ losses }) => (Object.hasOwn(losses, name) ? losses[name] : null)) },
      ],
    }),
  );
  return [...curves, calibrationCurve(runs.length === 1), ...LEARNING_CURVES];
};

const LEARNING_CURVES: readonly Curve[] = [
  {
    title: 'Entropy of policies',
    yLabel: 'nats',
    series: (run) => [
      { name: 'network', points: pointsOf(run, ({ policyEntropy }) => policyEntropy) },
      { name: 'target', points: pointsOf(run, ({ targetEntropy }) => targetEntropy) },
    ],
  },
  {
    title: 'Error of winning chances',
    yLabel: 'Brier score, calibration error',
    series: (run) => [
      { name: 'Brier score', points: pointsOf(run, ({ brier }) => brier) },
      { name: 'calibration error', points: pointsOf(run, ({ calibrationError }) => calibrationError) },
    ],
  },
  {
    title: 'Norm of the gradient',
    yLabel: 'before clipping; mean, largest',
    series: (run) => [
      { name: 'mean', points: pointsOf(run, ({ gradientNorm }) => gradientNorm) },
      { name: 'largest', points: pointsOf(run, ({ gradientNormMost }) => gradientNormMost) },
    ],
  },
  {
    title: 'Age of the samples',
    yLabel: 'iterations; mean, oldest',
    series: (run) => [
      { name: 'mean', points: pointsOf(run, ({ ageMean }) => ageMean) },
      { name: 'oldest', points: pointsOf(run, ({ ageMost }) => ageMost) },
    ],
  },
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

/** Of the newest iteration that was measured; a network that knows what it knows lies on the diagonal. */
const calibrationCurve = (hasDiagonal: boolean): Curve => ({
  title: 'Value calibration',
  xLabel: 'predicted to win, %',
  yLabel: 'won, %, 95 % interval',
  yRange: [0, 100],
  series: ({ iterations }) => {
    const newest = iterations.findLast(({ calibration }) => calibration.length > 0);
    if (newest === undefined) return [];
    const points = newest.calibration.map(({ count, predicted, won }) => {
      const [low, high] = wilsonInterval(won, count);
      return { x: 100 * predicted, y: 100 * won, low: 100 * low, high: 100 * high };
    });
    const diagonal = { name: 'as it should be', points: [0, 100].map((share) => ({ x: share, y: share })) };
    return [{ name: `iteration ${newest.iteration}`, points }, ...(hasDiagonal ? [diagonal] : [])];
  },
});

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
          const count = Object.hasOwn(endings, reason) ? endings[reason] : 0;
          return total === 0 ? null : (100 * count) / total;
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

const whitePoint = ({ iteration, whiteWins, endings }: IterationSummary): SeriesPoint[] => {
  if (whiteWins === null) return [];
  const games = Object.values(endings).reduce((sum, count) => sum + count, 0) || 1;
  const [low, high] = wilsonInterval(whiteWins, games);
  return [{ x: iteration, y: 100 * whiteWins, low: 100 * low, high: 100 * high }];
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
