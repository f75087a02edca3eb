/** Curves over a number, with intervals where they are known, as the text of an accessible SVG picture. */
import {
  type ChartOptions,
  colourOf,
  escapeText,
  fixed,
  formatValue,
  labelTicks,
  type Plot,
  paddedRange,
  plotOf,
  type Range,
  renderAxes,
  renderChart,
  renderEmpty,
  roundTicks,
  type Scale,
  scaleOf,
} from './chart-frame.ts';

export type { ChartOptions } from './chart-frame.ts';

export type SeriesPoint = {
  readonly x: number;
  readonly y: number;
  readonly low?: number;
  readonly high?: number;
  /** The true value is not known, only that it lies beyond `y`: drawn as an open arrow. */
  readonly bound?: 'above' | 'below';
};
/** A curve with a name. */
export type Series = { readonly name: string; readonly points: readonly SeriesPoint[] };

/** Curves of up to this many points get a dot for each; more would hide the line. */
const DOTS = 60;

/** What is drawn of curves and where, so that a page can say what lies under a pointer. */
export type LineFrame = {
  readonly plot: Plot;
  readonly xRange: Range;
  readonly x: Scale;
  readonly y: Scale;
  /** `line` ends at the edges of the range, `points` are those that are inside it, in order. */
  readonly curves: readonly (Series & { readonly line: readonly SeriesPoint[] })[];
  readonly wholeXs: boolean;
  readonly yRange: Range;
};

/** Points may come in any order; those that are not numbers are left out. Null where there is nothing to draw. */
export const frameLines = (series: readonly Series[], options: ChartOptions): LineFrame | null => {
  const ordered = series.map(({ name, points }) => ({ name, points: inOrder(points) }));
  const xs = ordered.flatMap(({ points }) => points.map(({ x }) => x));
  if (xs.length === 0) return null;
  const plot = plotOf(
    options,
    ordered.map(({ name }) => name),
  );
  const xRange = options.xRange ?? paddedRange(xs, 0);
  const curves = ordered.map(({ name, points }) => ({ name, ...cutTo(points, xRange) }));
  const drawn = curves.flatMap(({ line }) => line);
  const yRange = options.yRange ?? yRangeOf(drawn);
  const x = scaleOf(xRange, plot.left + 6, plot.right - 6);
  const y = scaleOf(yRange, plot.bottom, plot.top + 4);
  return drawn.length === 0 ? null : { plot, xRange, yRange, x, y, curves, wholeXs: xs.every(Number.isInteger) };
};

/** Points may come in any order; those that are not numbers are left out. No points at all give a picture that says so. */
export const lineChart = (series: readonly Series[], options: ChartOptions): string => {
  const curves = series.map(({ name, points }) => ({ name, points: inOrder(points) }));
  const frame = frameLines(series, options);
  return renderChart(
    options,
    describe(curves, options),
    curves.map(({ name }) => name),
    (plot) => (frame === null ? renderEmpty(plot) : renderLines(frame, options)),
  );
};

const renderLines = ({ plot, xRange, yRange, x, y, curves, wholeXs }: LineFrame, options: ChartOptions): string => {
  const columns = plot.right - plot.left;
  const thinned = curves.map(({ name, points, line }) => ({
    name,
    points: thin(points, columns),
    line: thin(line, columns),
  }));
  const xTicks = labelTicks(roundTicks(xRange, columns / 70, wholeXs), x);
  const yTicks = labelTicks(roundTicks(yRange, (plot.bottom - plot.top) / 40, false), y);
  const bands = thinned.map(({ line }, index) => renderBand(line, x, y, colourOf(index)));
  const lines = thinned.map((curve, index) => renderLine(curve, x, y, colourOf(index)));
  return `${renderAxes(plot, options, xTicks, yTicks)}${bands.join('')}${lines.join('')}`;
};

/** The part of a curve inside a range, with the places where it crosses the edges. */
const cutTo = (
  points: readonly SeriesPoint[],
  [least, most]: Range,
): { readonly points: readonly SeriesPoint[]; readonly line: readonly SeriesPoint[] } => {
  const first = points.findIndex(({ x }) => x >= least);
  if (first === -1) return { points: [], line: [] };
  const last = points.findLastIndex(({ x }) => x <= most);
  const inside = points.slice(first, last + 1);
  const edge = (before: number, at: number): SeriesPoint[] => {
    const [one, other] = [points[before], points[before + 1]];
    return one === undefined || other === undefined || one.x === at || other.x === at ? [] : [between(one, other, at)];
  };
  return { points: inside, line: [...edge(first - 1, least), ...inside, ...edge(Math.max(last, first - 1), most)] };
};

/** On the straight line from one point to the next. */
const between = (one: SeriesPoint, other: SeriesPoint, x: number): SeriesPoint => {
  const share = (x - one.x) / (other.x - one.x);
  const mix = (from: number, to: number): number => from + share * (to - from);
  const y = mix(one.y, other.y);
  if (!hasInterval(one) || !hasInterval(other)) return { x, y };
  return { x, y, low: mix(one.low, other.low), high: mix(one.high, other.high) };
};

/** By x; of several points at one x all are kept. */
const inOrder = (points: readonly SeriesPoint[]): SeriesPoint[] =>
  points.filter(({ x, y }) => Number.isFinite(x) && Number.isFinite(y)).sort((one, other) => one.x - other.x);

