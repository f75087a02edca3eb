/** Measures a freshly trained network against the baselines and writes the report beside it. */
import { join } from 'node:path';
import { formatDuels, makeSchedule, renderReport, tabulate } from '../arena/index.ts';
import type { RunFolder } from '../train/index.ts';
import { writeTextFile } from './input.ts';
import { print } from './output.ts';
import { playSchedule } from './play-schedule.ts';

const BASELINES = ['random', 'greedy', 'mcts:sims=200'];

export const evaluateRun = async ({ path, config }: RunFolder, model: string): Promise<void> => {
  const agent = `zero:model=${JSON.stringify(model)},sims=${config.evaluationSims}`;
  const options = { games: config.evaluationGames, setup: 'random', seed: config.seed };
  print(`\nplaying ${config.evaluationGames} games against each of ${BASELINES.join(', ')}`);
  const { records } = await playSchedule(makeSchedule([agent, ...BASELINES], 'gauntlet', options), {});
  const report = join(path, 'report.html');
  writeTextFile(report, renderReport(records, { title: `Evaluation of ${model}` }));
  print(`${formatDuels(tabulate(records))}\n\nthe network: ${model}\nthe games:   ${report}`);
};
