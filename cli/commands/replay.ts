import type { Command } from 'commander';
import {
  InvalidInput,
  legalActions,
  MAX_LEGAL_ACTIONS,
  parseAction,
  parsePosition,
  parseRecord,
  play,
  printable,
  replayRecord,
} from '../../env/index.ts';
import { readTextFile } from '../../fleet/index.ts';
import { answerLines } from '../input.ts';
import { outcomeJson, print, printJson } from '../output.ts';

type Options = { readonly json?: true; readonly stdin?: true };

export const addReplay = (program: Command): void => {
  program
    .command('replay')
    .description('check game records: every move legal, the result as recorded')
    .argument('[file]', 'a file of game records, one JSON object a line')
    .option('--json', 'print one JSON object')
    .option('--stdin', 'read { position, moves } a line, answer with { outcome, legalCounts } a line')
    .action(async (file: string | undefined, options: Options) => {
      if (options.stdin) await answerLines(replayLine);
      else if (file === undefined) throw new InvalidInput('file', undefined, 'give a file of game records or --stdin');
      else checkFile(file, options);
    });
};

const checkFile = (file: string, { json }: Options): void => {
  const lines = readTextFile(file).split('\n');
  const errors: { line: number; error: string }[] = [];
  let games = 0;
  let moves = 0;
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    games++;
    try {
      moves += replayRecord(parseRecord(line)).actions.length;
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error;
      errors.push({ line: index + 1, error: error.message });
    }
  }
  if (games === 0) throw new InvalidInput('file', file, 'holds no game record');
  if (json) printJson({ games, moves, errors });
  else
    print(
      `${count(games, 'game')}, ${count(moves, 'move')}, ${errors.length === 0 ? 'all as recorded' : `${errors.length} bad`}`,
    );
  if (errors.length === 0) return;
  if (!json) for (const { line, error } of errors) process.stderr.write(`${printable(file)}:${line}: ${error}\n`);
  throw new InvalidInput('file', file, `${count(errors.length, 'bad game record')} of ${games}`);
};

const count = (number: number, thing: string): string => `${number} ${thing}${number === 1 ? '' : 's'}`;

const replayLine = (text: string): object => {
  const { position: start, moves } = readGame(text);
  const position = parsePosition(start);
  const buffer = new Uint16Array(MAX_LEGAL_ACTIONS);
  const legalCounts: number[] = [];
  for (const [index, move] of moves.flatMap((turn) => turn.split(' ')).entries()) {
    legalCounts.push(legalActions(position, buffer));
    try {
      play(position, parseAction(position, move));
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error;
      throw new InvalidInput('game', start, `move ${index + 1}: ${error.message}`);
    }
  }
  return { outcome: outcomeJson(position), legalCounts };
};

const readGame = (text: string): { position: string; moves: string[] } => {
  const fail = (): never => {
    throw new InvalidInput('game', text, 'expected { "position": a text, "moves": [texts] }');
  };
  let game: { position?: unknown; moves?: unknown } | null = null;
  try {
    game = JSON.parse(text);
  } catch {
    fail();
  }
  if (typeof game !== 'object' || game === null || typeof game.position !== 'string') return fail();
  if (!Array.isArray(game.moves) || game.moves.some((move) => typeof move !== 'string')) return fail();
  return { position: game.position, moves: game.moves };
};
