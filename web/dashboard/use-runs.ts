/**
 * Several runs, kept up to date for a component. They are asked for every few seconds: a stream for each would use up the few
 * connections that a browser keeps to one server.
 */
import { useEffect, useState } from 'preact/hooks';
import { fetchOverview, type RunOverview, ServerSaidNo } from './api.ts';
import { isOtherRun, mergeOverview, settledUntil } from './merge-overview.ts';

export type ComparedRuns = {
  /** In the order of the names; null as long as nothing is known of a run. */
  readonly overviews: readonly (RunOverview | null)[];
  /** Why a run cannot be shown. */
  readonly problems: readonly (string | null)[];
  readonly isLost: boolean;
};

const REFRESH_MS = 3000;

export const useRuns = (names: readonly string[]): ComparedRuns => {
  const nothing = names.map(() => null);
  const [runs, setRuns] = useState<ComparedRuns>({ overviews: nothing, problems: nothing, isLost: false });
  useEffect(() => {
    const left = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let known: readonly (RunOverview | null)[] = nothing;
    const look = async (): Promise<void> => {
      try {
        const asked = await Promise.all(names.map((name, index) => askFor(name, known[index], left.signal)));
        known = asked.map(({ overview }) => overview);
        setRuns({ overviews: known, problems: asked.map(({ problem }) => problem), isLost: false });
      } catch {
        if (left.signal.aborted) return;
        setRuns((before) => ({ ...before, isLost: true }));
      }
      timer = setTimeout(look, REFRESH_MS);
    };
    look();
    return () => {
      left.abort();
      clearTimeout(timer);
    };
  }, [names.join('\n')]);
  return runs;
};

type Asked = { readonly overview: RunOverview | null; readonly problem: string | null };

/** What is known of a run and what is new; all of it where that is of another run, or of the same one before it went back. */
const askFor = async (name: string, known: RunOverview | null, signal: AbortSignal): Promise<Asked> => {
  try {
    const news = await fetchOverview(name, known === null ? 0 : settledUntil(known), signal);
    const merged = known === null ? news : isOtherRun(known, news) ? null : mergeOverview(known, news);
    return { overview: merged ?? (await fetchOverview(name, 0, signal)), problem: null };
  } catch (error) {
    if (error instanceof ServerSaidNo) return { overview: known, problem: error.message };
    throw error;
  }
};
