/** The head of a run: what it is, whether it runs, how far it is and how fast. */
import type { VNode } from 'preact';
import { runSettings } from '../../train/report/run-settings.ts';
import { runStatus } from '../../train/report/run-status.ts';
import type { RunOverview } from './api.ts';
import { formatCount, formatDuration, formatPercent, formatRate } from './format.ts';
import { progressOf } from './progress.ts';
import { type RunState, StatePill } from './state-pill.tsx';
import type { Connection } from './watch-run.ts';

export type CountersProps = { readonly overview: RunOverview; readonly connection: Connection };

export const Counters = ({ overview, connection }: CountersProps): VNode => {
  const { name, config, iteration, start, crash } = overview;
  const { iterations, games, samples, underWay, gamesPerMinute, samplesPerSecond, secondsLeft } = progressOf(overview);
  const status = runStatus(overview);
  const state: RunState = status === 'training' ? 'running' : status;
  const lastShare = overview.iterations.findLast(({ networkShare }) => networkShare !== null)?.networkShare ?? null;
  return (
    <section class="head panel" aria-label="State of the run">
      <div class="title">
        <h2>{name}</h2>
        <span role="status">
          <StatePill state={state} />
        </span>
        <span class={`quiet connection ${connection}`}>{CONNECTION_WORDS[connection]}</span>
        <span class="quiet about">{start === null ? `${runSettings(config).network} network` : start.learner}</span>
      </div>
      {crash !== null && (
        <p class="notice" role="alert">
          It crashed: {crash.error || 'no reason was written'}
        </p>
      )}
      <progress max={Math.max(1, iterations)} value={iteration} aria-label="Finished iterations" />
      <dl class="counters">
        <Counter name="Iteration" value={`${iteration}`} more={`of ${iterations}`} />
        <Counter name="Games" value={formatCount(games)} more={describeUnderWay(state, underWay)} />
        <Counter name="Samples" value={formatCount(samples)} />
        <Counter name="Games a minute" value={gamesPerMinute === null ? '–' : formatRate(gamesPerMinute)} />
        <Counter name="Samples a second" value={samplesPerSecond === null ? '–' : formatRate(samplesPerSecond)} />
        <Counter name="Time in the network" value={lastShare === null ? '–' : formatPercent(lastShare)} />
        <Counter name="Time left" value={describeTimeLeft(state, secondsLeft)} />
      </dl>
    </section>
  );
};

const CONNECTION_WORDS: Readonly<Record<Connection, string>> = {
  connecting: 'connecting…',
  live: 'live',
  lost: 'no connection',
};

type CounterProps = { readonly name: string; readonly value: string; readonly more?: string | null };

const Counter = ({ name, value, more = null }: CounterProps): VNode => (
  <div>
    <dt>{name}</dt>
    <dd>
      <strong>{value}</strong>
      {more !== null && <small>{more}</small>}
    </dd>
  </div>
);

const describeUnderWay = (state: RunState, underWay: ReturnType<typeof progressOf>['underWay']): string | null => {
  if (state !== 'running' || underWay === null) return null;
  const { iteration, games, planned } = underWay;
  return games < planned ? `${games} of ${planned} in iteration ${iteration}` : `learning in iteration ${iteration}`;
};

const describeTimeLeft = (state: RunState, secondsLeft: number | null): string => {
  if (state === 'finished') return 'done';
  return secondsLeft === null ? '–' : formatDuration(secondsLeft);
};
