/** Folders with the folders they lie in. */
import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { InvalidInput } from '../../env/index.ts';
import { describeFailure } from './synced-file.ts';

/**
 * Makes a folder that may exist already, its parents first. One by one: Node's own `recursive` takes "no such file"
 * for a missing parent and retries forever where the system allows no folders at all, as below /proc.
 */
export const makeFolder = (path: string): void => {
  const make = (folder: string): void => {
    if (isFolder(folder)) return;
    const parent = dirname(folder);
    if (parent !== folder) make(parent);
    try {
      mkdirSync(folder);
    } catch (error) {
      if (isFolder(folder)) return; // another process was quicker
      const { code } = error as NodeJS.ErrnoException;
      const why = code === 'ENOENT' ? 'no folder can be made there' : describeFailure(error as NodeJS.ErrnoException);
      throw new InvalidInput('folder', path, `${folder} cannot be made: ${why}`, { cause: error });
    }
  };
  make(resolve(path));
};

const isFolder = (path: string): boolean => {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false; // what is wrong shows when it is made
  }
};
