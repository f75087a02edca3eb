/**
 * Where a schedule keeps what it has played: `schedule.json` says what was asked, `networks.json` which weights played,
 * `modules.json` which of the user's modules did, and `games.jsonl` holds the games in the order of the schedule. Both games
 * of a pair are written at once, so a killed run goes on with the next pair; half a line that a kill left is cut off.
 */

import { appendFileSync, existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatRecord, type GameRecord, InvalidInput, parseRecord } from '../env/index.ts';
import { makeFolder } from '../fleet/index.ts';
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
    if (!existsSync(scheduleFile)) writeFileSync(scheduleFile, `${wanted}\n`);
    else checkSame(folder, readFileSync(scheduleFile, 'utf8'), wanted);
    const played = existsSync(gamesFile) ? recoverPairs(gamesFile) : [];
    return {
      folder,
      played,
      networks: keepNetworks(folder, networks, played.length > 0),
      modules: keepModules(folder, modules, played.length > 0),
      append: (pair) => appendFileSync(gamesFile, formatPair(pair)),
    };
  } catch (error) {
    if (error instanceof InvalidInput) throw error;
    throw new InvalidInput('folder', folder, `cannot be used (${(error as NodeJS.ErrnoException).code ?? error})`, {
      cause: error,
    });
  }
};

/** All games of a folder that `openResults` made. */
export const readGames = (folder: string): GameRecord[] => {
  const file = join(folder, 'games.jsonl');
  if (!existsSync(file))
    throw new InvalidInput('folder', folder, 'expected one with games.jsonl, such as tzaar match --out makes');
  return wholeLines(readFileSync(file, 'utf8')).map(parseRecord);
};

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
    `it holds another schedule (${other?.trim() ?? 'shorter'}); give another --out`,
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
    const { pairing, pair: number } = pair[0].notes as { pairing: number; pair: number };
    return { pairing, pair: number, records: pair };
  });
};
