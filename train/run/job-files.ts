/** What a job of self-play leaves in a run's folder: its games and its shard. */
import { existsSync, readFileSync, renameSync } from 'node:fs';
import { InvalidInput } from '../../env/index.ts';
import { describeFailure, writeAtomic } from '../../fleet/index.ts';
import type { Head } from '../../models/index.ts';
import { decodeShard, encodeShard, type ShardOrigin, type WantedOrigin } from '../files/shard-file.ts';
import type { Samples } from '../samples.ts';
import type { SelfPlayResult } from '../self-play-job.ts';
import { gamesFile, shardFile } from './run-files.ts';
import type { RunFolder } from './run-folder.ts';

/** Writes the games and the shard of a job, the shard last: where it is, the games are. */
export const saveJob = ({ path }: RunFolder, { samples, records }: SelfPlayResult, origin: ShardOrigin): void => {
  writeAtomic(gamesFile(path, origin.job), records.map((record) => `${record}\n`).join(''));
  writeAtomic(shardFile(path, origin.job), encodeShard(samples, origin));
};

/** A shard, or `null` if its job must be played (again); a file that is damaged or of another origin is put aside and reported. */
export const readShard = (
  { path }: RunFolder,
  wanted: WantedOrigin,
  heads: readonly Head[],
  tell: (damage: string) => void,
): Samples | null => {
  const file = shardFile(path, wanted.job);
  if (!existsSync(file)) return null;
  try {
    return decodeShard(readBytes(file), file, heads, wanted);
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    tell(error.message);
    putAside(file);
    return null;
  }
};

/** A bad sector, or a folder where a file should be, is damage like any other. */
const readBytes = (file: string): Uint8Array => {
  try {
    return readFileSync(file);
  } catch (error) {
    const why = `it cannot be read: ${describeFailure(error as NodeJS.ErrnoException)}`;
    throw new InvalidInput('shard', file, why, { cause: error });
  }
};

const putAside = (file: string): void => {
  let aside = `${file}.damaged`;
  for (let number = 2; existsSync(aside); number++) aside = `${file}.damaged-${number}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    const why = `it cannot be put aside: ${describeFailure(error as NodeJS.ErrnoException)}`;
    throw new InvalidInput('shard', file, why, { cause: error });
  }
};
