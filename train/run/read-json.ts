/** JSON objects of a run's folder, with a sentence where one cannot be read. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { InvalidInput, isRecord } from '../../env/index.ts';

/** Null for a file that is not there. Errors call the run as `called` says: whoever hears them need not know where it lies. */
export const readRunJson = (file: string, called: string): Readonly<Record<string, unknown>> | null => {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    throw new InvalidInput('run', called, `its ${basename(file)} cannot be read (${code ?? error})`, { cause: error });
  }
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value)) return value;
  } catch {
    // said below
  }
  throw new InvalidInput('run', called, `its ${basename(file)} is damaged: expected a JSON object`);
};
