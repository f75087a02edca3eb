/**
 * A chart that can be asked: it says what its curves are worth under the pointer or where the keyboard is, and shows a part of
 * them larger. The picture is the report's; what answers lies over it.
 */
import type { VNode } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { Range } from '../../train/report/chart-frame.ts';
import { frameLines } from '../../train/report/line-chart.ts';
import type { PlannedChart } from '../../train/report/run-charts.ts';
import { ChartPlot } from './chart-plot.tsx';
import { placesOf, zoomBy, zoomTo } from './chart-reading.ts';

export type ChartSize = { readonly width: number; readonly height: number };
export type ChartProps = { readonly plan: PlannedChart; readonly size: ChartSize };

export const Chart = ({ plan, size }: ChartProps): VNode => {
  const { title, series, options } = plan;
  const [zoom, setZoom] = useState<Range | null>(null);
  const view = { ...size, ...(zoom === null ? {} : { xRange: zoom }) };
  const svg = useMemo(() => plan.draw(view), [plan, size.width, size.height, zoom]);
  const frame = useMemo(() => frameLines(series, { ...options, ...view }), [plan, size.width, size.height, zoom]);
  const places = useMemo(() => placesOf(series), [series]);
  const whole: Range = [places[0], places[places.length - 1]];
  const zoomAround = (around: number, factor: number): void => {
    if (frame !== null) setZoom(zoomBy(whole, frame.xRange, around, factor));
  };
  return (
    <figure class="panel chart-figure">
      <div class="chart-box">
        <div dangerouslySetInnerHTML={{ __html: svg }} />
        {frame !== null && places.length > 1 && (
          <ChartPlot
            {...{ plan, frame, places, zoomAround }}
            onZoom={(range) => setZoom(zoomTo(whole, range))}
            onReset={() => setZoom(null)}
          />
        )}
      </div>
      {frame !== null && places.length > 1 && (
        <ZoomButtons
          title={title}
          isZoomed={zoom !== null}
          onZoom={(factor) => zoomAround((frame.xRange[0] + frame.xRange[1]) / 2, factor)}
          onReset={() => setZoom(null)}
        />
      )}
    </figure>
  );
};

type ZoomButtonsProps = {
  readonly title: string;
  readonly isZoomed: boolean;
  readonly onZoom: (factor: number) => void;
  readonly onReset: () => void;
};

const ZoomButtons = ({ title, isZoomed, onZoom, onReset }: ZoomButtonsProps): VNode => (
  <span class="zoom">
    {isZoomed && (
      <>
        <button type="button" aria-label={`Show all of ${title}`} title="Show all (Esc)" onClick={onReset}>
          ↔
        </button>
        <button type="button" aria-label={`Zoom out of ${title}`} title="Zoom out (−)" onClick={() => onZoom(2)}>
          −
        </button>
      </>
    )}
    <button type="button" aria-label={`Zoom into ${title}`} title="Zoom in (+), or drag" onClick={() => onZoom(0.5)}>
      +
    </button>
  </span>
);
