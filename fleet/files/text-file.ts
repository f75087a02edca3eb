/** Whole text files; a sentence says why one cannot be read or written. */
import { closeSync, fstatSync, openSync, readFileSync, readSync, writeFileSync, writeSync } from 'node:fs';
import { InvalidInput } from '../../env/index.ts';

/** Reads a file as text; what goes wrong is told in a sentence. */
export const readTextFile = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new InvalidInput('file', path, `cannot be read (${reasonOf(error)})`, { cause: error });
  }
};

/** Writes a text file; what goes wrong is told in a sentence. */
export const writeTextFile = (path: string, text: string): void => {
  try {
    writeFileSync(path, text);
  } catch (error) {
    throw new InvalidInput('file', path, `cannot be written (${reasonOf(error)})`, { cause: error });
  }
};

/** Adds a line to the end of a text file, which need not be there; what goes wrong is told in a sentence. */
export const appendLine = (path: string, line: string): void => {
  try {
    const file = openSync(path, 'a+');
    try {
      writeSync(file, `${endsMidLine(file) ? '\n' : ''}${line}\n`);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw new InvalidInput('file', path, `cannot be written (${reasonOf(error)})`, { cause: error });
  }
};

/** Whether the last line of a file was cut off: what is added must not become a part of it. */
const endsMidLine = (file: number): boolean => {
  const { size } = fstatSync(file);
  const last = Buffer.alloc(1);
  return size > 0 && readSync(file, last, 0, 1, size - 1) === 1 && last[0] !== LINE_FEED;
};

const LINE_FEED = 10;

const reasonOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error);
