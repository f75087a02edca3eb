/**
 * Follows `metrics.jsonl` while a trainer appends to it, as the events that a page receives. A line counts once its line
 * feed is there: what a reader meets in the middle of a write is left for the next look. Places in the file are byte
 * offsets, so a page that comes back names the last one it saw and misses nothing.
 */

import { closeSync, type FSWatcher, readSync, statSync, watch } from 'node:fs';
import { LOCK_FILE, lockHolder } from '../../fleet/index.ts';
import { type FileMark, isSameFile, METRICS_FILE, markFile } from '../../train/index.ts';
import { fileInside, openInside } from './inside.ts';

export type RunEvent =
  /** A whole line, and the offset behind it. */
  | { readonly type: 'metrics'; readonly line: string; readonly end: number }
  /** Something else in the folder is new: a report, a checkpoint, or who trains it. */
  | { readonly type: 'change' }
  /** The file is gone, was replaced, or is shorter than what was read: it is another run. */
  | { readonly type: 'reset' }
  /** Nothing happened for a while; keeps the connection alive and shows when a reader has gone. */
  | { readonly type: 'beat' };

export type FollowOptions = {
  /** Offset of the first line to send. */
  readonly from: number;
  readonly signal: AbortSignal;
  readonly beatMs?: number;
};

/** Local file systems report most changes at once; network file systems do not, so look at intervals as well. */
const LOOK_EVERY_MS = 1_000;
const BEAT_EVERY_MS = 15_000;

export async function* followRun(
  run: string,
  { from, signal, beatMs = BEAT_EVERY_MS }: FollowOptions,
): AsyncGenerator<RunEvent> {
  const alarm = createAlarm(run, Math.min(LOOK_EVERY_MS, beatMs), signal);
  let offset = from;
  let mark: FileMark | null = null;
  let look = lookAt(run);
  let toldAt = performance.now();
  try {
    while (!signal.aborted) {
      const seen = readLines(run, offset, mark);
      if (seen === null) {
        offset = 0;
        mark = null;
        yield { type: 'reset' };
        continue;
      }
      mark = seen.mark;
      for (const { line, end } of seen.lines) {
        offset = end;
        if (isRecord(line)) yield { type: 'metrics', line, end };
      }
      const before = look;
      look = lookAt(run);
      if (look !== before) yield { type: 'change' };
      if (seen.lines.length > 0 || look !== before) toldAt = performance.now();
      else if (performance.now() - toldAt >= beatMs) {
        toldAt = performance.now();
        yield { type: 'beat' };
      }
      if (seen.lines.length === 0) await alarm.next();
    }
  } finally {
    alarm.close();
  }
}

/** Changes whenever a file comes or goes, and when the trainer does, even if it was killed and left its lock. */
const lookAt = (run: string): string => {
  const changed = statSync(run, { throwIfNoEntry: false })?.mtimeMs;
  const trainer = fileInside(run, LOCK_FILE) === null ? null : lockHolder(run);
  return `${changed} ${trainer?.pid}`;
};

type Line = { readonly line: string; readonly end: number };
/** `mark` is null while there is no file. */
type Seen = { readonly lines: readonly Line[]; readonly mark: FileMark | null };

const LINE_FEED = 0x0a;
const CHUNK_BYTES = 1 << 18;
/** 64 chunks; a longer one is passed over. */
const LONGEST_LINE = 1 << 24;

/** Whole lines from an offset on, a chunk's worth; null if the file is not the one that was read up to there. */
const readLines = (run: string, from: number, before: FileMark | null): Seen | null => {
  const opened = openInside(run, METRICS_FILE);
  if (opened === null) return from === 0 ? { lines: [], mark: null } : null; // a run that has only begun has none
  const { file, size } = opened;
  try {
    const mark = markFile(file);
    if (size < from || (from > 0 && before !== null && !isSameFile(before, mark))) return null;
    const bytes = readWholeLine(file, from, size);
    const lines: Line[] = [];
    if (bytes.length === LONGEST_LINE && !bytes.includes(LINE_FEED)) return { lines: skipLine(file, from, size), mark };
    for (
      let start = 0, end = bytes.indexOf(LINE_FEED);
      end >= 0;
      start = end + 1, end = bytes.indexOf(LINE_FEED, start)
    )
      lines.push({ line: bytes.toString('utf8', start, end), end: from + end + 1 });
    return { lines, mark };
  } finally {
    closeSync(file);
  }
};

/** A chunk, or as much more as it takes to the end of the first line. */
const readWholeLine = (file: number, from: number, size: number): Buffer => {
  for (let room = CHUNK_BYTES; ; room = Math.min(2 * room, LONGEST_LINE)) {
    const chunk = Buffer.alloc(Math.min(room, size - from));
    const bytes = chunk.subarray(0, readSync(file, chunk, 0, chunk.length, from));
    if (bytes.includes(LINE_FEED) || bytes.length < room || room === LONGEST_LINE) return bytes;
  }
};

/** An empty line in place of one that is longer than any trainer writes; none while its end is not written. */
const skipLine = (file: number, from: number, size: number): Line[] => {
  const chunk = Buffer.alloc(CHUNK_BYTES);
  for (let at = from; at < size; at += CHUNK_BYTES) {
    const end = chunk.subarray(0, readSync(file, chunk, 0, CHUNK_BYTES, at)).indexOf(LINE_FEED);
    if (end >= 0) return [{ line: '', end: at + end + 1 }];
  }
  return [];
};

/** A trainer that was killed can leave half a line in the middle; readers should not have to care. */
const isRecord = (line: string): boolean => {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
};

type Alarm = { next(): Promise<unknown>; close(): void };

/** Wakes at a change in the folder, at every tick, and when the reader leaves. */
const createAlarm = (folder: string, everyMs: number, signal: AbortSignal): Alarm => {
  let wake: () => void = () => {};
  let isRinging = false;
  const ring = (): void => {
    isRinging = true;
    wake();
  };
  let watcher: FSWatcher | null = null;
  try {
    watcher = watch(folder, ring);
    watcher.on('error', () => watcher?.close()); // the folder is gone; the ticks find out
  } catch {
    // the system has no watches left: the ticks are enough
  }
  const ticks = setInterval(ring, everyMs);
  signal.addEventListener('abort', ring);
  return {
    // A change between two waits is not missed: it has already set the flag.
    async next() {
      if (!isRinging) await new Promise<void>((done) => (wake = done));
      isRinging = false;
    },
    close() {
      watcher?.close();
      clearInterval(ticks);
      signal.removeEventListener('abort', ring);
    },
  };
};
