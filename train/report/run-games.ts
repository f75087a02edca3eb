/**
 * A few games of a run, without reading all of them: a week of training leaves hundreds of thousands. File names follow from iteration and
 * job, so nothing is listed either. Games that are damaged or were deleted are passed over.
 */

import { readFileSync } from 'node:fs';
import { formatRecord, type GameRecord, parseRecord, replayRecord } from '../../env/index.ts';
import { writeAtomic } from '../../fleet/files/atomic-file.ts';
import { makeFolder } from '../../fleet/index.ts';
import { evaluationFile, evaluationsFolder, gamesFile, jobName } from '../run/run-files.ts';
import { gatherStatistics } from '../watch/game-statistics.ts';
import type { IterationSummary } from './metrics-log.ts';
import type { RunSummary } from './read-run.ts';

/** A record a line. */
export const saveEvaluation = (path: string, iteration: number, records: readonly GameRecord[]): void => {
  makeFolder(evaluationsFolder(path));
  writeAtomic(evaluationFile(path, iteration), records.map((record) => `${formatRecord(record)}\n`).join(''));
};

/** The games of an iteration's evaluation; none where there are none. */
export const loadEvaluation = (path: string, iteration: number): GameRecord[] =>
  readGames(evaluationFile(path, iteration));

/** The games of a job of self-play, or none. */
export const loadJobGames = (path: string, iteration: number, job: number): GameRecord[] =>
  readGames(gamesFile(path, jobName(iteration, job)));

/** Some games worth looking at: one from each of many iterations, the newest last. All of them replay. */
export const pickSelfPlay = ({ path, iterations }: RunSummary, count: number): GameRecord[] =>
  spread(iterations, count).flatMap(({ iteration }) => loadJobGames(path, iteration, 0).filter(replays).slice(0, 1));

/** Games of the newest match: for each opponent as many won as lost, where possible. */
export const pickEvaluation = ({ path, arena }: RunSummary, perOpponent: number): GameRecord[] => {
  const last = arena.at(-1)?.iteration;
  if (last === undefined) return [];
  const games = loadEvaluation(path, last);
  return arena
    .filter(({ iteration }) => iteration === last)
    .flatMap(({ opponent }) => {
      const against = games.filter(({ players }) => Object.values(players).includes(opponent));
      const lost = against.filter(({ players, result }) => result !== null && players[result.winner] === opponent);
      const won = against.filter((record) => !lost.includes(record));
      const half = lost.slice(0, Math.floor(perOpponent / 2));
      return [...won.slice(0, perOpponent - half.length), ...half].filter(replays);
    });
};

/**
 * For runs of older programs: iterations whose lines say nothing about their games get what the first job of some of them played, as
 * `load` gives it.
 */
export const fillFromGames = (
  run: RunSummary,
  most: number,
  load: (iteration: number) => GameRecord[] = (iteration) => loadJobGames(run.path, iteration, 0),
): RunSummary => {
  const bare = run.iterations.filter(({ endings }) => Object.keys(endings).length === 0);
  const sampled = new Map(spread(bare, most).map(({ iteration }) => [iteration, load(iteration)] as const));
  const iterations = run.iterations.map((summary): IterationSummary => {
    const records = sampled.get(summary.iteration) ?? [];
    if (records.length === 0) return summary;
    const { games, whiteWins, endings, lengths, openings } = gatherStatistics(records);
    const sims = Number(records[0].notes?.sims);
    return {
      ...summary,
      sims: summary.sims ?? (Number.isFinite(sims) ? sims : null),
      whiteWins: whiteWins / games,
      endings,
      lengths,
      openings,
    };
  });
  return { ...run, iterations };
};

const readGames = (file: string): GameRecord[] => {
  let lines: readonly string[];
  try {
    lines = readFileSync(file, 'utf8').split('\n');
  } catch {
    return [];
  }
  return lines.flatMap((line) => {
    try {
      return line === '' ? [] : [parseRecord(line)];
    } catch {
      return [];
    }
  });
};

const replays = (record: GameRecord): boolean => {
  try {
    replayRecord(record);
    return true;
  } catch {
    return false;
  }
};

/** This many of them, from all parts of the list, the last one included. */
const spread = <T>(items: readonly T[], count: number): T[] =>
  items.length <= count
    ? [...items]
    : Array.from({ length: count }, (_, index) => items[Math.ceil(((index + 1) * items.length) / count) - 1]);
