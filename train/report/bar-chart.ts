/** How many of each, as the text of an accessible SVG picture: histograms, and counts of a few words. */
import {
  type ChartOptions,
  colourOf,
  escapeText,
  fixed,
  formatValue,
  labelTicks,
  renderAxes,
  renderChart,
  renderEmpty,
  roundTicks,
  scaleOf,
} from './chart-frame.ts';

export type Bar = { readonly label: string; readonly value: number };

const LABEL_ROOM = 44; // units that a label under a bar needs

/** Bars from left to right; where there are many, only every few have a label. */
export const barChart = (bars: readonly Bar[], options: ChartOptions): string => {
  const known = bars.filter(({ value }) => Number.isFinite(value));
  const told = known.map(({ label, value }) => `${label}: ${formatValue(value)}`).join(', ');
  const description = `${options.yLabel} by ${options.xLabel}. ${told || 'no data yet'}.`;
  return renderChart(options, description, [], (plot) => {
    if (known.length === 0) return renderEmpty(plot);
    const { left, right, top, bottom } = plot;
    const most = Math.max(...known.map(({ value }) => value));
    const range = options.yRange ?? ([0, most > 0 ? most * 1.06 : 1] as const);
    const y = scaleOf(range, bottom, top + 4);
    const wide = (right - left) / known.length;
    const every = Math.ceil(LABEL_ROOM / wide);
    const labels = known.map(({ label }, index) => ({ at: left + (index + 0.5) * wide, label }));
    const gap = Math.min(6, wide * 0.12);
    const drawn = known.map(({ label, value }, index) => {
      const text = escapeText(`${label}: ${formatValue(value)}`);
      return `<rect x="${fixed(left + index * wide + gap)}" y="${fixed(y(value))}" width="${fixed(Math.max(1, wide - 2 * gap))}" height="${fixed(bottom - y(value))}" rx="1.5" fill="${colourOf(0)}"><title>${text}</title></rect>`;
    });
    const yTicks = labelTicks(
      roundTicks(
        range,
        (bottom - top) / 40,
        known.every(({ value }) => Number.isInteger(value)),
      ),
      y,
    );
    const xTicks = labels.filter((_, index) => index % every === 0);
    return `${renderAxes(plot, options, xTicks, yTicks)}${drawn.join('')}`;
  });
};
