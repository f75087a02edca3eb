/** The shards that a user names: files, folders of them, or runs. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { InvalidInput } from '../env/index.ts';
import { isRun, shardsFolder } from '../train/index.ts';

export const shardFiles = (path: string): string[] => {
  if (!existsSync(path)) throw new InvalidInput('path', path, 'there is no such file or folder');
  if (!statSync(path).isDirectory()) return [path];
  const folder = isRun(path) && existsSync(shardsFolder(path)) ? shardsFolder(path) : path;
  const names = readdirSync(folder).filter((name) => name.endsWith('.npz'));
  if (names.length === 0) throw new InvalidInput('folder', folder, 'it holds no .npz file');
  return names.sort().map((name) => join(folder, name));
};
