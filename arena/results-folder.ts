/**
 * Where a schedule keeps what it has played: `schedule.json` says what was asked, `networks.json` which weights played,
 * `modules.json` which of the user's modules did, and `games.jsonl` holds the games in the order of the schedule. Both games
 * of a pair are written at once, so a killed run goes on with the next pair; half a line that a kill left is cut off.
 */

import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { formatRecord, type GameRecord, InvalidInput, parseRecord, preview } from '../env/index.ts';
import { describeFailure, makeFolder, removePartialFiles, writeAtomic } from '../fleet/index.ts';
import { keepModules, type ModuleHashes } from './module-hashes.ts';
import { keepNetworks, type NetworkHashes } from './network-hashes.ts';
import type { Schedule } from './schedule.ts';

const FORMAT = 'tzaar-schedule';
const VERSION = 1;

/** Both games of a pair. */
export type StoredPair = {
  readonly pairing: number;
  readonly pair: number;
  readonly records: readonly [GameRecord, GameRecord];
};

/** A folder that keeps the games of a schedule. */
export type ResultsFolder = {
  readonly folder: string;
  /** What an earlier run has left. */
  readonly played: readonly StoredPair[];
  /** Of all games in it; empty where an older program began. */
  readonly networks: NetworkHashes;
  readonly modules: ModuleHashes;
  append(pair: StoredPair): void;
};

/** What plays, by hash. */
export type Players = { readonly networks: NetworkHashes; readonly modules: ModuleHashes };

/** Makes the folder, or goes on in one that holds the same schedule, played by the same networks and modules. */
export const openResults = (folder: string, schedule: Schedule, { networks, modules }: Players): ResultsFolder => {
  const scheduleFile = join(folder, 'schedule.json');
  const gamesFile = join(folder, 'games.jsonl');
  const wanted = JSON.stringify({ format: FORMAT, version: VERSION, ...schedule }, null, 2);
  try {
    makeFolder(folder);
    removePartialFiles(folder);
    const found = existsSync(scheduleFile) ? readFileSync(scheduleFile, 'utf8') : '';
    if (found === '')
      writeAtomic(scheduleFile, `${wanted}\n`); // an older program that was killed left an empty one
    else checkSame(folder, found, wanted);
    const played = existsSync(gamesFile) ? recoverPairs(gamesFile) : [];
    checkPairs(folder, schedule, played);
    return {
      folder,
      played,
      networks: keepNetworks(folder, networks, played.length > 0),
      modules: keepModules(folder, modules, played.length > 0),
      append: (pair) => appendPair(folder, gamesFile, pair),
    };
  } catch (error) {
    if (error instanceof InvalidInput) throw error;
    const why = `cannot be used: ${describeFailure(error as NodeJS.ErrnoException)}`;
    throw new InvalidInput('folder', folder, why, { cause: error });
  }
};

/** All games of a folder that `openResults` made. */
export const readGames = (folder: string): GameRecord[] => {
  const file = join(folder, 'games.jsonl');
  if (!existsSync(file))
    throw new InvalidInput('folder', folder, 'expected one with games.jsonl, such as tzaar match --out makes');
  return wholeLines(readFileSync(file, 'utf8')).map(parseRecord);
};

const appendPair = (folder: string, file: string, pair: StoredPair): void => {
  try {
    appendFileSync(file, formatPair(pair));
  } catch (error) {
    const why = `its games.jsonl cannot be written: ${describeFailure(error as NodeJS.ErrnoException)}; the pairs before are in it, and the same command goes on after them`;
    throw new InvalidInput('folder', folder, why, { cause: error });
  }
};

/** Every pair is one of the schedule, and is there once: games counted twice would look more certain than they are. */
const checkPairs = (folder: string, { pairings, pairsPerPairing }: Schedule, played: readonly StoredPair[]): void => {
  const seen = new Set<string>();
  for (const { pairing, pair } of played) {
    const isPlanned = isBelow(pairing, pairings.length) && isBelow(pair, pairsPerPairing);
    const key = `${pairing} ${pair}`;
    if (isPlanned && !seen.has(key)) {
      seen.add(key);
      continue;
    }
    const which = `pair ${preview(pair, 40)} of pairing ${preview(pairing, 40)}`;
    const why = isPlanned
      ? `${which} is in its games.jsonl twice`
      : `its games.jsonl has ${which}, which nobody planned`;
    throw new InvalidInput('folder', folder, `${why}; give another folder`);
  }
};

const isBelow = (given: unknown, limit: number): boolean =>
  Number.isSafeInteger(given) && (given as number) >= 0 && (given as number) < limit;

const formatPair = ({ records }: StoredPair): string => records.map((record) => `${formatRecord(record)}\n`).join('');

const checkSame = (folder: string, found: string, wanted: string): void => {
  if (found.trim() === wanted) return;
  const lines = new Set(wanted.split('\n'));
  const other = found
    .trim()
    .split('\n')
    .find((line) => !lines.has(line));
  throw new InvalidInput(
    'folder',
    folder,
    `it holds another schedule (${other?.trim() ?? 'shorter'}); give another folder`,
  );
};

const wholeLines = (text: string): string[] =>
  text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter((line) => line !== '');

/** Reads the pairs that were written whole and cuts the file after them. */
const recoverPairs = (file: string): StoredPair[] => {
  const lines = wholeLines(readFileSync(file, 'utf8'));
  const whole = lines.slice(0, lines.length - (lines.length % 2));
  truncateSync(file, Buffer.byteLength(whole.map((line) => `${line}\n`).join('')));
  const records = whole.map(parseRecord);
  return Array.from({ length: whole.length / 2 }, (_, index) => {
    const pair = [records[2 * index], records[2 * index + 1]] as const;
    const { pairing, pair: number } = (pair[0].notes ?? {}) as { pairing: number; pair: number }; // checked by `checkPairs`
    return { pairing, pair: number, records: pair };
  });
};
