/** Released models in folders, read with all their checks. */
import { existsSync, statSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { InvalidInput } from '../../env/index.ts';
import { loadRelease, type ReadReleaseFile, type Release } from '../release/load-release.ts';
import { MANIFEST_FILE } from '../release/manifest.ts';

/** Loads the released model in a folder, with all its checks. */
export const readRelease = (folder: string): Promise<Release> => loadRelease(folderReader(folder), folder);

/** Reads the files of a released model from a folder. */
export const folderReader =
  (folder: string): ReadReleaseFile =>
  async (name, most) => {
    const path = join(folder, name);
    try {
      const { size } = await stat(path);
      if (size <= most) return await readFile(path);
      throw new InvalidInput('released model', folder, `its ${name} has ${size} bytes, expected at most ${most}`);
    } catch (error) {
      if (error instanceof InvalidInput) throw error;
      const { code } = error as NodeJS.ErrnoException;
      const why = code === 'ENOENT' ? 'is missing' : `cannot be read (${code ?? error})`;
      throw new InvalidInput('released model', folder, `its ${name} ${why}`, { cause: error });
    }
  };

/** Whether a folder claims to be a released model. */
export const isReleaseFolder = (path: string): boolean => {
  try {
    return statSync(path).isDirectory() && existsSync(join(path, MANIFEST_FILE));
  } catch {
    return false;
  }
};
