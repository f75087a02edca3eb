/** What lies over a chart's curves: it hears pointer and keyboard, and shows what was asked for. */
import type { VNode } from 'preact';
import { colourOf, formatValue, type Range } from '../../train/report/chart-frame.ts';
import { describePoint, type LineFrame } from '../../train/report/line-chart.ts';
import type { PlannedChart } from '../../train/report/run-charts.ts';
import { type GestureOptions, useGestures } from './chart-gestures.ts';
import { describeReadings, nearestPlace, type Reading, readAt } from './chart-reading.ts';

export type ChartPlotProps = Omit<GestureOptions, 'shown'> & {
  readonly plan: PlannedChart;
  readonly frame: LineFrame;
};

export const ChartPlot = ({ plan: { title, series, options }, frame, places, ...zooming }: ChartPlotProps): VNode => {
  const { xRange } = frame;
  const seen = places.filter((place) => place >= xRange[0] && place <= xRange[1]);
  const { at, drag, handlers } = useGestures({ ...zooming, shown: xRange, places: seen });
  const [first, last] = [seen.at(0) ?? xRange[0], seen.at(-1) ?? xRange[1]];
  const now = nearestPlace(seen, at ?? last) ?? last;
  const readings = readAt(series, now, xRange);
  return (
    <>
      <div
        class="chart-plot"
        style={bandOf(frame, xRange)}
        role="slider"
        tabIndex={0}
        aria-label={`Values of ${title}`}
        aria-valuemin={first}
        aria-valuemax={last}
        aria-valuenow={now}
        aria-valuetext={describeReadings(options.xLabel, now, readings)}
        {...handlers}
      />
      {drag !== null && <span class="chart-drag" style={bandOf(frame, drag)} />}
      {at !== null && readings.length > 0 && (
        <>
          <span class="chart-line" style={bandOf(frame, [now, now])} />
          {readings.map((reading) => (
            <Dot key={reading.index} frame={frame} {...reading} />
          ))}
          <Tip frame={frame} x={now} label={`${options.xLabel} ${formatValue(now)}`} readings={readings} />
        </>
      )}
    </>
  );
};

const Dot = ({ frame: { plot, x, y }, index, point }: Reading & { readonly frame: LineFrame }): VNode => (
  <span
    class="chart-dot"
    style={{
      left: percent(x(point.x), plot.width),
      top: percent(y(point.y), plot.height),
      background: colourOf(index),
    }}
  />
);

type TipProps = {
  readonly frame: LineFrame;
  readonly x: number;
  readonly label: string;
  readonly readings: readonly Reading[];
};

/** Beside the place that it is about, on the side that has more room. */
const Tip = ({ frame, x, label, readings }: TipProps): VNode => {
  const { plot } = frame;
  const isRight = frame.x(x) > (plot.left + plot.right) / 2;
  const side = isRight
    ? { right: percent(plot.width - frame.x(x) + 8, plot.width) }
    : { left: percent(frame.x(x) + 8, plot.width) };
  return (
    <div class="chart-tip" style={{ ...side, top: percent(plot.top, plot.height) }} aria-hidden="true">
      <strong>{label}</strong>
      {readings.map(({ index, name, point }) => (
        <span key={index}>
          <i style={{ background: colourOf(index) }} /> {name}: <b>{describePoint(point)}</b>
        </span>
      ))}
    </div>
  );
};

const percent = (part: number, whole: number): string => `${(100 * part) / whole}%`;

/** The strip between two values, as high as the plot. That of the whole range is where a pointer's place is a value. */
const bandOf = ({ plot, x }: LineFrame, [one, other]: Range): Record<string, string> => ({
  left: percent(Math.min(x(one), x(other)), plot.width),
  width: percent(Math.abs(x(other) - x(one)), plot.width),
  top: percent(plot.top, plot.height),
  height: percent(plot.bottom - plot.top, plot.height),
});
