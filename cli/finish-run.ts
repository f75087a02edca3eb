/** What follows a finished run: its best network measured and released, and where to look next. */
import { formatDuels, renderReport, tabulate } from '../arena/index.ts';
import { writeTextFile } from '../fleet/index.ts';
import { COMMAND } from '../models/node/index.ts';
import {
  type Experiment,
  evaluationPage,
  exportModel,
  findSource,
  type MeasuredNetwork,
  MetricsWriter,
  measureNetwork,
  networkFile,
  type RunFolder,
  readBest,
  releasedFolder,
  type Workplace,
} from '../train/index.ts';
import { print } from './output.ts';
import { createProgress } from './progress.ts';

export type FinishOptions = { readonly evaluate?: true; readonly export?: true };

export const finishRun = async (
  run: RunFolder,
  experiment: Experiment,
  workplace: Workplace,
  signal: AbortSignal,
  options: FinishOptions,
): Promise<void> => {
  const iteration = readBest(run)?.iteration ?? experiment.settings.iterations;
  const model = networkFile(run.path, iteration);
  const results = options.evaluate ? await measureBest(run, experiment, iteration, workplace, signal) : undefined;
  if (results === null) return;
  const own = experiment.modules.map(({ path }) => `--parts ${path} `).join(''); // its network may have parts of theirs
  const next = [['the network', model]];
  if (results !== undefined) next.push(['its games', evaluationPage(run.path)]);
  if (options.export) {
    const out = releasedFolder(run.path);
    await exportModel(findSource(model), { out, ...(results && { results: [results] }) });
    next.push(['for front ends', `${out} (docs/front-ends.md)`]);
  }
  next.push(
    ['the whole run', `${COMMAND} report ${run.path}`],
    ['watch and play', `${COMMAND} serve ${run.path}`],
    ['a match', `${COMMAND} match ${own}zero:model=${model},sims=64 alphabeta:ms=50 --games 20`],
    ['a longer run', `${COMMAND} train --preset standard`],
  );
  const width = Math.max(...next.map(([name]) => name.length));
  print('');
  for (const [name, what] of next) print(`${`${name}:`.padEnd(width + 1)} ${what}`);
};

/** The table, a page with the games, and what a model card says of the network's strength; null if it was stopped. */
const measureBest = async (
  run: RunFolder,
  experiment: Experiment,
  iteration: number,
  { matches }: Workplace,
  signal: AbortSignal,
): Promise<MeasuredNetwork | null> => {
  const { games, opponents } = experiment.settings.evaluation;
  print(`\nplaying ${games} games against each of ${opponents.join(', ')}`);
  const metrics = new MetricsWriter(run.path);
  const progress = createProgress(false);
  const stages = measureNetwork(run, experiment, iteration, matches, signal);
  let stage = await stages.next();
  for (; stage.done !== true; stage = await stages.next()) {
    metrics.hear(stage.value);
    if (stage.value.type === 'evaluating') progress.show(`${stage.value.games} of ${stage.value.gamesPlanned} games`);
  }
  progress.end();
  const measured = stage.value;
  if (measured === null) return null;
  const title = `Evaluation of ${networkFile(run.path, iteration)}`;
  writeTextFile(evaluationPage(run.path), renderReport(measured.records, { title }));
  print(formatDuels(tabulate(measured.records)));
  return measured;
};
