import type { Command } from 'commander';
import { formatDuels, formatPool, renderReport, type ScheduleOptions, tabulate } from '../../arena/index.ts';
import { writeTextFile } from '../../fleet/index.ts';
import { print, printJson } from '../output.ts';
import { type PlayOptions, readSchedule, showSchedule, withPlayOptions } from '../play-schedule.ts';

type Options = PlayOptions & ScheduleOptions & { readonly gauntlet?: true; readonly html?: string };

export const addTournament = (program: Command): void => {
  withPlayOptions(program.command('tournament'), 20)
    .description('let several agents play each other, and rate them')
    .argument('<agents...>', 'two agents or more')
    .option('--gauntlet', 'only the first agent meets the others')
    .option('--html <file>', 'write a report with plots and games to replay')
    .action(async (agents: string[], options: Options) => {
      const schedule = await readSchedule(agents, options.gauntlet ? 'gauntlet' : 'round-robin', options);
      const { records, forfeits, networks, modules } = await showSchedule(schedule, options);
      const table = tabulate(records);
      if (options.html !== undefined) writeTextFile(options.html, renderReport(records, { title: 'TZAAR tournament' }));
      if (options.json) return printJson({ ...table, forfeits, networks, modules });
      print(`${formatPool(table)}\n\n${formatDuels(table)}`);
      if (forfeits > 0) print(`\n${forfeits} games were lost by forfeit; the records say why`);
      if (options.html !== undefined) print(`\nwrote ${options.html}`);
    });
};
