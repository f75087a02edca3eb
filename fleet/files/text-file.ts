/** Whole text files; a sentence says why one cannot be read or written. */
import { readFileSync, writeFileSync } from 'node:fs';
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

const reasonOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error);
