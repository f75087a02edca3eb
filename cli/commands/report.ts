import type { Command } from 'commander';
import { writeTextFile } from '../../fleet/index.ts';
import { readRun, renderRunReport, reportPage } from '../../train/index.ts';
import { print } from '../output.ts';

type Options = { readonly out?: string };

export const addReport = (program: Command): void => {
  program
    .command('report')
    .description('show a training run as one HTML file: curves, strength, openings, games')
    .argument('<run>', 'the folder of a run; it may be training')
    .option('--out <file>', 'where the page goes; report.html in the run by default')
    .action((path: string, { out = reportPage(path) }: Options) => {
      const run = readRun(path);
      writeTextFile(out, renderRunReport(run));
      print(`wrote ${out}: ${run.iteration} iterations, ${run.games} games`);
    });
};
