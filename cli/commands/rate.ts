import type { Command } from 'commander';
import { formatDuels, formatPool, readGames, renderReport, tabulate } from '../../arena/index.ts';
import { writeTextFile } from '../../fleet/index.ts';
import { print, printJson } from '../output.ts';

type Options = { readonly json?: true; readonly html?: string };

export const addRate = (program: Command): void => {
  program
    .command('rate')
    .description('rate all agents whose games lie in these folders')
    .argument('<folders...>', 'folders made with --out')
    .option('--html <file>', 'write a report with plots and games to replay')
    .option('--json', 'print one JSON object')
    .action((folders: string[], { json, html }: Options) => {
      const records = folders.flatMap(readGames);
      const table = tabulate(records);
      if (html !== undefined) writeTextFile(html, renderReport(records, { title: `Ratings of ${folders.join(', ')}` }));
      if (json) printJson(table);
      else print(`${formatPool(table)}\n\n${formatDuels(table)}`);
    });
};
