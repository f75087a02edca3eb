/**
 * Files that are there whole or not at all: written under another name, forced to the disk, then renamed. Killed at any
 * moment, a run finds either the old file or the new one.
 */

import { existsSync, readdirSync, renameSync, unlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { InvalidInput } from '../../env/index.ts';
import { describeFailure, syncFolder, writeSynced } from './synced-file.ts';

const TEMPORARY = '.partial';

/** Replaces the file. On failure (a full disk, say) the old one is untouched and nothing new is left behind. */
export const writeAtomic = (path: string, content: string | Uint8Array): void => {
  const temporary = join(dirname(path), `.${basename(path)}.${process.pid}${TEMPORARY}`);
  try {
    writeSynced(temporary, content);
    renameSync(temporary, path);
    syncFolder(dirname(path));
  } catch (error) {
    removeQuietly(temporary);
    throw new InvalidInput('file', path, `cannot be written: ${describeFailure(error as NodeJS.ErrnoException)}`, {
      cause: error,
    });
  }
};

/** Removes what a killed run was writing. Only for folders that one process writes to, or that do not exist. */
export const removePartialFiles = (folder: string): string[] => {
  if (!existsSync(folder)) return [];
  try {
    const partial = readdirSync(folder).filter((name) => name.startsWith('.') && name.endsWith(TEMPORARY));
    for (const name of partial) unlinkSync(join(folder, name));
    return partial;
  } catch (error) {
    const why = `it cannot be tidied up: ${describeFailure(error as NodeJS.ErrnoException)}`;
    throw new InvalidInput('folder', folder, why, { cause: error });
  }
};

const removeQuietly = (path: string): void => {
  try {
    unlinkSync(path);
  } catch {
    // it was never made
  }
};
