/** Runs side by side: the settings in which they differ, and what they had reached at the same iteration. */
import type { ArenaSummary } from './metrics-log.ts';
import type { RunSummary } from './read-run.ts';

/** What a comparison needs of a run; where it lies is nobody's business in a browser. */
export type ComparedRun = Omit<RunSummary, 'path'>;

/** A value for each run, in their order; undefined where a run has none. */
export type ComparedRow = {
  readonly name: string;
  readonly values: readonly (number | string | boolean | null | undefined)[];
};

/** Runs side by side. */
export type RunComparison = {
  readonly runs: readonly string[];
  readonly settings: readonly ComparedRow[];
  /** The last iteration that all of them have finished, and what was known then. */
  readonly iteration: number;
  readonly results: readonly ComparedRow[];
};

/** Runs side by side: settings that differ, and what is known at the same iteration. */
export const compareRuns = (runs: readonly ComparedRun[]): RunComparison => {
  const iteration = Math.min(...runs.map((run) => run.iteration));
  const keys = [...new Set(runs.flatMap(({ config }) => Object.keys(config)))];
  const settings = keys.map((name) => ({ name, values: runs.map(({ config }) => config[name]) }));
  return {
    runs: runs.map(({ name }) => name),
    settings: settings.filter(({ values }) => new Set(values).size > 1),
    iteration,
    results: compareResults(runs, iteration),
  };
};

/** The newest match against each opponent, up to an iteration. */
export const latestMatches = (
  { arena }: Pick<RunSummary, 'arena'>,
  iteration: number = Number.POSITIVE_INFINITY,
): ArenaSummary[] => [
  ...new Map(arena.filter((match) => match.iteration <= iteration).map((match) => [match.opponent, match])).values(),
];

const compareResults = (runs: readonly ComparedRun[], iteration: number): ComparedRow[] => {
  const at = runs.map((run) => run.iterations.find((summary) => summary.iteration === iteration));
  const matches = runs.map((run) => latestMatches(run, iteration));
  const losses = [...new Set(at.flatMap((summary) => Object.keys(summary?.losses ?? {})))];
  const opponents = [...new Set(matches.flatMap((list) => list.map(({ opponent }) => opponent)))];
  const upTo = (run: ComparedRun): RunSummary['iterations'] =>
    run.iterations.filter((summary) => summary.iteration <= iteration);
  const total = (run: ComparedRun, take: 'games' | 'samples' | 'seconds'): number =>
    upTo(run).reduce((sum, summary) => sum + (summary[take] ?? 0), 0);
  const rows: ComparedRow[] = [
    { name: 'games', values: runs.map((run) => total(run, 'games')) },
    { name: 'samples', values: runs.map((run) => total(run, 'samples')) },
    { name: 'minutes', values: runs.map((run) => total(run, 'seconds') / 60) },
    ...losses.map((name) => ({
      name: `loss, ${name}`,
      values: at.map((summary) => (Object.hasOwn(summary?.losses ?? {}, name) ? summary?.losses[name] : undefined)),
    })),
    { name: 'actions a game', values: at.map((summary) => summary?.pliesPerGame ?? undefined) },
    { name: 'samples/s a worker', values: at.map((summary) => summary?.samplesPerSecond ?? undefined) },
    { name: 'memory, MB', values: at.map((summary) => summary?.memoryMb ?? undefined) },
    ...opponents.map((opponent) => ({
      name: `score against ${opponent}`,
      values: matches.map((list) => describeMatch(list.find((match) => match.opponent === opponent))),
    })),
  ];
  return rows.filter(({ values }) => values.some((value) => value !== undefined));
};

/** `87.0 % (83.1–90.2)`, and of which iteration, since matches are rare. */
const describeMatch = (match: ArenaSummary | undefined): string | undefined => {
  if (match === undefined) return undefined;
  const { score, low, high, iteration } = match;
  const interval = low === null || high === null ? '' : ` (${(100 * low).toFixed(1)}–${(100 * high).toFixed(1)})`;
  return `${(100 * score).toFixed(1)} %${interval} at ${iteration}`;
};
