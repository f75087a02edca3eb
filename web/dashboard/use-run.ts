/**
 * A run, kept up to date. The server's stream says that something was written; the page then asks for an overview of
 * what is new, at most once a second, so that there is one place that makes sense of metrics. When the server goes away the
 * last overview stays, and the page tries again until it is back.
 */
import { useEffect, useState } from 'preact/hooks';
import { fetchGames, fetchOverview, openEvents, type RecentGame, type RunOverview, ServerSaidNo } from './api.ts';
import { isOtherRun, mergeOverview, settledUntil } from './merge-overview.ts';

export type Connection = 'connecting' | 'live' | 'lost';

export type WatchedRun = {
  readonly connection: Connection;
  readonly overview: RunOverview | null;
  /** Newest first. */
  readonly games: readonly RecentGame[];
  /** Why there is no such run, for people. */
  readonly problem: string | null;
};

const NOTHING: WatchedRun = { connection: 'connecting', overview: null, games: [], problem: null };
const REFRESH_MS = 1000;
const RETRY_MS = 2000;
const GAMES_KEPT = 48;

export const useRun = (name: string): WatchedRun => {
  const [watched, setWatched] = useState<WatchedRun>(NOTHING);
  useEffect(() => watchRun(name, (change) => setWatched((before) => ({ ...before, ...change(before) }))), [name]);
  return watched;
};

type Change = (before: WatchedRun) => Partial<WatchedRun>;

/** Tells changes until the function that it returns is called. */
export const watchRun = (name: string, tell: (change: Change) => void): (() => void) => {
  const left = new AbortController();
  let events: EventSource | null = null;
  let known: RunOverview | null = null;
  let newestGame: string | null = null;
  let resets = 0; // how often the run has become another one
  let isBusy = false; // a refresh is in flight, or rests after it
  let isStale = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  tell(() => NOTHING);

  /** One at a time; what is written meanwhile is asked for after the rest. */
  const refresh = async (): Promise<void> => {
    isBusy = true;
    isStale = false;
    const restMs = await ask();
    if (left.signal.aborted) return;
    timer = setTimeout(() => {
      isBusy = false;
      if (isStale) refresh();
    }, restMs);
  };

  /** Tells what is new, and returns how long to rest. */
  const ask = async (): Promise<number> => {
    const [before, resetsBefore] = [known, resets];
    try {
      const [news, games] = await Promise.all([
        fetchOverview(name, before === null ? 0 : settledUntil(before), left.signal),
        fetchGames(name, newestGame, left.signal),
      ]);
      if (left.signal.aborted || resets !== resetsBefore) return REFRESH_MS; // nobody asks for these any more
      if (before !== null && isOtherRun(before, news)) return startOver();
      known = before === null ? news : mergeOverview(before, news);
      if (known === null) return askAgain();
      const overview = known;
      newestGame = games[0]?.id ?? newestGame;
      tell((shown) => ({ overview, problem: null, games: addNewer(shown.games, games) }));
      if (events?.readyState === EventSource.OPEN) tell(() => ({ connection: 'live' })); // a fetch alone had failed
      if (events === null) listen(overview.offset);
      return REFRESH_MS;
    } catch (error) {
      if (left.signal.aborted) return RETRY_MS;
      if (error instanceof ServerSaidNo) tell(() => ({ problem: error.message }));
      else tell(() => ({ connection: 'lost' }));
      isStale = true;
      return RETRY_MS;
    }
  };

  const askAgain = (): number => {
    isStale = true;
    return 0;
  };

  const startOver = (): number => {
    resets++;
    known = null;
    newestGame = null;
    tell(() => ({ games: [] }));
    return askAgain();
  };

  const wake = (): void => {
    isStale = true;
    if (!isBusy) refresh();
  };

  const listen = (offset: number): void => {
    events = openEvents(name, offset);
    events.addEventListener('open', () => {
      tell(() => ({ connection: 'live' }));
      wake(); // for what was missed while the server was away
    });
    events.addEventListener('metrics', wake);
    events.addEventListener('change', wake);
    events.addEventListener('reset', () => {
      startOver();
      wake();
    });
    events.addEventListener('error', () => {
      tell(() => ({ connection: 'lost' }));
      if (events?.readyState !== EventSource.CLOSED) return; // the browser tries again by itself
      events = null;
      wake();
    });
  };

  refresh();
  return () => {
    left.abort();
    events?.close();
    clearTimeout(timer);
  };
};

/** Newest first, each once. */
const addNewer = (known: readonly RecentGame[], games: readonly RecentGame[]): RecentGame[] => {
  const ids = new Set(known.map(({ id }) => id));
  return [...games.filter(({ id }) => !ids.has(id)), ...known].slice(0, GAMES_KEPT);
};
