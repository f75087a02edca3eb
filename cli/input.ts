/** What several commands read: numbers, positions, files, lines. Everything from outside is checked here or in `env`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Command } from 'commander';
import { InvalidInput, type Position, parsePosition, parseSetup, randomStream, startPosition } from '../env/index.ts';

/** Makes a reader of whole numbers for an option. */
export const wholeNumber =
  (what: string, least: number, most: number = Number.MAX_SAFE_INTEGER) =>
  (text: string): number => {
    const value = Number(text);
    if (!/^-?\d+$/.test(text) || value < least || value > most) {
      const range = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
      throw new InvalidInput(what, text, `expected a whole number ${range}`);
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
  if (position !== undefined) return parsePosition(position);
  if (setup !== undefined) return startPosition(parseSetup(setup), randomStream(seed));
  throw new InvalidInput('position', undefined, 'give --position TEXT, --setup NAME or --stdin');
};

export const readTextFile = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new InvalidInput('file', path, `cannot be read (${reasonOf(error)})`, { cause: error });
  }
};

export const writeTextFile = (path: string, text: string): void => {
  try {
    writeFileSync(path, text);
  } catch (error) {
    throw new InvalidInput('file', path, `cannot be written (${reasonOf(error)})`, { cause: error });
  }
};

const reasonOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error);

/** Answers each line of stdin with a line of JSON, in order; a line that cannot be answered gives `{ error }`. */
export const answerLines = async (answer: (line: string) => unknown): Promise<void> => {
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() === '') continue;
    printJson(answerOrError(line, answer));
  }
};

const answerOrError = (line: string, answer: (line: string) => unknown): unknown => {
  try {
    return answer(line);
  } catch (error) {
    if (error instanceof InvalidInput) return { error: error.message };
    throw error;
  }
};

export const print = (text: string): void => void process.stdout.write(`${text}\n`);
export const printJson = (value: unknown): void => print(JSON.stringify(value));
