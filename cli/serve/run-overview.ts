/** Everything that the dashboard shows of a run, in one answer. */
import { existsSync, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { GameRecord } from '../../env/index.ts';
import { fillFromGames, jobName, METRICS_FILE, RunReader, type RunSummary } from '../../train/index.ts';
import { fileInside } from './inside.ts';
import { readJob } from './recent-games.ts';
import { type ListedRelease, listReleases } from './releases.ts';
import { listReports, type Report } from './run-files.ts';

export type RunOverview = Omit<RunSummary, 'path'> & {
  /** How much of `metrics.jsonl` is in this answer at least: the place to follow it from, in bytes. */
  readonly offset: number;
  readonly reports: readonly Report[];
  readonly releases: readonly ListedRelease[];
};

/** Metrics of older runs do not say how games ended; for this many iterations it is looked up in the games. */
const ITERATIONS_LOOKED_UP = 30;

/** Iterations up to `since` are left out: in a long run they are nearly all of it, and the page has them already. */
export type ReadOverview = (folder: string, name: string, since?: number) => RunOverview;

/** Reads runs repeatedly, each time at the cost of what is new in them. */
export const overviewReader = (root: string): ReadOverview => {
  const readers = new Map<string, RunReader>();
  return (folder, name, since = 0) => {
    const metrics = fileInside(folder, METRICS_FILE);
    const offset = metrics === null ? 0 : (statSync(metrics, { throwIfNoEntry: false })?.size ?? 0);
    for (const known of readers.keys()) if (!existsSync(known)) readers.delete(known);
    const reader = readers.get(folder) ?? new RunReader(folder, name);
    readers.set(folder, reader);
    const load = (iteration: number): GameRecord[] =>
      readJob(folder, jobName(iteration, 0)).map(({ record }) => record);
    const { path: _, ...summary } = fillFromGames(reader.read(), ITERATIONS_LOOKED_UP, load);
    const releases = listReleases(root, name);
    const iterations = summary.iterations.filter(({ iteration }) => iteration > since);
    // Readers of the page need not know where things lie on this machine.
    const modules = summary.modules.map(({ path, hash }) => ({ path: basename(path), hash }));
    const from = summary.from && { ...summary.from, path: basename(summary.from.path) };
    const hide = (text: string): string => text.replaceAll(folder, name).replaceAll(resolve(root), '…');
    const crash = summary.crash && { ...summary.crash, error: hide(summary.crash.error) };
    return { ...summary, modules, from, crash, iterations, name, offset, reports: listReports(folder), releases };
  };
};
