import type { Command } from 'commander';
import { formatColumns, formatElo } from '../../arena/index.ts';
import { InvalidInput } from '../../env/index.ts';
import { writeTextFile } from '../../fleet/index.ts';
import {
  type ArenaSummary,
  compareRuns,
  findRuns,
  formatDuration,
  latestMatches,
  type RunSummary,
  readRun,
  renderRunCharts,
  runSettings,
} from '../../train/index.ts';
import { print, printJson } from '../output.ts';

type Options = { readonly json?: true; readonly html?: string };

const DEFAULT_FOLDER = 'runs';

export const addRuns = (program: Command): void => {
  program
    .command('runs')
    .description('list training runs, or compare some of them')
    .argument('[folders...]', 'a folder of runs to list (runs/ by default), or two or more runs to compare')
    .option('--json', 'print one JSON object with all that is known')
    .option('--html <file>', 'write a page with the curves of these runs over each other')
    .action((folders: readonly string[], options: Options) => {
      if (folders.length > 1) showComparison(folders.map(readRun), options);
      else showList(folders[0] ?? DEFAULT_FOLDER, options);
    });
};

const showList = (folder: string, { json, html }: Options): void => {
  const found = findRuns(folder);
  const runs = found.flatMap((each) => (each.type === 'run' ? [each.run] : []));
  if (found.length === 0)
    throw new InvalidInput('folder', folder, 'it holds no runs; tzaar train --preset quick makes one');
  if (html !== undefined) writePage(html, runs);
  const damaged = found.filter((each) => each.type === 'damaged');
  if (json) {
    printJson({ runs, damaged });
    return;
  }
  if (runs.length > 0) print(formatColumns([HEAD, ...runs.map(describeRun)]));
  for (const { problem } of damaged) print(problem);
};

const HEAD = ['run', 'network', 'sims', 'iteration', 'games', 'samples', 'losses', 'Elo (95 %)', 'last update'];

const describeRun = (run: RunSummary): string[] => {
  const { name, config, iteration, games, samples, iterations } = run;
  const losses = iterations.findLast((each) => Object.keys(each.losses).length > 0)?.losses ?? {};
  const shown = Object.entries(losses).filter(([name]) => name !== 'total');
  const match = latestMatches(run).at(-1);
  return [
    name,
    runSettings(config).network,
    String(runSettings(config).simulations),
    `${iteration} of ${config.iterations ?? '?'}`,
    String(games),
    String(samples),
    shown.map(([name, loss]) => `${name} ${loss.toFixed(3)}`).join(', ') || '–',
    match === undefined ? '–' : describeMatch(match),
    describeAge(run),
  ];
};

const describeMatch = ({ opponent, elo, score, low, eloLow, eloHigh }: ArenaSummary): string => {
  const interval = low === null ? '' : ` (${formatElo(eloLow ?? -Infinity)} to ${formatElo(eloHigh ?? Infinity)})`;
  return `${formatElo(elo ?? (score > 0.5 ? Infinity : -Infinity))}${interval} against ${opponent}`;
};

const describeAge = ({ changedAt, trainer, crash }: RunSummary): string => {
  const age = formatAge((Date.now() - Date.parse(changedAt)) / 1000);
  if (trainer !== null) return `${age}, training (process ${trainer.pid} on ${trainer.host})`;
  return crash === null ? age : `${age}, crashed: ${crash.error}`;
};

const formatAge = (seconds: number): string =>
  seconds < 172_800 ? `${formatDuration(Math.max(0, seconds))} ago` : `${Math.round(seconds / 86_400)} days ago`;

const showComparison = (runs: readonly RunSummary[], { json, html }: Options): void => {
  const { settings, iteration, results } = compareRuns(runs);
  if (html !== undefined) writePage(html, runs);
  if (json) {
    printJson({ runs: runs.map(({ path }) => path), settings, iteration, results });
    return;
  }
  const head = (name: string): string[] => [name, ...nameApart(runs)];
  const table = (title: string, rows: typeof settings): string =>
    formatColumns([head(title), ...rows.map(({ name, values }) => [name, ...values.map(formatCell)])]);
  print(settings.length === 0 ? 'all settings are the same' : table('settings that differ', settings));
  print(`\n${table(`at iteration ${iteration}`, results)}`);
};

/** Runs of the same name in different folders are told apart by their paths. */
const nameApart = (runs: readonly RunSummary[]): string[] =>
  new Set(runs.map(({ name }) => name)).size === runs.length
    ? runs.map(({ name }) => name)
    : runs.map(({ path }) => path);

const formatCell = (value: number | string | boolean | null | undefined): string => {
  if (value === undefined || value === null) return '–';
  return typeof value === 'number' ? String(Number(value.toPrecision(5))) : String(value);
};

const writePage = (file: string, runs: readonly RunSummary[]): void => {
  const names = nameApart(runs);
  writeTextFile(file, renderRunCharts(runs.map((run, index) => ({ ...run, name: names[index] }))));
  process.stderr.write(`wrote ${file}\n`);
};
