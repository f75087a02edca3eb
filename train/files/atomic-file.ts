/**
 * Files that are there whole or not at all: written under another name, forced to the disk, then renamed. Killed at any
 * moment, a run finds either the old file or the new one.
 */
import { closeSync, fsyncSync, openSync, readdirSync, renameSync, unlinkSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { InvalidInput } from '../../env/index.ts';

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

const FAILURES: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'the disk is read-only',
  EACCES: 'it is not allowed',
  EPERM: 'it is not allowed',
  ENOENT: 'its folder is gone',
};

export const describeFailure = ({ code, message }: NodeJS.ErrnoException): string =>
  FAILURES[code ?? ''] ?? code ?? message;

/** Removes what a killed run was writing. Only for folders that one process writes to. */
export const removePartialFiles = (folder: string): string[] => {
  const partial = readdirSync(folder).filter((name) => name.startsWith('.') && name.endsWith(TEMPORARY));
  for (const name of partial) unlinkSync(join(folder, name));
  return partial;
};

const writeSynced = (path: string, content: string | Uint8Array): void => {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const file = openSync(path, 'w');
  try {
    for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
};

/** A rename is only safe once the folder itself is on the disk. */
const syncFolder = (path: string): void => {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
};

const removeQuietly = (path: string): void => {
  try {
    unlinkSync(path);
  } catch {
    // it was never made
  }
};
