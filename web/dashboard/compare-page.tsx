/** Several runs: their curves over each other, the settings in which they differ, and what they had reached at the same iteration. */
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { formatValue } from '../../train/report/chart-frame.ts';
import { type ComparedRow, compareRuns } from '../../train/report/compare-runs.ts';
import { type ChartAxis, type ChartTopic, planCharts } from '../../train/report/run-charts.ts';
import type { RunOverview } from './api.ts';
import { AxisChoice } from './axis-choice.tsx';
import { Charts } from './charts.tsx';
import { LostNotice } from './lost-notice.tsx';
import { Missing } from './missing.tsx';
import { useRuns } from './use-runs.ts';

/** As many as there are colours. */
export const MOST_COMPARED = 8;

const TOPICS: readonly (readonly [ChartTopic, string])[] = [
  ['strength', 'Strength'],
  ['learning', 'Learning'],
  ['games', 'Games'],
  ['machine', 'Machine'],
];

export const ComparePage = ({ names }: { readonly names: readonly string[] }): VNode => {
  const { overviews, problems, isLost } = useRuns(names);
  const [axis, setAxis] = useState<ChartAxis>('iterations');
  useEffect(() => {
    document.title = `${names.join(', ')} · TZAAR`;
  }, [names.join('\n')]);
  const runs = overviews.flatMap((overview) => (overview === null ? [] : [overview]));
  return (
    <>
      {isLost && <LostNotice />}
      {problems.map(
        (problem, index) => problem !== null && <Missing key={names[index]} name={names[index]} problem={problem} />,
      )}
      <h2>{names.length} runs side by side</h2>
      {runs.length === 0 ? (
        <p class="quiet">Reading the runs…</p>
      ) : (
        <>
          <Comparison runs={runs} />
          <AxisChoice axis={axis} onChoose={setAxis} />
          {TOPICS.filter(([topic]) => planCharts(runs, topic, axis).length > 0).map(([topic, title]) => (
            <section key={topic} aria-labelledby={topic}>
              <h2 id={topic}>{title}</h2>
              <Charts runs={runs} topic={topic} axis={axis} />
            </section>
          ))}
        </>
      )}
    </>
  );
};

const Comparison = ({ runs }: { readonly runs: readonly RunOverview[] }): VNode => {
  const { runs: names, settings, iteration, results } = compareRuns(runs);
  return (
    <section aria-label="Differences">
      <Rows title="Settings that differ" names={names} rows={settings} none="They have the same settings." />
      <Rows title={`After iteration ${iteration}`} names={names} rows={results} none="Nothing is known yet." />
    </section>
  );
};

type RowsProps = {
  readonly title: string;
  readonly names: readonly string[];
  readonly rows: readonly ComparedRow[];
  readonly none: string;
};

const Rows = ({ title, names, rows, none }: RowsProps): VNode => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, and must do so with the keyboard too
  <section class="panel compared" aria-label={title} tabIndex={0}>
    <table>
      <caption>{title}</caption>
      <thead>
        <tr>
          <td />
          {names.map((name) => (
            <th key={name} scope="col">
              <a href={`?run=${encodeURIComponent(name)}`}>{name}</a>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, values }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {values.map((value, index) => (
              <td key={names[index]}>{describeValue(value)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
    {rows.length === 0 && <p class="quiet">{none}</p>}
  </section>
);

const describeValue = (value: ComparedRow['values'][number]): string => {
  if (value === undefined) return '–';
  if (value === null) return 'none';
  return typeof value === 'number' ? formatValue(value) : String(value);
};
