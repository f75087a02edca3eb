import type { Command } from 'commander';
import { COMMAND } from '../../models/node/index.ts';
import { packRun } from '../../train/index.ts';
import { wholeNumber } from '../input.ts';
import { print, printJson } from '../output.ts';

type Options = { readonly out: string; readonly samplesOf: number; readonly json?: true };

export const addPack = (program: Command): void => {
  program
    .command('pack')
    .description('copy a run in few files: its course, its settings, and what training needs to go on')
    .argument('<run>', 'the folder of a run; it may be training')
    .requiredOption('--out <folder>', 'where the packed run goes')
    .option('--samples-of <iterations>', 'keep the samples of so many iterations', wholeNumber('iterations', 0, 1e6), 2)
    .option('--json', 'print one JSON object')
    .action(async (from: string, { out, samplesOf, json }: Options) => {
      const { state } = await packRun(from, out, { iterations: samplesOf });
      if (json) return printJson({ out, ...state });
      print(
        `packed ${from} after iteration ${state.iteration} into ${out}, with ${state.shards.length} shards of samples`,
      );
      print(
        `go on with a copy of it: cp -r ${out} runs/NAME && ${COMMAND} train --resume runs/NAME --set iterations=…`,
      );
    });
};
