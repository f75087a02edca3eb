/**
 * Turns a path that came over the network into a file under a folder. Names are checked first, then the real path: a
 * symbolic link is welcome as long as it stays inside.
 */
import { readdirSync, realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';

/** The real path of a file under `root`, or null when there is none or it lies elsewhere. `path` is decoded already. */
export const fileInside = (root: string, path: string): string | null => {
  const real = realInside(root, path);
  return real !== null && statSync(real, { throwIfNoEntry: false })?.isFile() ? real : null;
};

/** The same for a folder. */
export const folderInside = (root: string, path: string): string | null => {
  const real = realInside(root, path);
  return real !== null && statSync(real, { throwIfNoEntry: false })?.isDirectory() ? real : null;
};

/** Names in a folder that could be asked for; none if it is not there or may not be seen. */
export const namesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder).filter(isPlainName);
  } catch {
    return [];
  }
};

const realInside = (root: string, path: string): string | null => {
  const names = path.split('/');
  if (!names.every(isPlainName)) return null;
  try {
    const real = realpathSync(join(root, ...names));
    return real.startsWith(realpathSync(root) + sep) ? real : null;
  } catch {
    return null; // it is not there, or may not be seen
  }
};

/** No way up, no hidden file, and nothing that means a separator on some system. */
const isPlainName = (name: string): boolean => name !== '' && !name.startsWith('.') && !/[/\\:\0]/.test(name);
