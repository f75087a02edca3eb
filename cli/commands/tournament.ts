import { type Command, Option } from 'commander';
import {
  type Format,
  formatDuels,
  formatPool,
  renderReport,
  type ScheduleOptions,
  tabulate,
} from '../../arena/index.ts';
import { writeTextFile } from '../../fleet/index.ts';
import { print, printJson } from '../output.ts';
import { type PlayOptions, readSchedule, showSchedule, withPlayOptions } from '../play-schedule.ts';

type Options = PlayOptions &
  ScheduleOptions & { readonly gauntlet?: true; readonly ladder?: true; readonly html?: string };

export const addTournament = (program: Command): void => {
  withPlayOptions(program.command('tournament'), 20)
    .description('let several agents play each other, and rate them')
    .argument('<agents...>', 'two agents or more')
    .addOption(new Option('--gauntlet', 'only the first agent meets the others').conflicts('ladder'))
    .option('--ladder', 'each agent meets only the next one, as in zero:sims=16 zero:sims=32 zero:sims=64')
    .option('--html <file>', 'write a report with plots and games to replay')
    .action(async (agents: string[], options: Options) => {
      const schedule = await readSchedule(agents, formatOf(options), options);
      const { records, forfeits, networks, modules } = await showSchedule(schedule, options);
      const table = tabulate(records);
      if (options.html !== undefined) writeTextFile(options.html, renderReport(records, { title: 'TZAAR tournament' }));
      if (options.json) return printJson({ ...table, forfeits, networks, modules });
      print(`${formatPool(table)}\n\n${formatDuels(table)}`);
      if (forfeits > 0) print(`\n${forfeits} games were lost by forfeit; the records say why`);
      if (options.html !== undefined) print(`\nwrote ${options.html}`);
    });
};

const formatOf = ({ gauntlet, ladder }: Options): Format => {
  if (gauntlet) return 'gauntlet';
  return ladder ? 'ladder' : 'round-robin';
};
