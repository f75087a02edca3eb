/** Measures a network of a run against the baselines. */

import { join } from 'node:path';
import {
  formatDuels,
  formatScore,
  makeSchedule,
  type NetworkHashes,
  type PoolTable,
  renderReport,
  tabulate,
} from '../arena/index.ts';
import type { GameRecord } from '../env/index.ts';
import { writeTextFile } from '../fleet/index.ts';
import type { MeasuredResults } from '../train/export/export-strength.ts';
import { MetricsWriter, modelPath, type RunFolder, saveEvaluation } from '../train/index.ts';
import { print } from './output.ts';
import { showSchedule } from './play-schedule.ts';

const BASELINES = ['random', 'greedy', 'mcts:sims=200', 'alphabeta:nodes=1000'];

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

/** At the end: the table, a page with the games, and what a model card says of the network's strength. */
export const evaluateRun = async (
  run: RunFolder,
  iteration: number,
  signal: AbortSignal,
): Promise<MeasuredResults | null> => {
  const model = modelPath(run, iteration);
  print(`\nplaying ${run.config.evaluationGames} games against each of ${BASELINES.join(', ')}`);
  const evaluation = await playBaselines(run, model, signal);
  if (signal.aborted) return null;
  keepEvaluation(run, iteration, evaluation, new MetricsWriter(run.path));
  const { table, records, networks } = evaluation;
  writeTextFile(evaluationPage(run), renderReport(records, { title: `Evaluation of ${model}` }));
  print(formatDuels(table));
  return { duels: table.duels, networks };
};

export const evaluationPage = ({ path }: RunFolder): string => join(path, 'evaluation.html');

type Evaluation = {
  readonly table: PoolTable;
  readonly records: readonly GameRecord[];
  readonly networks: NetworkHashes;
};

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
  const { records, networks } = await showSchedule(makeSchedule([agent, ...BASELINES], 'gauntlet', options), {
    signal,
  });
  return { table: tabulate(records), records, networks };
};
