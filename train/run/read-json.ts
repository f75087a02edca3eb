/** JSON objects of a run's folder; a sentence says why one cannot be read. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { InvalidInput, isRecord } from '../../env/index.ts';

/** Null for a file that is not there. Errors use the name `called`: their reader need not know where the run lies. */
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
    // reported below
  }
  throw new InvalidInput('run', called, `its ${basename(file)} is damaged: expected a JSON object`);
};
