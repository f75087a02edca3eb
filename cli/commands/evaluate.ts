import { join } from 'node:path';
import type { Command } from 'commander';
import { formatDuels, formatPool, renderReport, type ScheduleOptions, tabulate } from '../../arena/index.ts';
import { InvalidInput } from '../../env/index.ts';
import { writeTextFile } from '../../fleet/index.ts';
import { print, printJson } from '../output.ts';
import { type PlayOptions, readSchedule, showSchedule, withPlayOptions } from '../play-schedule.ts';

type Options = PlayOptions &
  ScheduleOptions & { readonly model?: string; readonly agent?: string; readonly sims: string };

/** What a model is measured against, weakest first. */
const BASELINES = ['random', 'greedy', 'mcts:sims=500', 'alphabeta:nodes=2000', 'alphabeta:ms=100'];

export const addEvaluate = (program: Command): void => {
  withPlayOptions(program.command('evaluate'), 40)
    .description('measure a model, or any agent, against all baselines: a table and report.html')
    .option('--model <path>', 'a weight file, or the folder of a released model')
    .option('--sims <number>', 'simulations of the model for an action', '64')
    .option('--agent <spec>', 'an agent instead of a model')
    .action(async ({ model, sims, agent, ...options }: Options) => {
      if ((model === undefined) === (agent === undefined)) {
        throw new InvalidInput('model', model, 'give either --model FOLDER or --agent SPEC');
      }
      const spec = agent ?? `zero:model=${JSON.stringify(model)},sims=${sims}`;
      const opponents = BASELINES.filter((baseline) => baseline !== spec);
      const schedule = await readSchedule([spec, ...opponents], 'gauntlet', options);
      const { names, records, networks, modules } = await showSchedule(schedule, options);
      const table = tabulate(records);
      const report = join(options.out ?? '.', 'report.html'); // beside the games, whose folder is made by now
      writeTextFile(report, renderReport(records, { title: `Evaluation of ${names[0]}` }));
      if (options.json) printJson({ ...table, networks, modules, report });
      else print(`${formatDuels(table)}\n\n${formatPool(table)}\n\nwrote ${report}`);
    });
};
