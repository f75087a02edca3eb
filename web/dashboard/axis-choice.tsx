/** What all charts of a page go along. */
import type { VNode } from 'preact';
import { CHART_AXES, type ChartAxis } from '../../train/report/run-charts.ts';

export type AxisChoiceProps = { readonly axis: ChartAxis; readonly onChoose: (axis: ChartAxis) => void };

export const AxisChoice = ({ axis, onChoose }: AxisChoiceProps): VNode => (
  <label class="quiet axis-choice">
    Charts by{' '}
    <select value={axis} onChange={({ currentTarget }) => onChoose(currentTarget.value as ChartAxis)}>
      {CHART_AXES.map((each) => (
        <option key={each}>{each}</option>
      ))}
    </select>
  </label>
);
