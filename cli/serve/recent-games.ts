/** The newest self-play games of a run, newest first, each with a name that sorts by age. */
import { type GameRecord, InvalidInput, parseRecord } from '../../env/index.ts';
import { GAMES_FOLDER, jobOfGames } from '../../train/index.ts';
import { folderInside, namesIn, readInside } from './inside.ts';

export type RecentGame = {
  /** `000012-0003/17`: iteration, job, and the line in the job's file. */
  readonly id: string;
  readonly record: GameRecord;
};

const ID = /^\d{6}-\d{4}\/\d{1,4}$/;

/** At most `limit` games that are newer than the one named `after`. Lines that are not game records are left out. */
export const recentGames = (run: string, limit: number, after?: string): RecentGame[] => {
  if (after !== undefined && !ID.test(after))
    throw new InvalidInput('game', after, 'expected a name such as 000012-0003/17');
  const folder = folderInside(run, GAMES_FOLDER);
  const names = folder === null ? [] : namesIn(folder);
  const games: RecentGame[] = [];
  for (const job of names
    .flatMap((name) => jobOfGames(name) ?? [])
    .sort()
    .reverse()) {
    if (games.length >= limit || (after !== undefined && job < after.split('/')[0])) break;
    const newer = readJob(run, job).filter(({ id }) => after === undefined || ageOf(id) > ageOf(after));
    games.push(...newer.reverse());
  }
  return games.slice(0, limit);
};

/** Jobs have the same number of digits everywhere, lines do not. */
const ageOf = (id: string): string => {
  const [job, line] = id.split('/');
  return `${job}/${line.padStart(4, '0')}`;
};

/** The games of a job, `000012-0003`; none where its file is missing or lies elsewhere. */
export const readJob = (run: string, job: string): RecentGame[] => {
  const lines = (readInside(run, `${GAMES_FOLDER}/${job}.jsonl`) ?? '').split('\n');
  return lines.flatMap((line, index) => {
    const record = line === '' ? null : readRecord(line);
    return record === null ? [] : [{ id: `${job}/${index}`, record }];
  });
};

const readRecord = (line: string): GameRecord | null => {
  try {
    return parseRecord(line);
  } catch (error) {
    if (error instanceof InvalidInput) return null;
    throw error;
  }
};
