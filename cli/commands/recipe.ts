/** `tzaar recipe`: the runs of a recipe after one another, each from where an earlier one ended. */
import { basename, join } from 'node:path';
import type { Command } from 'commander';
import { COMMAND, sayOnce } from '../../models/node/index.ts';
import { engineDefaults, isStageDone, openStage, readRecipe, requireEngines, stageRun } from '../../train/index.ts';
import { finishRun } from '../finish-run.ts';
import { type FleetOption, openFleetOption, withFleetOption } from '../fleet-option.ts';
import { wholeNumber } from '../input.ts';
import { STOPPED } from '../listen-for-stop.ts';
import { print } from '../output.ts';
import { loadPartsOption, type PartsOption, withPartsOption } from '../parts-option.ts';
import { type Finish, trainRun } from '../train-run.ts';

type Options = PartsOption &
  FleetOption & {
    readonly out?: string;
    readonly threads?: number;
    readonly evaluate?: true;
    readonly export?: true;
  };

export const addRecipe = (program: Command): void => {
  withFleetOption(withPartsOption(program.command('recipe')))
    .description(
      'train the runs of a recipe, each from where an earlier one ended; the same command goes on after a stop',
    )
    .argument('<recipe>', 'a JSON file with stages (docs/training.md)')
    .option('--out <folder>', 'where the runs go, a folder for each stage; runs/ and the name of the file by default')
    .option('--threads <number>', 'workers that play; learning takes one', wholeNumber('threads', 1, 256))
    .option('--evaluate', 'play against the baselines at the end')
    .option('--export', 'release the network at the end, as a folder for front ends')
    .action(run);
};

const run = async (path: string, options: Options): Promise<void> => {
  await loadPartsOption(options);
  const { out = join('runs', basename(path, '.json')), threads } = options;
  const { layer: under, fallback } = await engineDefaults();
  if (fallback !== null) sayOnce(fallback);
  const stages = readRecipe(path, under);
  for (const { experiment } of stages) await requireEngines(experiment.settings);
  const link = await openFleetOption(options);
  let isStopped = false;
  try {
    for (const [index, stage] of stages.entries()) {
      const isLast = index === stages.length - 1;
      const isDone = isStageDone(out, stage);
      print(`stage ${index + 1} of ${stages.length}: ${stageRun(out, stage.name)}${isDone ? ', trained before' : ''}`);
      if (isDone && !isLast) continue;
      const finish: Finish = (...done) => finishRun(...done, options);
      isStopped = !(await trainRun(await openStage(out, stage), null, { link, threads, ...(isLast && { finish }) }));
      if (isStopped) break;
    }
  } finally {
    await link?.close();
  }
  if (!isStopped) return;
  process.stderr.write(`stopped; go on with: ${COMMAND} recipe ${path} --out ${out}\n`);
  process.exit(STOPPED);
};
