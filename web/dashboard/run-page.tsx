/** One run: its state, curves, games, ratings and reports, kept up to date while it trains. */
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ChartAxis, ChartTopic } from '../../train/report/run-charts.ts';
import { runSettings } from '../../train/report/run-settings.ts';
import { AxisChoice } from './axis-choice.tsx';
import { Charts } from './charts.tsx';
import { Counters } from './counters.tsx';
import { Games } from './games.tsx';
import { Ladder } from './ladder.tsx';
import { LostNotice } from './lost-notice.tsx';
import { Missing } from './missing.tsx';
import { Reports, Settings } from './reports.tsx';
import { useRun } from './use-run.ts';

const TOPICS: readonly (readonly [ChartTopic, string])[] = [
  ['learning', 'Learning'],
  ['games', 'Games'],
  ['machine', 'Machine'],
];

export const RunPage = ({ name }: { readonly name: string }): VNode => {
  const { connection, overview, games, problem } = useRun(name);
  const [axis, setAxis] = useState<ChartAxis>('iterations');
  useEffect(() => {
    const done = overview === null ? '' : `${overview.iteration}/${runSettings(overview.config).iterations} · `;
    document.title = `${done}${name} · TZAAR`;
  }, [overview, name]);
  if (overview === null) {
    if (problem !== null) return <Missing name={name} problem={problem} />;
    return connection === 'lost' ? <LostNotice /> : <p class="quiet">Reading the run…</p>;
  }
  const { evaluateEvery, evaluationGames } = runSettings(overview.config);
  return (
    <>
      {connection === 'lost' && <LostNotice />}
      {problem !== null && <Missing name={name} problem={problem} />}
      <Counters overview={overview} connection={connection} />
      <AxisChoice axis={axis} onChoose={setAxis} />
      <section aria-labelledby="strength">
        <h2 id="strength">Strength</h2>
        {overview.arena.length === 0 ? (
          <p class="quiet">{describeFirstMatch(evaluateEvery)}</p>
        ) : (
          <>
            <Charts runs={[overview]} topic="strength" axis={axis} />
            <Ladder arena={overview.arena} games={evaluationGames} />
          </>
        )}
      </section>
      <section aria-labelledby="recent-games">
        <h2 id="recent-games">Recent self-play games</h2>
        <Games games={games} />
      </section>
      {overview.iterations.length > 0 &&
        TOPICS.map(([topic, title]) => (
          <section key={topic} aria-labelledby={topic}>
            <h2 id={topic}>{title}</h2>
            <Charts runs={[overview]} topic={topic} axis={axis} />
          </section>
        ))}
      <section aria-labelledby="files">
        <h2 id="files">Reports and settings</h2>
        <Reports overview={overview} />
        <Settings config={overview.config} />
      </section>
    </>
  );
};

const describeFirstMatch = (every: number): string =>
  every > 0
    ? `Nothing is measured yet: the network meets its first opponents after iteration ${every}.`
    : 'This run is not measured while it trains (evaluation.every is 0).';
