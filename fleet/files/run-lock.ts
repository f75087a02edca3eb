/** Keeps two trainers out of one run. The lock names the process that holds it; one whose process is gone does not count. */
import { closeSync, openSync, readFileSync, unlinkSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { InvalidInput } from '../../env/index.ts';

/** A folder that this process has taken. */
export type RunLock = { release(): void };

/** Which process holds a lock. */
export type Holder = { readonly pid: number; readonly host: string };

/** In the folder that is locked. */
export const LOCK_FILE = 'lock.json';

/** Takes a folder for this process, or refuses in a sentence that names the holder. */
export const lockRun = (folder: string): RunLock => {
  const path = join(folder, LOCK_FILE);
  const own: Holder = { pid: process.pid, host: hostname() };
  if (!tryCreate(path, own)) {
    const holder = readHolder(path);
    if (holder !== null && isAlive(holder)) {
      throw new InvalidInput('run', folder, `process ${holder.pid} on ${holder.host} is training it; stop that first`);
    }
    unlinkSync(path);
    if (!tryCreate(path, own)) throw new InvalidInput('run', folder, 'another process has just begun to train it');
  }
  return { release: () => unlinkSync(path) };
};

/** The process that trains the run now, or null. */
export const lockHolder = (folder: string): Holder | null => {
  const holder = readHolder(join(folder, LOCK_FILE));
  return holder !== null && isAlive(holder) ? holder : null;
};

const tryCreate = (path: string, holder: Holder): boolean => {
  try {
    const file = openSync(path, 'wx');
    writeSync(file, JSON.stringify(holder));
    closeSync(file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
};

const readHolder = (path: string): Holder | null => {
  try {
    const { pid, host } = JSON.parse(readFileSync(path, 'utf8'));
    return Number.isInteger(pid) && typeof host === 'string' ? { pid, host } : null;
  } catch {
    return null; // killed while writing it: the lock is free
  }
};

/** A process on another machine cannot be asked, so it counts as alive. */
const isAlive = ({ pid, host }: Holder): boolean => {
  if (host !== hostname()) return true;
  if (pid === process.pid) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};
