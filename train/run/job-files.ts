/** What a job of self-play leaves in a run's folder: its games and its shard. */
import { existsSync, readFileSync, renameSync } from 'node:fs';
import { InvalidInput } from '../../env/index.ts';
import { writeAtomic } from '../../fleet/index.ts';
import type { Head } from '../../models/index.ts';
import { decodeShard, encodeShard } from '../files/shard-file.ts';
import type { Samples } from '../samples.ts';
import type { SelfPlayResult } from '../self-play-job.ts';
import { gamesFile, jobName, shardFile } from './run-files.ts';
import type { RunFolder } from './run-folder.ts';

/** Writes the games and the shard of a job, the shard last: where it is, the games are. */
export const saveJob = ({ path }: RunFolder, result: SelfPlayResult): void => {
  const { iteration, job, samples, records } = result;
  const name = jobName(iteration, job);
  writeAtomic(gamesFile(path, name), records.map((record) => `${record}\n`).join(''));
  writeAtomic(shardFile(path, name), encodeShard(samples));
};

/** A shard, or `null` if its job must be played (again); a damaged file is put aside and reported. */
export const readShard = (
  { path }: RunFolder,
  name: string,
  heads: readonly Head[],
  tell: (damage: string) => void,
): Samples | null => {
  const file = shardFile(path, name);
  if (!existsSync(file)) return null;
  try {
    return decodeShard(readFileSync(file), file, heads);
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    tell(error.message);
    renameSync(file, `${file}.damaged`);
    return null;
  }
};
