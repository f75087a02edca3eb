/**
 * A long run has thousands of iterations, of which only the last few still change. So the page asks for those alone and
 * puts them behind what it knows; parts that are the same stay the same objects, and nothing is drawn or rated again.
 */
import type { RunOverview } from './api.ts';

/** The last iteration whose row is final, or 0. `state.json` counts an iteration a moment before its last line is there. */
export const settledUntil = ({ iteration, iterations }: RunOverview): number =>
  iterations.findLast((row) => row.time !== null && row.iteration <= iteration)?.iteration ?? 0;

/** A run that was deleted and begun again under the same name has nothing in common with what is known. */
export const isOtherRun = (known: RunOverview, news: RunOverview): boolean =>
  known.begunAt !== null && news.begunAt !== known.begunAt;

/** `news` holds the iterations after `settledUntil(known)`. Null where the run went back: then all of it may be new. */
export const mergeOverview = (known: RunOverview, news: RunOverview): RunOverview | null => {
  if (news.start?.time !== known.start?.time || news.iteration < known.iteration) return null;
  const settled = settledUntil(known);
  const kept = known.iterations.filter(({ iteration }) => iteration <= settled);
  const arena = isSame(known.arena, news.arena) ? known.arena : news.arena;
  return { ...news, arena, iterations: [...kept, ...news.iterations] };
};

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
