/** The runs in a folder. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { InvalidInput } from '../../env/index.ts';
import { configFile } from '../run/run-files.ts';
import { type RunSummary, readRun } from './read-run.ts';

/** A run, or why it cannot be read: one damaged run must not hide the others. */
export type FoundRun =
  | { readonly type: 'run'; readonly path: string; readonly run: RunSummary }
  | { readonly type: 'damaged'; readonly path: string; readonly problem: string };

/** Whether a folder holds a run. */
export const isRun = (path: string): boolean => existsSync(configFile(path));

/** The folder itself if it is a run, else those in it, by name. */
export const findRuns = (folder: string): FoundRun[] => {
  if (isRun(folder)) return [tryRead(folder)];
  return listFolders(folder)
    .map((name) => join(folder, name))
    .filter(isRun)
    .map(tryRead);
};

const listFolders = (folder: string): string[] => {
  try {
    return readdirSync(folder).sort((one, other) => one.localeCompare(other, 'en', { numeric: true }));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new InvalidInput(
      'folder',
      folder,
      code === 'ENOENT' ? 'there is no such folder' : `it cannot be read (${code})`,
    );
  }
};

const tryRead = (path: string): FoundRun => {
  try {
    return { type: 'run', path, run: readRun(path) };
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    return { type: 'damaged', path, problem: error.message };
  }
};
