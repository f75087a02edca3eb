/** What there is under the root: runs, and folders in which the arena kept games. */

import { closeSync, readSync, statSync } from 'node:fs';
import { isRecord } from '../../env/index.ts';
import { LOCK_FILE, lockHolder } from '../../fleet/index.ts';
import {
  CONFIG_FILE,
  flattenSettings,
  METRICS_FILE,
  RUN_FORMAT,
  renameOldSettings,
  runSettings,
  STATE_FILE,
} from '../../train/index.ts';
import { fileInside, folderInside, namesIn, openInside, readInside } from './inside.ts';
import { listReports, type Report } from './run-files.ts';

export type ListedRun = {
  readonly name: string;
  readonly isRunning: boolean;
  readonly hasCrashed: boolean;
  readonly iteration: number;
  readonly iterations: number;
  readonly games: number;
  readonly network: string;
  /** When it last wrote metrics, in ISO 8601. */
  readonly changed: string;
};

/** Games that were played outside of a run, by `tzaar match --out` and its kin. */
export type ListedArena = { readonly name: string; readonly reports: readonly Report[] };

export type Listing = { readonly runs: readonly ListedRun[]; readonly arenas: readonly ListedArena[] };

/** Newest first. A root that does not exist yet holds nothing. */
export const listRoot = (root: string): Listing => {
  const names = namesIn(root);
  const runs = names.flatMap((name) => listRun(root, name));
  const arenas = names.flatMap((name) => listArena(root, name));
  return { runs: runs.sort((one, other) => other.changed.localeCompare(one.changed)), arenas };
};

const listRun = (root: string, name: string): ListedRun[] => {
  const config = readObject(root, `${name}/${CONFIG_FILE}`);
  const folder = folderInside(root, name);
  if (config?.format !== RUN_FORMAT || folder === null) return [];
  const isOld = !isRecord(config.settings); // older runs have flat settings under other names
  const flat = isOld ? renameOldSettings(flattenSettings(config)) : flattenSettings(config.settings);
  const { iterations, network } = runSettings(flat);
  const state = readObject(root, `${name}/${STATE_FILE}`);
  const written = fileInside(root, `${name}/${METRICS_FILE}`) ?? folder;
  const isLocked = fileInside(root, `${name}/${LOCK_FILE}`) !== null;
  const isRunning = isLocked && lockHolder(folder) !== null;
  return [
    {
      name,
      isRunning,
      hasCrashed: !isRunning && (isLocked || lastStage(root, `${name}/${METRICS_FILE}`) === 'crashed'),
      iteration: numberOr(0, state?.iteration),
      iterations,
      games: numberOr(0, state?.games),
      network,
      changed: statSync(written).mtime.toISOString(),
    },
  ];
};

/** More than any line of this kind has. */
const TAIL_BYTES = 8192;

/** The stage of the last line of metrics: all of a long run's are too many to read for a list. */
const lastStage = (root: string, path: string): unknown => {
  const opened = openInside(root, path);
  if (opened === null) return null;
  const { file, size } = opened;
  try {
    const bytes = Buffer.alloc(Math.min(TAIL_BYTES, size));
    const count = readSync(file, bytes, 0, bytes.length, size - bytes.length);
    const line: unknown = JSON.parse(bytes.toString('utf8', 0, count).trimEnd().split('\n').at(-1) ?? '');
    return isRecord(line) ? line.stage : null;
  } catch {
    return null; // torn or too long: it is none of those
  } finally {
    closeSync(file);
  }
};

const listArena = (root: string, name: string): ListedArena[] => {
  const folder = folderInside(root, name);
  if (folder === null || fileInside(root, `${name}/${CONFIG_FILE}`) !== null) return [];
  const reports = listReports(folder);
  return reports.length === 0 ? [] : [{ name, reports }];
};

const readObject = (root: string, path: string): Record<string, unknown> | null => {
  try {
    const value: unknown = JSON.parse(readInside(root, path) ?? 'null');
    return typeof value === 'object' ? (value as Record<string, unknown>) : null;
  } catch {
    return null; // half-written or not JSON: opening the run reports it
  }
};

const numberOr = (otherwise: number, value: unknown): number => (typeof value === 'number' ? value : otherwise);
