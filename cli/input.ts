/** What several commands read: numbers, positions, files, lines. Everything from outside is checked here or in `env`. */
import { fstatSync } from 'node:fs';
import type { Command } from 'commander';
import { InvalidInput, type Position, parsePosition, parseSetup, randomStream, startPosition } from '../env/index.ts';
import { printJson } from './output.ts';

/** For an option that may be given several times: all that was given, in order. */
export const collect = (text: string, before: readonly string[] = []): readonly string[] => [...before, text];

/** Makes a reader of whole numbers for an option. */
export const wholeNumber =
  (what: string, least: number, most: number = Number.MAX_SAFE_INTEGER) =>
  (text: string): number => {
    const value = Number(text);
    if (!/^-?\d+$/.test(text) || value < least || value > most) {
      throw new InvalidInput(what, text, `expected a whole number from ${least} to ${most}`);
    }
    return value;
  };

export type PositionOptions = { readonly position?: string; readonly setup?: string; readonly seed: number };

/** Options that name a position: a text, or a set-up with its seed. */
export const withPositionOptions = (command: Command, defaultSetup?: string): Command =>
  command
    .option('--position <text>', 'a position text, such as tzaar show prints')
    .option('--setup <name>', 'start of a game: random, fixed or tournament', defaultSetup)
    .option('--seed <number>', 'seed of the random set-up', wholeNumber('seed', 0), 0);

export const readPosition = ({ position, setup, seed }: PositionOptions): Position => {
  const named = setup === undefined ? undefined : parseSetup(setup); // checked even if a position is given as well
  if (position !== undefined) return parsePosition(position.trim());
  if (named !== undefined) return startPosition(named, randomStream(seed));
  throw new InvalidInput('position', undefined, 'give --position TEXT or --setup NAME');
};

/** Answers each line of stdin with a line of JSON, in order; a line that cannot be answered gives `{ error }`. */
export const answerLines = async (answer: (line: string) => unknown): Promise<void> => {
  // A folder as standard input would look empty instead of failing.
  if (fstatSync(process.stdin.fd).isDirectory()) throw new InvalidInput('standard input', 'a folder', 'expected lines');
  for await (const line of linesOf(process.stdin))
    printJson(line === null ? { error: TOO_LONG } : answerOrError(line.trim(), answer));
};

export const LONGEST_LINE: number = 16 << 20;
/** What is said of a longer one. */
export const TOO_LONG: string = `invalid line: it is longer than ${LONGEST_LINE >> 20} MB`;

/** Null stands for a line longer than `LONGEST_LINE`, of which nothing is kept. Splits at line feeds alone: readline also takes a lone carriage return, and would answer more lines than it got. */
export async function* linesOf(input: AsyncIterable<string | Buffer> & ReadableText): AsyncGenerator<string | null> {
  let parts: string[] = []; // of the line under way; put together once, however many pieces it comes in
  let length = 0;
  const take = (end: string): string | null => {
    const line = length + end.length > LONGEST_LINE ? null : parts.join('') + end;
    parts = [];
    length = 0;
    return line;
  };
  for await (const chunk of input.setEncoding('utf8')) {
    const text = String(chunk);
    let start = 0;
    for (let end = text.indexOf('\n'); end >= 0; start = end + 1, end = text.indexOf('\n', start))
      yield take(text.slice(start, end));
    const rest = text.slice(start);
    length += rest.length;
    if (length > LONGEST_LINE) parts = [];
    else if (rest !== '') parts.push(rest);
  }
  if (length > 0) yield take('');
}

type ReadableText = { setEncoding(encoding: 'utf8'): AsyncIterable<string | Buffer> };

const answerOrError = (line: string, answer: (line: string) => unknown): unknown => {
  try {
    return answer(line);
  } catch (error) {
    if (error instanceof InvalidInput) return { error: error.message };
    throw error;
  }
};
