/**
 * Folders that are there whole or not at all: written under another name, forced to the disk, then renamed. A folder in
 * the way is replaced only if it is a released model and nothing else.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { InvalidInput } from '../../env/index.ts';
import { makeFolder } from '../../fleet/files/make-folder.ts';
import { describeFailure, syncFolder, writeSynced } from '../../fleet/files/synced-file.ts';
import { MANIFEST_FILE, RELEASE_FORMAT } from '../../models/release/manifest.ts';

const TEMPORARY = '.partial';
const REPLACED = '.replaced';

/**
 * Makes the folder `out` of `files`; `check` sees it whole under its temporary name and may still refuse it. Whatever
 * fails, `out` is as it was and nothing else is left behind.
 */
export const writeFolder = async (
  out: string,
  files: ReadonlyMap<string, Uint8Array>,
  check: (folder: string) => Promise<void>,
): Promise<void> => {
  checkReplaceable(out);
  const path = resolve(out);
  const [parent, name] = [dirname(path), basename(path)];
  const beside = (suffix: string): string => join(parent, `.${name}.${process.pid}${suffix}`);
  const temporary = beside(TEMPORARY);
  try {
    makeFolder(parent);
    removeLeftovers(parent, name);
    mkdirSync(temporary);
    for (const [file, bytes] of files) writeSynced(join(temporary, file), bytes);
    syncFolder(temporary);
    await check(temporary);
    moveInto(temporary, path, beside(REPLACED));
    syncFolder(parent);
  } catch (error) {
    removeQuietly(temporary);
    if (error instanceof InvalidInput || (error as NodeJS.ErrnoException).code === undefined) throw error;
    const why = `cannot be written: ${describeFailure(error as NodeJS.ErrnoException)}`;
    throw new InvalidInput('folder', out, why, { cause: error });
  }
};

/** What may be at `out`: nothing, an empty folder, or a released model and nothing else. */
export const checkReplaceable = (out: string): void => {
  const path = resolve(out);
  const refuse: (why: string) => never = (why) => {
    throw new InvalidInput('folder', out, `${why}; give another --out`);
  };
  let names: readonly string[] | null;
  try {
    names = namesIn(path);
  } catch (error) {
    refuse(`it cannot be read: ${describeFailure(error as NodeJS.ErrnoException)}`);
  }
  if (names === null) refuse('it is a file');
  if (names.length === 0) return;
  const known = listedFiles(path);
  if (known === null) refuse('it holds something that is not a released model');
  const strange = names.find((name) => !known.includes(name));
  if (strange !== undefined) refuse(`it holds ${strange} besides a released model`);
};

/** None where nothing is there yet, `null` for a file. */
const namesIn = (path: string): readonly string[] | null => {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return [];
  return found.isDirectory() ? readdirSync(path) : null;
};

/** The files of an older release of any version, by its manifest; `null` if it is not a release. */
const listedFiles = (path: string): readonly unknown[] | null => {
  try {
    const { format, files } = JSON.parse(readFileSync(join(path, MANIFEST_FILE), 'utf8'));
    return format === RELEASE_FORMAT ? [MANIFEST_FILE, ...files.map(({ name }: { name: unknown }) => name)] : null;
  } catch {
    return null;
  }
};

/** A folder with content cannot be renamed over: the old one steps aside first, and back if the new one cannot come. */
const moveInto = (temporary: string, path: string, aside: string): void => {
  if (!existsSync(path)) {
    renameSync(temporary, path);
    return;
  }
  renameSync(path, aside);
  try {
    renameSync(temporary, path);
  } catch (error) {
    renameSync(aside, path);
    throw error;
  }
  removeQuietly(aside); // the new one is in place whatever becomes of it
};

/** What a killed export left; others that still run keep theirs. A release that had stepped aside comes back. */
const removeLeftovers = (parent: string, name: string): void => {
  for (const each of readdirSync(parent)) {
    const rest = each.startsWith(`.${name}.`) ? each.slice(name.length + 2) : '';
    const [, pid, suffix] = /^(\d+)(\.partial|\.replaced)$/.exec(rest) ?? [];
    if (pid === undefined || (Number(pid) !== process.pid && isRunning(Number(pid)))) continue;
    if (suffix === REPLACED && !existsSync(join(parent, name))) renameSync(join(parent, each), join(parent, name));
    else removeQuietly(join(parent, each));
  }
};

/** What cannot be removed is tried again by the next export. */
const removeQuietly = (path: string): void => {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // nothing waits for it
  }
};

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};
