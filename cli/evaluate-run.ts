/** Measures a network of a run against the baselines. */
import { join } from 'node:path';
import { formatDuels, formatScore, makeSchedule, type PoolTable, renderReport, tabulate } from '../arena/index.ts';
import type { GameRecord } from '../env/index.ts';
import { MetricsWriter, type RunFolder, saveEvaluation } from '../train/index.ts';
import { writeTextFile } from './input.ts';
import { print } from './output.ts';
import { playSchedule } from './play-schedule.ts';

const BASELINES = ['random', 'greedy', 'mcts:sims=200'];

/** In the middle of a run: one line, numbers for the curves, and the games for its report. */
export const trackRun = async (
  run: RunFolder,
  model: string,
  iteration: number,
  metrics: MetricsWriter,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<void> => {
  const evaluation = await playBaselines(run, model, signal);
  if (signal.aborted) return;
  for (const { second, summary } of evaluation.table.duels) say(`against ${second}: ${formatScore(summary)}`);
  keepEvaluation(run, iteration, evaluation, metrics);
};

/** At the end: the table, and a report with the games. */
export const evaluateRun = async (run: RunFolder, model: string): Promise<void> => {
  print(`\nplaying ${run.config.evaluationGames} games against each of ${BASELINES.join(', ')}`);
  const evaluation = await playBaselines(run, model);
  keepEvaluation(run, run.config.iterations, evaluation, new MetricsWriter(run.path));
  const { table, records } = evaluation;
  const page = join(run.path, 'evaluation.html');
  writeTextFile(page, renderReport(records, { title: `Evaluation of ${model}` }));
  print(`${formatDuels(table)}\n\nthe network: ${model}\nthe games:   ${page}\nthe run:     tzaar report ${run.path}`);
};

type Evaluation = { readonly table: PoolTable; readonly records: readonly GameRecord[] };

const keepEvaluation = (
  { path, config }: RunFolder,
  iteration: number,
  { table, records }: Evaluation,
  metrics: MetricsWriter,
): void => {
  for (const { second, summary } of table.duels) metrics.hearMatch(iteration, second, config.evaluationSims, summary);
  saveEvaluation(path, iteration, records);
};

const playBaselines = async ({ config }: RunFolder, model: string, signal?: AbortSignal): Promise<Evaluation> => {
  const agent = `zero:model=${JSON.stringify(model)},sims=${config.evaluationSims}`;
  const options = { games: config.evaluationGames, setup: 'random', seed: config.seed };
  const { records } = await playSchedule(makeSchedule([agent, ...BASELINES], 'gauntlet', options), { signal });
  return { table: tabulate(records), records };
};
