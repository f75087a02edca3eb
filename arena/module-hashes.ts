/** Which users' modules played, by the bytes of their files, kept with the games like the hashes of networks. */
import { relative } from 'node:path';
import { InvalidInput } from '../env/index.ts';
import { loadedModules } from '../fleet/index.ts';
import { type Hashes, readHashes, writeHashes } from './kept-hashes.ts';

/** From a module's path, as seen from the working directory, to the SHA-256 of its bytes. */
export type ModuleHashes = Hashes;

const FILE = 'modules.json';

/** Of all modules that are loaded: any of them may have a part in how an agent plays. */
export const moduleHashes = (): ModuleHashes =>
  Object.fromEntries(loadedModules().map(({ path, hash }) => [relative(process.cwd(), path), hash]));

/** Writes them into a folder of results, or refuses a folder whose games were played with other modules. */
export const keepModules = (folder: string, hashes: ModuleHashes, hasGames: boolean): ModuleHashes => {
  if (!hasGames) {
    writeHashes(folder, FILE, hashes);
    return hashes;
  }
  const kept = readHashes(folder, FILE);
  const isIn = (one: ModuleHashes, hash: string): boolean => Object.values(one).includes(hash);
  const other =
    Object.keys(hashes).find((path) => !isIn(kept, hashes[path])) ??
    Object.keys(kept).find((path) => !isIn(hashes, kept[path]));
  if (other === undefined) return kept;
  const why = `its games were played with another version of ${other}, or without it; give another folder`;
  throw new InvalidInput('folder', folder, why);
};
