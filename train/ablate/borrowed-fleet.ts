/**
 * Self-play that plays nothing: each job is answered with the games and samples that another run has of the job of the same
 * name. To the loop it is a fleet like any other, so a run that borrows its games is resumed, mended and reported like one
 * that played them; its folder holds copies.
 */
import { readFileSync } from 'node:fs';
import { InvalidInput, parseRecord } from '../../env/index.ts';
import { describeFailure, LocalNetworkStore } from '../../fleet/index.ts';
import { HEADS } from '../../models/index.ts';
import { decodeShard } from '../files/shard-file.ts';
import { gamesFile, jobName, shardFile } from '../run/run-files.ts';
import type { SelfPlayJob, SelfPlayResult } from '../self-play-job.ts';
import type { SelfPlayFleet } from '../self-play-jobs.ts';

/** A fleet that takes the games of the run in `source`. */
export const borrowedFleet = (source: string): SelfPlayFleet => ({
  networks: new LocalNetworkStore(),
  async *run(jobs) {
    for (const job of jobs) yield borrow(source, job);
  },
  close: async () => {},
});

const borrow = (source: string, { iteration, job, lessons }: SelfPlayJob): SelfPlayResult => {
  const start = performance.now();
  const name = jobName(iteration, job);
  const heads = lessons.heads.map((head) => HEADS.get(head));
  const file = shardFile(source, name);
  const samples = decodeShard(readBytes(file), file, heads);
  const records = readBytes(gamesFile(source, name))
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '');
  const plies = records.reduce((sum, line) => sum + parseRecord(line).moves.length, 0);
  return { iteration, job, samples, records, plies, seconds: (performance.now() - start) / 1000, networkSeconds: 0 };
};

const readBytes = (file: string): Buffer => {
  try {
    return readFileSync(file);
  } catch (error) {
    const why = `another arm is to learn from it, and it cannot be read: ${describeFailure(error as NodeJS.ErrnoException)}`;
    throw new InvalidInput('shard', file, why, { cause: error });
  }
};
