/** Hashes of what has played, kept with the games of a folder, so that a match goes on with the same. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { InvalidInput } from '../env/index.ts';
import { writeAtomic } from '../fleet/index.ts';

export type Hashes = Readonly<Record<string, string>>;

export const writeHashes = (folder: string, file: string, hashes: Hashes): void => {
  if (Object.keys(hashes).length > 0) writeAtomic(join(folder, file), `${JSON.stringify(hashes, null, 2)}\n`);
};

/** Empty where the file is missing, as in folders of older programs. */
export const readHashes = (folder: string, file: string): Hashes => {
  const path = join(folder, file);
  if (!existsSync(path)) return {};
  try {
    return parseHashes(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    throw new InvalidInput('folder', folder, `its ${file} cannot be read`, { cause: error });
  }
};

/** Entries that are not texts are left out: results may come from anywhere. */
export const parseHashes = (given: unknown): Hashes => {
  const isText = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === 'string';
  return Object.fromEntries(Object.entries((given ?? {}) as Record<string, unknown>).filter(isText));
};
