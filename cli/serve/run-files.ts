/** Which files of a folder under the root may be fetched, and as what. Everything else is answered as missing. */
import { lstatSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from 'hono';
import { LOCK_FILE } from '../../fleet/index.ts';
import { BEST_FILE, CONFIG_FILE, GAMES_FOLDER, METRICS_FILE, STATE_FILE } from '../../train/index.ts';
import { REPORT_POLICY, sayNo } from './guard.ts';
import { fileInside, folderInside, namesIn } from './inside.ts';
import { sendFile } from './send-file.ts';

type FileKind = { readonly pattern: RegExp; readonly type: string; readonly policy?: string };

const REPORT = /^(?:[^/]+\/)?[^/]+\.html$/;

const KINDS: readonly FileKind[] = [
  { pattern: REPORT, type: 'text/html; charset=utf-8', policy: REPORT_POLICY },
  { pattern: /^config\.json$/, type: 'application/json' },
  { pattern: /^metrics\.jsonl$/, type: 'application/x-ndjson' },
  { pattern: /^games\/\d{6}-\d{4}\.jsonl$/, type: 'application/x-ndjson' },
  { pattern: /^checkpoints\/\d{6}\.network$/, type: 'application/octet-stream' },
];

export const serveFile = (context: Context, folder: string, path: string): Response => {
  const kind = KINDS.find(({ pattern }) => pattern.test(path));
  const file = kind === undefined ? null : sendFile(context, folder, path, kind.type);
  if (kind === undefined || file === null) return sayNo(context, 404, `there is no file ${JSON.stringify(path)} here`);
  if (kind.policy !== undefined) file.headers.set('Content-Security-Policy', kind.policy);
  return file;
};

/** Files that reading a run opens directly, without checking where a link leads. */
const OPENED = [CONFIG_FILE, STATE_FILE, BEST_FILE, METRICS_FILE, LOCK_FILE];

/** The first of these that exists but lies outside the folder or is not a plain file; null if all is well. */
export const strayFile = (folder: string): string | null => {
  const isThere = (name: string): boolean => lstatSync(join(folder, name), { throwIfNoEntry: false }) !== undefined;
  const files = OPENED.filter((name) => isThere(name) && fileInside(folder, name) === null);
  return files[0] ?? (isThere(GAMES_FOLDER) && folderInside(folder, GAMES_FOLDER) === null ? GAMES_FOLDER : null);
};

export type Report = { readonly path: string; readonly changed: string };

/** Reports in the folder and in the folders in it, newest first. */
export const listReports = (folder: string): Report[] => {
  const names = namesIn(folder);
  const nested = names.flatMap((name) => {
    const inner = folderInside(folder, name);
    return inner === null ? [] : namesIn(inner).map((file) => `${name}/${file}`);
  });
  return [...names, ...nested]
    .filter((path) => REPORT.test(path))
    .flatMap((path) => {
      const file = fileInside(folder, path);
      return file === null ? [] : [{ path, changed: statSync(file).mtime.toISOString() }];
    })
    .sort((one, other) => other.changed.localeCompare(one.changed));
};
