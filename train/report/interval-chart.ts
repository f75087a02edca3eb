/** A dot and its interval for each name, one below the other, as the text of an accessible SVG picture. */
import {
  type ChartOptions,
  colourOf,
  escapeText,
  fixed,
  formatValue,
  labelTicks,
  paddedRange,
  renderAxes,
  renderChart,
  renderEmpty,
  roundTicks,
  scaleOf,
} from './chart-frame.ts';

/** A value with its interval, and what it is of. */
export type IntervalRow = {
  readonly label: string;
  readonly value: number;
  readonly low: number;
  readonly high: number;
};

/** What an interval chart is told; its height follows from its rows. */
export type IntervalChartOptions = Omit<ChartOptions, 'height' | 'yRange' | 'yLabel'> & {
  /** Where a line is drawn from top to bottom, such as the value of no difference. */
  readonly reference?: number;
};

const ROW = 26;
const AROUND = 84; // title above, axis below
const LETTER_WIDTH = 6.4;
const LONGEST_LABEL = 28;

/** Rows from top to bottom; those that are not numbers are left out. */
export const intervalChart = (rows: readonly IntervalRow[], { reference, ...given }: IntervalChartOptions): string => {
  const known = rows.filter(({ value, low, high }) => [value, low, high].every(Number.isFinite));
  const tell = ({ label, value, low, high }: IntervalRow): string =>
    `${label}: ${formatValue(value)} (${formatValue(low)} to ${formatValue(high)})`;
  const options: ChartOptions = { ...given, yLabel: '', height: AROUND + ROW * Math.max(2, known.length) };
  const description = `${options.xLabel}, with intervals. ${known.map(tell).join(', ') || 'no data yet'}.`;
  return renderChart(options, description, [], (whole) => {
    if (known.length === 0) return renderEmpty(whole);
    const labels = known.map(({ label }) =>
      label.length > LONGEST_LABEL ? `${label.slice(0, LONGEST_LABEL)}…` : label,
    );
    const room = 12 + LETTER_WIDTH * Math.max(...labels.map((label) => label.length));
    const plot = { ...whole, left: Math.max(whole.left, room) };
    const { left, right, top, bottom } = plot;
    const values = known.flatMap(({ value, low, high }) => [value, low, high]);
    const range = options.xRange ?? paddedRange(reference === undefined ? values : [...values, reference], 0.06);
    const x = scaleOf(range, left + 4, right);
    const row = (index: number): number => top + ((index + 0.5) * (bottom - top)) / known.length;
    const xTicks = labelTicks(roundTicks(range, (right - left) / 80, false), x);
    const yTicks = labels.map((label, index) => ({ at: row(index), label }));
    const line =
      reference === undefined
        ? ''
        : `<line x1="${fixed(x(reference))}" x2="${fixed(x(reference))}" y1="${top}" y2="${bottom}" stroke="currentColor" stroke-opacity=".5" stroke-dasharray="4 3"/>`;
    const dots = known.map((each, index) => {
      const y = fixed(row(index));
      return `<g stroke="${colourOf(0)}" fill="${colourOf(0)}"><title>${escapeText(tell(each))}</title><line x1="${fixed(x(each.low))}" x2="${fixed(x(each.high))}" y1="${y}" y2="${y}" stroke-width="2.5"/><circle cx="${fixed(x(each.value))}" cy="${y}" r="5"/></g>`;
    });
    return `${renderAxes(plot, options, xTicks, yTicks)}${line}${dots.join('')}`;
  });
};
