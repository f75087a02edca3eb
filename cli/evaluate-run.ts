/** Measures a network of a run against the baselines. */
import { join } from 'node:path';
import { formatDuels, formatScore, makeSchedule, type PoolTable, renderReport, tabulate } from '../arena/index.ts';
import type { GameRecord } from '../env/index.ts';
import type { MetricsWriter, RunFolder } from '../train/index.ts';
import { writeTextFile } from './input.ts';
import { print } from './output.ts';
import { playSchedule } from './play-schedule.ts';

const BASELINES = ['random', 'greedy', 'mcts:sims=200'];

/** In the middle of a run: one line, and numbers for the curves. */
export const trackRun = async (
  run: RunFolder,
  model: string,
  iteration: number,
  metrics: MetricsWriter,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<void> => {
  const { table } = await playBaselines(run, model, signal);
  if (signal.aborted) return;
  for (const { second, summary } of table.duels) say(`against ${second}: ${formatScore(summary)}`);
  metrics.write(
    iteration,
    'arena',
    Object.fromEntries(table.duels.map(({ second, summary }) => [second, summary.score])),
  );
};

/** At the end: the table, and a report with the games. */
export const evaluateRun = async (run: RunFolder, model: string): Promise<void> => {
  print(`\nplaying ${run.config.evaluationGames} games against each of ${BASELINES.join(', ')}`);
  const { table, records } = await playBaselines(run, model);
  const report = join(run.path, 'report.html');
  writeTextFile(report, renderReport(records, { title: `Evaluation of ${model}` }));
  print(`${formatDuels(table)}\n\nthe network: ${model}\nthe games:   ${report}`);
};

const playBaselines = async (
  { config }: RunFolder,
  model: string,
  signal?: AbortSignal,
): Promise<{ table: PoolTable; records: readonly GameRecord[] }> => {
  const agent = `zero:model=${JSON.stringify(model)},sims=${config.evaluationSims}`;
  const options = { games: config.evaluationGames, setup: 'random', seed: config.seed };
  const { records } = await playSchedule(makeSchedule([agent, ...BASELINES], 'gauntlet', options), { signal });
  return { table: tabulate(records), records };
};
