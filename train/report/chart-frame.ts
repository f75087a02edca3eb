/**
 * What charts share: scales, round ticks, axes, a legend, and text that is safe inside SVG. No library: a report is one file without
 * scripts, and the dashboard draws the same text in a browser. Colours are CSS variables with defaults that read on light and dark.
 */

/** What a chart is told. */
export type ChartOptions = {
  readonly title: string;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly width?: number; // units of the view box; the picture scales with its container
  readonly height?: number;
  readonly yRange?: readonly [number, number];
  /** The part of the horizontal axis to draw; all of it unless told otherwise. */
  readonly xRange?: readonly [number, number];
};

export type Range = readonly [number, number];
export type Scale = (value: number) => number;

/** The part of the picture that curves and bars are drawn in. */
export type Plot = {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
};

const DEFAULT_WIDTH = 480;
const DEFAULT_HEIGHT = 280;
const LETTER_WIDTH = 6.4; // of a 12-unit sans-serif font, on average; only the legend's line breaks depend on it
const LEFT = 62; // room for labels of six characters and the name of the axis
const TITLE_HEIGHT = 30;
const LEGEND_ROW = 18;

// Okabe and Ito's colours, which people with any colour vision tell apart, darkened or lightened to stand out on both grounds.
const COLOURS = ['#2f7fc1', '#d9700a', '#129a74', '#c0569b', '#9a8510', '#6f6fd1', '#c8483b', '#64798c'];

export const colourOf = (index: number): string => {
  const place = index % COLOURS.length;
  return `var(--chart-${place + 1}, ${COLOURS[place]})`;
};

/** The whole picture: names for screen readers, the visible title, the legend, and what was drawn between. */
export const renderChart = (
  options: ChartOptions,
  description: string,
  names: readonly string[],
  draw: (plot: Plot) => string,
): string => {
  const plot = plotOf(options, names);
  const title = escapeText(options.title);
  return `<svg xmlns="http://www.w3.org/2000/svg" class="chart" viewBox="0 0 ${plot.width} ${plot.height}" role="img" font-family="inherit" font-size="12" fill="currentColor"><title>${title}</title><desc>${escapeText(description)}</desc><text x="${plot.left}" y="18" font-size="14" font-weight="600">${title}</text>${placeLegend(names, plot.width).text}${draw(plot)}</svg>`;
};

/** Where a chart with these names in its legend draws its curves. */
export const plotOf = (
  { width = DEFAULT_WIDTH, height = DEFAULT_HEIGHT }: Pick<ChartOptions, 'width' | 'height'>,
  names: readonly string[],
): Plot => {
  const top = TITLE_HEIGHT + placeLegend(names, width).rows * LEGEND_ROW;
  return { width, height, left: LEFT, right: width - 14, top, bottom: height - 44 };
};

const placeLegend = (names: readonly string[], width: number): { readonly rows: number; readonly text: string } => {
  if (names.length < 2) return { rows: 0, text: '' };
  let [x, row, text] = [LEFT, 0, ''];
  names.forEach((name, index) => {
    const shown = shorten(name, 40);
    const wide = 30 + shown.length * LETTER_WIDTH;
    if (x > LEFT && x + wide > width) [x, row] = [LEFT, row + 1];
    const y = TITLE_HEIGHT + row * LEGEND_ROW + 2;
    text += `<rect x="${fixed(x)}" y="${y - 3}" width="14" height="4" rx="2" fill="${colourOf(index)}"/><text x="${fixed(x + 19)}" y="${y + 3}">${escapeText(shown)}</text>`;
    x += wide;
  });
  return { rows: row + 1, text };
};

