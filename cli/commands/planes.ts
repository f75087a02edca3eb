import type { Command } from 'commander';
import { PLANES, planeTable } from '../../env/index.ts';
import { print, printJson } from '../output.ts';

export const addPlanes = (program: Command): void => {
  program
    .command('planes')
    .description('print the table of observation planes')
    .option('--json', 'print a JSON list')
    .action(({ json }: { json?: true }) => (json ? printJson(PLANES) : print(planeTable())));
};
