/** The fleet of workers, where the server was told of one: who plays, how fast, what waits, what was set aside. */
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { type FleetAnswer, fetchFleet } from './api.ts';
import { formatCount, formatDuration, formatRate } from './format.ts';

const REFRESH_MS = 3000;
const WORKERS_SHOWN = 50;

type FleetStatus = NonNullable<FleetAnswer['status']>;

export const FleetPanel = (): VNode | null => {
  const { status, error } = useFleet();
  if (status === null && error === null) return null;
  return (
    <section class="panel fleet compared" aria-label="Fleet">
      <h2>Fleet</h2>
      {error !== null && (
        <p class="notice" role="alert">
          {error}
        </p>
      )}
      {status !== null && <FleetFacts {...status} />}
    </section>
  );
};

const useFleet = (): FleetAnswer => {
  const [answer, setAnswer] = useState<FleetAnswer>({ status: null, error: null });
  useEffect(() => {
    const left = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async (): Promise<void> => {
      try {
        setAnswer(await fetchFleet(left.signal));
      } catch {
        if (left.signal.aborted) return; // the list of runs says that the server is away
      }
      timer = setTimeout(look, REFRESH_MS);
    };
    look();
    return () => {
      left.abort();
      clearTimeout(timer);
    };
  }, []);
  return answer;
};

const FleetFacts = ({ fleet, workers, trainers, queues }: FleetStatus): VNode => {
  const sum = (counts: readonly number[]): number => counts.reduce((total, each) => total + each, 0);
  const alive = workers.filter(({ isSilent }) => !isSilent);
  const perMinute = sum(alive.map(({ done, upSeconds }) => (60 * done) / Math.max(1, upSeconds)));
  const failures = queues.flatMap((queue) => queue.failures);
  return (
    <>
      <p class="quiet">{fleet}</p>
      <dl class="counters">
        <Counter name="Workers" value={formatCount(alive.length)} />
        <Counter
          name="Threads"
          value={`${sum(alive.map(({ busy }) => busy))} of ${sum(alive.map(({ threads }) => threads))} busy`}
        />
        <Counter name="Jobs a minute" value={formatRate(perMinute)} />
        <Counter name="Waiting" value={formatCount(sum(queues.map(({ waiting }) => waiting)))} />
        <Counter name="Under way" value={formatCount(sum(queues.map(({ active }) => active)))} />
        <Counter name="Set aside" value={formatCount(sum(queues.map(({ setAside }) => setAside)))} />
        <Counter name="Trainers" value={formatCount(trainers.filter(({ isSilent }) => !isSilent).length)} />
      </dl>
      {workers.length > 0 && (
        <table>
          <thead>
            <tr>
              <th>worker</th>
              <th>busy</th>
              <th>done</th>
              <th>failed</th>
              <th>up</th>
            </tr>
          </thead>
          <tbody>
            {workers
              .slice(0, WORKERS_SHOWN)
              .map(({ host, pid, busy, threads, done, failed, upSeconds, isSilent, silentSeconds }) => (
                <tr key={`${host} ${pid}`}>
                  <td>
                    {host} {pid}
                  </td>
                  <td>{isSilent ? `silent for ${formatDuration(silentSeconds)}` : `${busy} of ${threads}`}</td>
                  <td>{formatCount(done)}</td>
                  <td>{formatCount(failed)}</td>
                  <td>{formatDuration(upSeconds)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      )}
      {failures.map(({ job, error, secondsAgo }) => (
        <p key={job} class="notice">
          {job}, {formatDuration(secondsAgo)} ago: {error}
        </p>
      ))}
    </>
  );
};

const Counter = ({ name, value }: { readonly name: string; readonly value: string }): VNode => (
  <div>
    <dt>{name}</dt>
    <dd>
      <strong>{value}</strong>
    </dd>
  </div>
);