/** Lines at round values, their labels, and the names of both axes. */
export const renderAxes = (
  plot: Plot,
  { xLabel, yLabel }: ChartOptions,
  xTicks: readonly Tick[],
  yTicks: readonly Tick[],
): string => {
  const { left, right, top, bottom, height } = plot;
  const across = yTicks.map(
    ({ at, label }) =>
      `<line x1="${left}" x2="${right}" y1="${fixed(at)}" y2="${fixed(at)}" stroke="currentColor" stroke-opacity=".15"/><text x="${left - 7}" y="${fixed(at + 4)}" text-anchor="end" fill-opacity=".75">${escapeText(label)}</text>`,
  );
  const along = xTicks.map(
    ({ at, label }) =>
      `<line x1="${fixed(at)}" x2="${fixed(at)}" y1="${bottom}" y2="${bottom + 4}" stroke="currentColor" stroke-opacity=".5"/><text x="${fixed(at)}" y="${bottom + 17}" text-anchor="middle" fill-opacity=".75">${escapeText(label)}</text>`,
  );
  const middle = fixed((top + bottom) / 2);
  return `<g>${across.join('')}${along.join('')}<line x1="${left}" x2="${right}" y1="${bottom}" y2="${bottom}" stroke="currentColor" stroke-opacity=".5"/><text x="${fixed((left + right) / 2)}" y="${height - 8}" text-anchor="middle">${escapeText(xLabel)}</text><text transform="translate(13 ${middle}) rotate(-90)" text-anchor="middle">${escapeText(yLabel)}</text></g>`;
};

export const renderEmpty = ({ left, right, top, bottom }: Plot): string =>
  `<rect x="${left}" y="${top}" width="${right - left}" height="${bottom - top}" rx="6" fill-opacity=".05"/><text x="${fixed((left + right) / 2)}" y="${fixed((top + bottom) / 2)}" text-anchor="middle" fill-opacity=".75">no data yet</text>`;

export type Tick = { readonly at: number; readonly label: string };

/** Values become coordinates; what lies outside the range is held at its edge. */
export const scaleOf =
  ([least, most]: Range, from: number, to: number): Scale =>
  (value) =>
    from + ((Math.min(most, Math.max(least, value)) - least) / (most - least || 1)) * (to - from);

/** Values at 1, 2 or 5 times a power of ten, about `wanted` of them, all inside the range. */
export const roundTicks = ([least, most]: Range, wanted: number, wholeOnly: boolean): number[] => {
  const rough = (most - least) / Math.max(1, wanted);
  const power = 10 ** Math.floor(Math.log10(rough));
  const fine = ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10) * power;
  const step = wholeOnly ? Math.max(1, fine) : fine;
  const first = Math.ceil(least / step - 1e-9);
  const last = Math.floor(most / step + 1e-9);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => (first + index) * step);
};

/** A range with room around it, also where all values are the same. */
export const paddedRange = (values: readonly number[], share: number): Range => {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) [least, most] = [Math.min(least, value), Math.max(most, value)];
  const room = most > least ? (most - least) * share : Math.abs(most) || 1;
  return [least - room, most + room];
};

/** Tick labels with just enough digits to differ. */
export const labelTicks = (values: readonly number[], scale: Scale): Tick[] => {
  const step = values.length > 1 ? values[1] - values[0] : Math.abs(values[0] ?? 1) || 1;
  const largest = Math.max(...values.map(Math.abs), 0);
  const [unit, suffix] = unitFor(largest);
  const digits = Math.min(12, Math.max(0, -Math.floor(Math.log10(step / unit) + 1e-9)));
  return values.map((value) => ({
    at: scale(value),
    label: value === 0 ? '0' : `${(value / unit).toFixed(digits).replace('-', '−')}${suffix}`,
  }));
};

/** Large and tiny numbers are written short, or they would not fit beside the axis. */
const unitFor = (largest: number): readonly [unit: number, suffix: string] => {
  if (largest >= 1e9) return [1e9, 'G'];
  if (largest >= 1e6) return [1e6, 'M'];
  if (largest >= 1e4) return [1e3, 'k'];
  if (largest >= 0.01 || largest === 0) return [1, ''];
  const exponent = Math.floor(Math.log10(largest) + 1e-9);
  return [10 ** exponent, `e−${-exponent}`];
};

/** For people: four digits that matter. */
export const formatValue = (value: number): string => String(Number(value.toPrecision(4))).replace('-', '−');

export const fixed = (coordinate: number): string => String(Math.round(coordinate * 10) / 10);

const shorten = (text: string, most: number): string => (text.length <= most ? text : `${text.slice(0, most - 1)}…`);

/** Control characters are not allowed in XML at all. */
export const escapeText = (text: string): string =>
  text.replace(/\p{Cc}|\p{Cs}/gu, ' ').replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
