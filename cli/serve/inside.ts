/**
 * Turns a path that came over the network into a file under a folder. Names are checked first, then the real path: a
 * symbolic link is welcome as long as it stays inside.
 */
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
} from 'node:fs';
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

export type OpenedFile = { readonly file: number; readonly size: number };

/**
 * Opens a file under `root`, or null. What is opened is the real path, without following a link in its place and without
 * waiting for a pipe; then it must still be what the path leads to, for the path may have changed since it was checked.
 */
export const openInside = (root: string, path: string): OpenedFile | null => {
  const real = realInside(root, path);
  if (real === null) return null;
  let file: number;
  try {
    file = openSync(real, OPEN_FLAGS);
  } catch {
    return null; // it is gone by now, or may not be read
  }
  const opened = fstatSync(file);
  const there = lstatSync(real, { throwIfNoEntry: false });
  const isStillThere = realInside(root, path) === real && there?.ino === opened.ino && there.dev === opened.dev;
  if (opened.isFile() && isStillThere) return { file, size: opened.size };
  closeSync(file);
  return null;
};

/** Not every system knows all of them. */
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** The text of a small file under `root`, or null. */
export const readInside = (root: string, path: string): string | null => {
  const opened = openInside(root, path);
  if (opened === null) return null;
  try {
    return readFileSync(opened.file, 'utf8');
  } finally {
    closeSync(opened.file);
  }
};

/** Names in a folder that could be asked for; none if it is not there or may not be seen. */
export const namesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder).filter(isPlainName);
  } catch {
    return [];
  }
};

/** Folders in a folder, without links: a walk through those could go round in circles. */
export const foldersIn = (folder: string): string[] => {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && isPlainName(entry.name))
      .map(({ name }) => name);
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
