/** All runs under the server's root, and the reports that the arena left beside them. */
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { fetchListing, filePath, type ListedArena, type ListedRun, type Listing } from './api.ts';
import { MOST_COMPARED } from './compare-page.tsx';
import { FleetPanel } from './fleet-panel.tsx';
import { formatAge, formatCount } from './format.ts';
import { LostNotice } from './lost-notice.tsx';
import { StatePill } from './state-pill.tsx';

const REFRESH_MS = 3000;

export const RunList = (): VNode => {
  const { listing, isLost } = useListing();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const there = chosen.filter((name) => listing?.runs.some((run) => run.name === name));
  const choose = (name: string, on: boolean): void =>
    setChosen([...there.filter((each) => each !== name), ...(on ? [name] : [])]);
  return (
    <>
      {isLost && <LostNotice />}
      <h2>Runs</h2>
      {listing === null ? (
        <p class="quiet">Looking for runs…</p>
      ) : listing.runs.length === 0 ? (
        <p class="panel">
          There is no run yet. Begin one with <code>tzaar train --preset quick</code>; it appears here by itself.
        </p>
      ) : (
        <>
          {listing.runs.length > 1 && <CompareBar chosen={there} />}
          <ul class="runs">
            {listing.runs.map((run) => (
              <li key={run.name}>
                {listing.runs.length > 1 && (
                  <input
                    type="checkbox"
                    aria-label={`Compare ${run.name}`}
                    checked={there.includes(run.name)}
                    disabled={there.length >= MOST_COMPARED && !there.includes(run.name)}
                    onChange={(event) => choose(run.name, event.currentTarget.checked)}
                  />
                )}
                <RunCard {...run} />
              </li>
            ))}
          </ul>
        </>
      )}
      <FleetPanel />
      {listing !== null && listing.arenas.length > 0 && <Arenas arenas={listing.arenas} />}
    </>
  );
};

const CompareBar = ({ chosen }: { readonly chosen: readonly string[] }): VNode => (
  <p class="compare-bar" role="status">
    {chosen.length < 2 ? (
      <span class="quiet">Tick two or more runs to see their curves over each other.</span>
    ) : (
      <a class="button" href={`?${chosen.map((name) => `run=${encodeURIComponent(name)}`).join('&')}`}>
        Compare {chosen.length} runs
      </a>
    )}
  </p>
);

const useListing = (): { listing: Listing | null; isLost: boolean } => {
  const [listing, setListing] = useState<Listing | null>(null);
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    const left = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async (): Promise<void> => {
      try {
        setListing(await fetchListing(left.signal));
        setLost(false);
      } catch {
        if (left.signal.aborted) return;
        setLost(true);
      }
      timer = setTimeout(look, REFRESH_MS);
    };
    look();
    return () => {
      left.abort();
      clearTimeout(timer);
    };
  }, []);
  return { listing, isLost };
};

const RunCard = ({ name, isRunning, hasCrashed, iteration, iterations, games, network, changed }: ListedRun): VNode => (
  <a class="panel run-card" href={`?run=${encodeURIComponent(name)}`}>
    <span class="run-name">{name}</span>
    <StatePill
      state={isRunning ? 'running' : hasCrashed ? 'crashed' : iteration >= iterations ? 'finished' : 'stopped'}
    />
    <progress max={Math.max(1, iterations)} value={iteration} aria-label="Finished iterations" />
    <span class="quiet">
      iteration {iteration} of {iterations} · {formatCount(games)} games · {network} network ·{' '}
      <time dateTime={changed}>{formatAge(changed, Date.now())}</time>
    </span>
  </a>
);

const Arenas = ({ arenas }: { readonly arenas: readonly ListedArena[] }): VNode => (
  <>
    <h2>Arena reports</h2>
    <ul class="panel links">
      {arenas.flatMap(({ name, reports }) =>
        reports.map(({ path, changed }) => (
          <li key={`${name}/${path}`}>
            <a href={filePath(name, path)}>
              {name}/{path}
            </a>{' '}
            <span class="quiet">{formatAge(changed, Date.now())}</span>
          </li>
        )),
      )}
    </ul>
  </>
);
