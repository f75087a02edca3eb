/** Bytes that are on the disk when the call is over, and what to say when they cannot be. */
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';

/** Writes a file and waits until the disk has it. */
export const writeSynced = (path: string, content: string | Uint8Array): void => {
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
export const syncFolder = (path: string): void => {
  try {
    const folder = openSync(path, 'r');
    try {
      fsyncSync(folder);
    } finally {
      closeSync(folder);
    }
  } catch (error) {
    if (!isNoFolderSync(error as NodeJS.ErrnoException)) throw error;
  }
};

/**
 * Windows flushes only handles that were opened for writing, which a folder's never is: it refuses (EPERM in Node). Its
 * file systems keep a journal of names, so a rename is whole there anyway.
 */
const isNoFolderSync = ({ code }: NodeJS.ErrnoException): boolean =>
  process.platform === 'win32' && ['EPERM', 'EISDIR', 'EINVAL', 'EACCES'].includes(code ?? '');

const FAILURES: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'the disk is read-only',
  EACCES: 'it is not allowed',
  EPERM: 'it is not allowed',
  ENOENT: 'its folder is gone',
  ENOTDIR: 'its folder is a file',
  EISDIR: 'it is a folder',
  EIO: 'the disk gives an error (EIO)',
  EEXIST: 'a file is in the way',
};

/** Why a file could not be read or written, in a few words. */
export const describeFailure = ({ code, message }: NodeJS.ErrnoException): string =>
  FAILURES[code ?? ''] ?? code ?? message;
