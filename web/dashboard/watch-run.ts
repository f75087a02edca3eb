/**
 * A run, kept up to date. The server's stream says that something was written; the page then asks for an overview of
 * what is new, at most once a second, so that there is one place that makes sense of metrics. When the server goes away the
 * last overview stays, and the page tries again until it is back.
 */
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

export const NOTHING_YET: WatchedRun = { connection: 'connecting', overview: null, games: [], problem: null };

const REFRESH_MS = 1000;
const RETRY_MS = 2000;
const GAMES_KEPT = 48;

type Change = (before: WatchedRun) => Partial<WatchedRun>;
type Tell = (change: Change) => void;

/** Tells changes until the function that it returns is called. */
export const watchRun = (name: string, tell: Tell): (() => void) => {
  const watch = new RunWatch(name, tell);
  watch.begin();
  return () => watch.end();
};

class RunWatch {
  readonly #name: string;
  readonly #tell: Tell;
  readonly #left = new AbortController();
  #events: EventSource | null = null;
  #known: RunOverview | null = null;
  #newestGame: string | null = null;
  #resets = 0; // how often the run has become another one
  #isBusy = false; // a refresh is in flight, or rests after it
  #isStale = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(name: string, tell: Tell) {
    this.#name = name;
    this.#tell = tell;
  }

  begin(): void {
    this.#tell(() => NOTHING_YET);
    this.#refresh();
  }

  end(): void {
    this.#left.abort();
    this.#events?.close();
    clearTimeout(this.#timer);
  }

  #wake(): void {
    this.#isStale = true;
    if (!this.#isBusy) this.#refresh();
  }

  /** One at a time; what is written meanwhile is asked for after the rest. */
  async #refresh(): Promise<void> {
    this.#isBusy = true;
    this.#isStale = false;
    const restMs = await this.#ask();
    if (this.#left.signal.aborted) return;
    this.#timer = setTimeout(() => {
      this.#isBusy = false;
      if (this.#isStale) this.#refresh();
    }, restMs);
  }

  /** Tells what is new, and returns how long to rest. */
  async #ask(): Promise<number> {
    const { signal } = this.#left;
    const [before, resetsBefore] = [this.#known, this.#resets];
    try {
      const [news, games] = await Promise.all([
        fetchOverview(this.#name, before === null ? 0 : settledUntil(before), signal),
        fetchGames(this.#name, this.#newestGame, signal),
      ]);
      if (signal.aborted || this.#resets !== resetsBefore) return REFRESH_MS; // an answer about a run that is gone
      if (before !== null && isOtherRun(before, news)) return this.#startOver();
      const overview = before === null ? news : mergeOverview(before, news);
      this.#known = overview;
      if (overview === null) return this.#askAgain();
      this.#tellNews(overview, games);
      return REFRESH_MS;
    } catch (error) {
      if (signal.aborted) return RETRY_MS;
      if (error instanceof ServerSaidNo) this.#tell(() => ({ problem: error.message }));
      else this.#tell(() => ({ connection: 'lost' }));
      this.#isStale = true;
      return RETRY_MS;
    }
  }

  #tellNews(overview: RunOverview, games: readonly RecentGame[]): void {
    this.#newestGame = games[0]?.id ?? this.#newestGame;
    this.#tell((shown) => ({ overview, problem: null, games: addNewer(shown.games, games) }));
    if (this.#events?.readyState === EventSource.OPEN) this.#tell(() => ({ connection: 'live' })); // a fetch alone had failed
    if (this.#events === null) this.#listen(overview.offset);
  }

  #askAgain(): number {
    this.#isStale = true;
    return 0;
  }

  #startOver(): number {
    this.#resets++;
    this.#known = null;
    this.#newestGame = null;
    this.#tell(() => ({ games: [] }));
    return this.#askAgain();
  }

  #listen(offset: number): void {
    const events = openEvents(this.#name, offset);
    this.#events = events;
    events.addEventListener('open', () => {
      this.#tell(() => ({ connection: 'live' }));
      this.#wake(); // for what was missed while the server was away
    });
    events.addEventListener('metrics', () => this.#wake());
    events.addEventListener('change', () => this.#wake());
    events.addEventListener('reset', () => {
      this.#startOver();
      this.#wake();
    });
    events.addEventListener('error', () => {
      this.#tell(() => ({ connection: 'lost' }));
      if (this.#events?.readyState !== EventSource.CLOSED) return; // the browser tries again by itself
      this.#events = null;
      this.#wake();
    });
  }
}

/** Newest first, each once. */
const addNewer = (known: readonly RecentGame[], games: readonly RecentGame[]): RecentGame[] => {
  const ids = new Set(known.map(({ id }) => id));
  return [...games.filter(({ id }) => !ids.has(id)), ...known].slice(0, GAMES_KEPT);
};
