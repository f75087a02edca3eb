/**
 * A run's folder as one plain object, for lists, reports and the dashboard. It only reads, so it may look at a run that is being
 * trained, which `openRun` may not. Games are not touched: lines of metrics hold their statistics, so the cost is that of one file.
 */
import { closeSync, existsSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { InvalidInput } from '../../env/index.ts';
import { type Holder, LOCK_FILE, lockHolder } from '../../fleet/files/run-lock.ts';
import type { ModuleRef } from '../../fleet/index.ts';
import { type FlatSettings, flattenSettings } from '../experiment/flatten-settings.ts';
import { renameOldSettings } from '../experiment/old-settings.ts';
import type { RunProvenance } from '../experiment/provenance.ts';
import { readRunJson, type SealOption } from '../run/read-json.ts';
import { type RunOrigin, readRunConfig } from '../run/run-config.ts';
import { bestFile, configFile, METRICS_FILE, metricsFile, stateFile } from '../run/run-files.ts';
import { type FileMark, isSameFile, markFile } from './file-mark.ts';
import { type ArenaSummary, type IterationSummary, MetricsLog, type RunCrash, type RunStart } from './metrics-log.ts';

/** Can be sent as JSON as it is. */
export type RunSummary = {
  readonly name: string;
  readonly path: string;
  /** Settings by their dotted names, as they were written; those of older programs under their present names. */
  readonly config: FlatSettings;
  /** What made it, as far as it was recorded. */
  readonly provenance: Partial<RunProvenance>;
  readonly modules: readonly ModuleRef[];
  /** The model or run that it began from. */
  readonly from: RunOrigin | null;
  /** Settings that were changed in its middle, by dotted names, with the first iteration they hold for. */
  readonly changes: readonly { readonly iteration: number; readonly settings: FlatSettings }[];
  /** Finished iterations, and games and samples in these. */
  readonly iteration: number;
  readonly games: number;
  readonly samples: number;
  /** The iteration whose network was proven best so far. */
  readonly best: number | null;
  readonly start: RunStart | null;
  /** The process that trains it now. */
  readonly trainer: Holder | null;
  /** Why it ended before its time, if that was not asked for; null again once it goes on. */
  readonly crash: RunCrash | null;
  readonly begunAt: string | null;
  readonly changedAt: string;
  readonly iterations: readonly IterationSummary[];
  readonly arena: readonly ArenaSummary[];
  /** Lines of `metrics.jsonl` that could not be read. */
  readonly damagedLines: number;
};

/** Everything about a run, from its folder. */
export const readRun = (path: string): RunSummary => new RunReader(path).read();

const CHUNK_BYTES = 2 ** 20;
const LINE_FEED = 0x0a;

/** Reads a run repeatedly, each time at the cost of what is new. */
export class RunReader {
  readonly path: string;
  readonly #called: string;
  #log: MetricsLog = new MetricsLog();
  #offset = 0; // bytes of metrics.jsonl that were read
  #mark: FileMark | null = null; // of the file they are from
  #rest: Buffer[] = []; // the beginning of a line whose end is not written yet, in pieces: it may be long

  /** Errors use the name `called`: their reader need not know where the run lies. */
  constructor(path: string, called: string = path) {
    this.path = path;
    this.#called = called;
  }

  read(): RunSummary {
    const { path } = this;
    const place = { path, called: this.#called };
    const { version, settings, modules, from, changes, provenance } = readRunConfig(path, this.#called);
    const flat = flattenSettings(settings);
    const state = readState(place);
    this.#readMetrics();
    const log = this.#log;
    const trainer = lockHolder(path);
    return {
      name: basename(resolve(path)),
      path,
      config: version === 1 ? renameOldSettings(flat) : flat,
      provenance,
      modules,
      from,
      changes: changes.map((change) => ({ iteration: change.iteration, settings: flattenSettings(change.settings) })),
      ...state,
      best: readBest(place),
      start: log.start,
      trainer,
      crash: trainer === null ? (log.crash ?? killedCrash(path, log)) : null,
      begunAt: log.firstTime,
      changedAt: log.lastTime ?? statSync(configFile(path)).mtime.toISOString(),
      iterations: log.iterations(),
      arena: log.arena(),
      damagedLines: log.damagedLines,
    };
  }

  #readMetrics(): void {
    const file = openIfThere(metricsFile(this.path), this.#called);
    if (file === null) {
      this.#startOver();
      return;
    }
    try {
      const mark = markFile(file);
      const isKnown = this.#mark !== null && isSameFile(this.#mark, mark) && fstatSync(file).size >= this.#offset;
      if (!isKnown) this.#startOver();
      this.#mark = mark;
      const chunk = Buffer.alloc(CHUNK_BYTES);
      for (let count = readSync(file, chunk, 0, CHUNK_BYTES, this.#offset); count > 0; ) {
        this.#offset += count;
        this.#addBytes(chunk.subarray(0, count));
        count = readSync(file, chunk, 0, CHUNK_BYTES, this.#offset);
      }
    } catch (error) {
      throw unreadable(this.#called, METRICS_FILE, error);
    } finally {
      closeSync(file);
    }
  }

  #addBytes(bytes: Buffer): void {
    const end = bytes.lastIndexOf(LINE_FEED) + 1;
    if (end === 0) return void this.#rest.push(Buffer.from(bytes));
    const all = Buffer.concat([...this.#rest, bytes.subarray(0, end)]);
    for (const line of all.toString('utf8').split('\n')) this.#log.addLine(line);
    this.#rest = [Buffer.from(bytes.subarray(end))];
  }

  /** The file is gone or has been replaced: the run was deleted, and perhaps begun again. */
  #startOver(): void {
    this.#log = new MetricsLog();
    this.#mark = null;
    this.#offset = 0;
    this.#rest = [];
  }
}

/** Files of older programs have no seal. */
const OF_ANY_AGE: SealOption = { sealed: 'if it has one' };

/** A process that was killed could not write why; it left its lock behind. */
const killedCrash = (path: string, { lastTime }: MetricsLog): RunCrash | null =>
  existsSync(join(path, LOCK_FILE)) && lastTime !== null
    ? { time: lastTime, error: 'its process was killed or the machine went down' }
    : null;

type Place = { readonly path: string; readonly called: string };

const readState = (place: Place): Pick<RunSummary, 'iteration' | 'games' | 'samples'> => {
  const { iteration, games, samples } = readRunJson(stateFile(place.path), place.called, OF_ANY_AGE) ?? {
    iteration: 0,
    games: 0,
    samples: 0,
  };
  const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
  if (!isCount(iteration) || !isCount(games) || !isCount(samples))
    throw new InvalidInput('run', place.called, 'its state.json holds no counts of iterations, games and samples');
  return { iteration, games, samples };
};

/** A side note here: readers that need it report its damage. */
const readBest = (place: Place): number | null => {
  try {
    const iteration = readRunJson(bestFile(place.path), place.called, OF_ANY_AGE)?.iteration;
    return Number.isSafeInteger(iteration) ? (iteration as number) : null;
  } catch {
    return null;
  }
};

const openIfThere = (file: string, called: string): number | null => {
  try {
    return openSync(file, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw unreadable(called, basename(file), error);
  }
};

const unreadable = (called: string, name: string, error: unknown): InvalidInput =>
  new InvalidInput('run', called, `its ${name} cannot be read (${(error as NodeJS.ErrnoException).code ?? error})`, {
    cause: error,
  });
