/**
 * The curves of one topic. They are drawn as text by the same code that draws the report, which escapes every word; here
 * each is drawn for the width that it has on the page, so that its letters have the same size everywhere.
 */
import type { VNode } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import {
  type ChartAxis,
  type ChartedRun,
  type ChartTopic,
  type PlannedChart,
  planCharts,
} from '../../train/report/run-charts.ts';
import { Chart, type ChartSize } from './chart.tsx';

/** Several runs are drawn over each other. */
export type ChartsProps = {
  readonly runs: readonly ChartedRun[];
  readonly topic: ChartTopic;
  readonly axis: ChartAxis;
};

const HEIGHT = 250;
const GAP = 14;
const PADDING = 10; // of a panel, on each side

export const Charts = ({ runs, topic, axis }: ChartsProps): VNode => {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const rows = useMemo(() => planRows(runs, topic, width, axis), [...runs, topic, width, axis]);
  return (
    <div class="charts" ref={box}>
      {rows.map((row) => (
        <div key={row[0].plan.title} class="chart-row">
          {row.map(({ plan, size }) => (
            <Chart key={`${plan.title} ${axis}`} plan={plan} size={size} />
          ))}
        </div>
      ))}
    </div>
  );
};

/** Each chart once, as wide as its row lets it be. */
export const planRows = (
  runs: readonly ChartedRun[],
  topic: ChartTopic,
  width: number,
  axis: ChartAxis = 'iterations',
): { readonly plan: PlannedChart; readonly size: ChartSize }[][] => {
  const planned = planCharts(runs, topic, axis);
  let from = 0;
  return rowSizes(planned.length, width).map((columns) => {
    const share = (width - GAP * (columns - 1)) / columns - 2 * PADDING;
    const size = { width: Math.max(240, Math.floor(share)), height: HEIGHT };
    const row = planned.slice(from, from + columns);
    from += columns;
    return row.map((plan) => ({ plan, size }));
  });
};

/** How many charts each row gets, avoiding rows of one where possible: 5 are 3 and 2, 7 are 3, 2 and 2. */
export const rowSizes = (count: number, width: number): number[] => {
  const most = width < 640 ? 1 : width < 1000 ? 2 : 3;
  const rows = Math.ceil(count / most);
  return Array.from({ length: rows }, (_, row) => Math.floor(count / rows) + (row < count % rows ? 1 : 0));
};

/** The width of an element in pixels, kept up to date. */
const useWidth = (element: { readonly current: HTMLElement | null }): number => {
  const [width, setWidth] = useState(1200);
  useEffect(() => {
    const box = element.current;
    if (box === null) return;
    const measure = (): void => setWidth(box.clientWidth);
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    measure();
    return () => observer.disconnect();
  }, [element]);
  return width;
};
