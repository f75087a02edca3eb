import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { PHASES } from '../../env/index.ts';
import { decodeShard, type Samples } from '../../train/index.ts';
import { print, printJson } from '../output.ts';
import { shardFiles } from '../shard-files.ts';

type Summary = {
  readonly file: string;
  readonly samples: number;
  readonly moverWins: number;
  readonly meanSearchValue: number;
  readonly secondSteps: number;
  readonly phases: Readonly<Record<string, number>>;
};

export const addShards = (program: Command): void => {
  program
    .command('shards')
    .description('look into the samples of a run')
    .command('inspect')
    .description('count what shards hold; every one is read and checked')
    .argument('<paths...>', '.npz files, folders of them, or runs')
    .option('--json', 'print a JSON object a shard')
    .action((paths: string[], { json }: { json?: true }) => {
      const files = paths.flatMap(shardFiles);
      for (const file of files) {
        const summary = summarise(file, decodeShard(readFileSync(file), file));
        if (json) printJson(summary);
        else print(describe(summary));
      }
    });
};

const summarise = (file: string, { count, turns, results, searchValues }: Samples): Summary => {
  const rows = Array.from({ length: count }, (_, row) => row);
  const share = (holds: (row: number) => boolean): number => (count === 0 ? 0 : rows.filter(holds).length / count);
  return {
    file,
    samples: count,
    moverWins: share((row) => results[row] === 1),
    meanSearchValue: count === 0 ? 0 : searchValues.reduce((sum, value) => sum + value, 0) / count,
    secondSteps: share((row) => turns[row * 3 + 1] === 1),
    phases: Object.fromEntries(PHASES.map((name, phase) => [name, share((row) => turns[row * 3 + 2] === phase)])),
  };
};

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

const describe = ({ file, samples, moverWins, meanSearchValue, secondSteps, phases }: Summary): string => {
  const phaseTexts = Object.entries(phases).map(([name, share]) => `${name} ${percent(share)}`);
  return `${file}: ${samples} samples, mover wins ${percent(moverWins)}, search value ${meanSearchValue.toFixed(3)}, second steps ${percent(secondSteps)}, ${phaseTexts.join(', ')}`;
};
