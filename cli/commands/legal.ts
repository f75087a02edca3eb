import type { Command } from 'commander';
import {
  describeOutcome,
  formatPosition,
  legalMoveTexts,
  outcome,
  type Position,
  parsePosition,
} from '../../env/index.ts';
import { answerLines, type PositionOptions, readPosition, withPositionOptions } from '../input.ts';
import { outcomeJson, print, printJson } from '../output.ts';

type Options = PositionOptions & { readonly json?: true; readonly stdin?: true };

export const addLegal = (program: Command): void => {
  withPositionOptions(program.command('legal'))
    .description('list the legal moves of a position, and the outcome if the game is over')
    .option('--json', 'print one JSON object')
    .option('--stdin', 'read a position text a line, answer with a JSON object a line')
    .action(async (options: Options) => {
      if (options.stdin) await answerLines((line) => describeLegal(parsePosition(line.trim())));
      else if (options.json) printJson(describeLegal(readPosition(options)));
      else printLegal(readPosition(options));
    });
};

const describeLegal = (position: Position): object => ({
  position: formatPosition(position),
  legal: legalMoveTexts(position),
  outcome: outcomeJson(position),
});

const printLegal = (position: Position): void => {
  const over = outcome(position);
  print(over === null ? legalMoveTexts(position).join('\n') : describeOutcome(over));
};
