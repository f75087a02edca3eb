/** Curves over the stages of the game, from its start to its end. */
import { type Interval, STAGES } from '../../arena/index.ts';
import { POINT_COUNT } from '../../env/index.ts';
import type { ChartOptions } from '../report/chart-frame.ts';
import { lineChart } from '../report/line-chart.ts';
import { times } from './words.ts';

/** A curve: what is known of each stage. */
export type StageCurve = { readonly name: string; readonly stages: readonly (Interval | null)[] };

/** All numbers are drawn as percent. */
export const stageChart = (
  curves: readonly StageCurve[],
  options: Pick<ChartOptions, 'title' | 'yLabel' | 'yRange'>,
): string =>
  lineChart(
    curves.map(({ name, stages }) => ({
      name,
      points: stages.flatMap((interval, stage) => {
        if (interval === null) return [];
        const { value, low, high } = times(100, interval);
        return [{ x: middleOf(stage), y: value, low, high }];
      }),
    })),
    { ...options, xLabel: 'stacks that are gone', xRange: [0, POINT_COUNT], width: 640, height: 320 },
  );

/** Time runs to the right, stacks do not. */
const middleOf = (stage: number): number => POINT_COUNT - (STAGES[stage].most + STAGES[stage].least) / 2;
