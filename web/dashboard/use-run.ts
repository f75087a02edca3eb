/** A run, kept up to date for a component. */
import { useEffect, useState } from 'preact/hooks';
import { NOTHING_YET, type WatchedRun, watchRun } from './watch-run.ts';

export const useRun = (name: string): WatchedRun => {
  const [watched, setWatched] = useState<WatchedRun>(NOTHING_YET);
  useEffect(() => watchRun(name, (change) => setWatched((before) => ({ ...before, ...change(before) }))), [name]);
  return watched;
};
