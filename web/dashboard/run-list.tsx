/** All runs under the server's root, and the reports that the arena left beside them. */
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { fetchListing, filePath, type ListedArena, type ListedRun, type Listing } from './api.ts';
import { formatAge, formatCount } from './format.ts';
import { LostNotice } from './lost-notice.tsx';
import { StatePill } from './state-pill.tsx';

const REFRESH_MS = 3000;

export const RunList = (): VNode => {
  const { listing, isLost } = useListing();
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
        <ul class="runs">
          {listing.runs.map((run) => (
            <RunCard key={run.name} {...run} />
          ))}
        </ul>
      )}
      {listing !== null && listing.arenas.length > 0 && <Arenas arenas={listing.arenas} />}
    </>
  );
};

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
  <li>
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
  </li>
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
