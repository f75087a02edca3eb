import type { Command } from 'commander';
import { formatPosition, type Position, parsePosition, perft } from '../../env/index.ts';
import { answerLines, type PositionOptions, readPosition, wholeNumber, withPositionOptions } from '../input.ts';
import { print, printJson } from '../output.ts';

type Options = PositionOptions & { readonly depth: number; readonly json?: true; readonly stdin?: true };

export const addPerft = (program: Command): void => {
  withPositionOptions(program.command('perft'), 'fixed')
    .description('count the action sequences of each length, the usual check of a rules engine')
    .option('--depth <number>', 'the longest length to count', wholeNumber('depth', 1, 12), 3)
    .option('--json', 'print one JSON object')
    .option('--stdin', 'read a position text a line, answer with a JSON object a line')
    .action(async (options: Options) => {
      if (options.stdin) {
        await answerLines((line) => countAll(parsePosition(line.trim()), options.depth));
      } else if (options.json) {
        printJson(countAll(readPosition(options), options.depth));
      } else {
        printCounts(readPosition(options), options.depth);
      }
    });
};

const countAll = (position: Position, depth: number): { position: string; counts: number[] } => ({
  position: formatPosition(position),
  counts: Array.from({ length: depth }, (_, index) => perft(position, index + 1)),
});

const printCounts = (position: Position, deepest: number): void => {
  print(formatPosition(position));
  for (let depth = 1; depth <= deepest; depth++) {
    const start = performance.now();
    const count = perft(position, depth);
    print(`depth ${depth}: ${count}  (${((performance.now() - start) / 1000).toFixed(2)} s)`);
  }
};