/** Infinite ends of intervals do not count; they are drawn to the edge. */
const yRangeOf = (points: readonly SeriesPoint[]): Range => {
  const values = points.flatMap(({ y, low = y, high = y }) => [y, low, high]);
  return paddedRange(values.filter(Number.isFinite), 0.06);
};

/** Keeps of each column of the picture the first, least, greatest and last point: the drawn curve looks the same. */
const thin = (points: readonly SeriesPoint[], columns: number): readonly SeriesPoint[] => {
  if (points.length <= 4 * columns) return points;
  const first = points[0].x;
  const perColumn = (points[points.length - 1].x - first) / columns || 1;
  const kept: SeriesPoint[] = [];
  for (let start = 0, end = 0; start < points.length; start = end) {
    const column = Math.floor((points[start].x - first) / perColumn);
    let [least, most] = [start, start];
    for (end = start; end < points.length && Math.floor((points[end].x - first) / perColumn) === column; end++) {
      if (points[end].y < points[least].y) least = end;
      if (points[end].y > points[most].y) most = end;
    }
    const chosen = [...new Set([start, least, most, end - 1])].sort((one, other) => one - other);
    kept.push(...chosen.map((index) => points[index]));
  }
  return kept;
};

const hasInterval = (point: SeriesPoint): point is Required<SeriesPoint> =>
  !Number.isNaN(point.low ?? Number.NaN) && !Number.isNaN(point.high ?? Number.NaN);

/** The area between `low` and `high`; a lone point gets a bar. Infinite ends reach the edge of the picture. */
const renderBand = (points: readonly SeriesPoint[], x: Scale, y: Scale, colour: string): string => {
  const known = points.filter(hasInterval);
  if (known.length === 0) return '';
  if (known.length === 1) {
    const [{ x: at, low, high }] = known;
    return `<line x1="${fixed(x(at))}" x2="${fixed(x(at))}" y1="${fixed(y(low))}" y2="${fixed(y(high))}" stroke="${colour}" stroke-width="2" stroke-opacity=".5"/>`;
  }
  const upper = known.map(({ x: at, high }) => `${fixed(x(at))},${fixed(y(high))}`);
  const lower = known.map(({ x: at, low }) => `${fixed(x(at))},${fixed(y(low))}`).reverse();
  return `<polygon points="${[...upper, ...lower].join(' ')}" fill="${colour}" fill-opacity=".16"/>`;
};

const renderLine = (
  { name, points, line }: LineFrame['curves'][number],
  x: Scale,
  y: Scale,
  colour: string,
): string => {
  if (line.length === 0) return '';
  const path = line.map((point) => `${fixed(x(point.x))},${fixed(y(point.y))}`).join(' ');
  const marked = points.filter(({ bound }) => points.length <= DOTS || bound !== undefined);
  const dots = marked.map((point) => renderMark(name, point, x, y, colour)).join('');
  return `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2" stroke-linejoin="round" stroke-linecap="round"><title>${escapeText(name)}</title></polyline>${dots}`;
};

const renderMark = (name: string, point: SeriesPoint, x: Scale, y: Scale, colour: string): string => {
  if (point.bound !== undefined) return renderBound(name, point, x, y, colour);
  const interval = hasInterval(point) ? ` (${formatValue(point.low)} to ${formatValue(point.high)})` : '';
  const text = `${name}: ${formatValue(point.y)}${interval} at ${formatValue(point.x)}`;
  return `<circle cx="${fixed(x(point.x))}" cy="${fixed(y(point.y))}" r="2.6" fill="${colour}"><title>${escapeText(text)}</title></circle>`;
};

/** A hollow triangle that points to where the value lies. */
const renderBound = (name: string, point: SeriesPoint, x: Scale, y: Scale, colour: string): string => {
  const way = point.bound === 'above' ? -1 : 1;
  const [at, base] = [x(point.x), y(point.y)];
  const corners = [
    [at - 5, base],
    [at + 5, base],
    [at, base + way * 9],
  ];
  const path = corners.map(([across, down]) => `${fixed(across)},${fixed(down)}`).join(' ');
  const text = `${name}: ${formatPoint(point)} at ${formatValue(point.x)}`;
  return `<polygon class="bound" points="${path}" fill="none" stroke="${colour}" stroke-width="1.8"><title>${escapeText(text)}</title></polygon>`;
};

const formatPoint = ({ y, bound }: SeriesPoint): string => {
  if (bound === undefined) return formatValue(y);
  return `${bound === 'above' ? 'above' : 'below'} ${formatValue(y)}`;
};

/** A point's value for people, with its interval. */
export const describePoint = (point: SeriesPoint): string =>
  `${formatPoint(point)}${hasInterval(point) && point.bound === undefined ? ` (${formatValue(point.low)} to ${formatValue(point.high)})` : ''}`;

/** What a reader who cannot see the curves gets: where each begins and ends. */
const describe = (curves: readonly Series[], { title, xLabel, yLabel }: ChartOptions): string => {
  const sentences = curves.map(({ name, points }) => {
    if (points.length === 0) return `${name}: no data yet.`;
    const [first, last] = [points[0], points[points.length - 1]];
    const begin = `${name}: ${formatPoint(first)} at ${formatValue(first.x)}`;
    return points.length === 1 ? `${begin}.` : `${begin}, ${formatPoint(last)} at ${formatValue(last.x)}.`;
  });
  return [`${yLabel || title} by ${xLabel}.`, ...sentences].join(' ');
};
