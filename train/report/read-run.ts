/**
 * A run's folder as one plain object, for lists, reports and the dashboard. It only reads, so it may look at a run that is being
 * trained, which `openRun` may not. Games are not touched: lines of metrics hold their statistics, so the cost is that of one file.
 */
import { closeSync, fstatSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { InvalidInput } from '../../env/index.ts';
import { type Holder, lockHolder } from '../../fleet/files/run-lock.ts';
import { type FileMark, isSameFile, markFile } from './file-mark.ts';
import { type ArenaSummary, type IterationSummary, MetricsLog, type RunStart } from './metrics-log.ts';

/** Can be sent as JSON as it is. */
export type RunSummary = {
  readonly name: string;
  readonly path: string;
  /** As it was written; runs of older and newer programs may have other settings. */
  readonly config: Readonly<Record<string, number | string | boolean>>;
  /** Finished iterations, and games and samples in these. */
  readonly iteration: number;
  readonly games: number;
  readonly samples: number;
  /** The iteration whose network was proven best so far. */
  readonly best: number | null;
  readonly start: RunStart | null;
  /** The process that trains it now. */
  readonly trainer: Holder | null;
  readonly begunAt: string | null;
  readonly changedAt: string;
  readonly iterations: readonly IterationSummary[];
  readonly arena: readonly ArenaSummary[];
  /** Lines of `metrics.jsonl` that could not be read. */
  readonly damagedLines: number;
};

export const readRun = (path: string): RunSummary => new RunReader(path).read();

const CHUNK_BYTES = 2 ** 20;
const LINE_FEED = 0x0a;

/** Reads a run again and again at the cost of what is new. */
export class RunReader {
  readonly path: string;
  readonly #called: string;
  #log: MetricsLog = new MetricsLog();
  #offset = 0; // bytes of metrics.jsonl that are read
  #mark: FileMark | null = null; // of the file they are from
  #rest: Buffer = Buffer.alloc(0); // the beginning of a line whose end is not written yet

  /** Errors call the run as `called` says: whoever hears them need not know where it lies. */
  constructor(path: string, called: string = path) {
    this.path = path;
    this.#called = called;
  }

  read(): RunSummary {
    const { path } = this;
    const place = { path, called: this.#called };
    const config = readConfig(place);
    const state = readState(place);
    this.#readMetrics();
    const log = this.#log;
    return {
      name: basename(resolve(path)),
      path,
      config,
      ...state,
      best: readBest(place),
      start: log.start,
      trainer: lockHolder(path),
      begunAt: log.firstTime,
      changedAt: log.lastTime ?? statSync(join(path, 'config.json')).mtime.toISOString(),
      iterations: log.iterations(),
      arena: log.arena(),
      damagedLines: log.damagedLines,
    };
  }

  #readMetrics(): void {
    const file = openIfThere(join(this.path, 'metrics.jsonl'), this.#called);
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
      throw unreadable(this.#called, 'metrics.jsonl', error);
    } finally {
      closeSync(file);
    }
  }

  #addBytes(bytes: Buffer): void {
    const all = Buffer.concat([this.#rest, bytes]);
    const end = all.lastIndexOf(LINE_FEED) + 1;
    for (const line of all.toString('utf8', 0, end).split('\n')) this.#log.addLine(line);
    this.#rest = Buffer.from(all.subarray(end));
  }

  /** The file is gone or another one: the run was deleted, and perhaps begun again. */
  #startOver(): void {
    this.#log = new MetricsLog();
    this.#mark = null;
    this.#offset = 0;
    this.#rest = Buffer.alloc(0);
  }
}

type Place = { readonly path: string; readonly called: string };

const readConfig = (place: Place): RunSummary['config'] => {
  const file = readJson(place, 'config.json');
  if (file === null) throw new InvalidInput('run', place.called, 'it holds no run (there is no config.json)');
  const { format, version, ...config } = file;
  if (format !== 'tzaar-run') throw new InvalidInput('run', place.called, 'its config.json is not that of a run');
  const settings = Object.entries(config).filter(([, value]) => ['number', 'string', 'boolean'].includes(typeof value));
  return Object.fromEntries(settings) as RunSummary['config'];
};

const readState = (place: Place): Pick<RunSummary, 'iteration' | 'games' | 'samples'> => {
  const { iteration, games, samples } = readJson(place, 'state.json') ?? { iteration: 0, games: 0, samples: 0 };
  const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
  if (!isCount(iteration) || !isCount(games) || !isCount(samples))
    throw new InvalidInput('run', place.called, 'its state.json holds no counts of iterations, games and samples');
  return { iteration, games, samples };
};

/** A side note: damage to it is for those who need it. */
const readBest = (place: Place): number | null => {
  try {
    const iteration = readJson(place, 'best.json')?.iteration;
    return Number.isSafeInteger(iteration) ? (iteration as number) : null;
  } catch {
    return null;
  }
};

/** Null for a file that is not there. */
const readJson = ({ path, called }: Place, name: string): Record<string, unknown> | null => {
  let text: string;
  try {
    text = readFileSync(join(path, name), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw unreadable(called, name, error);
  }
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // said below
  }
  throw new InvalidInput('run', called, `its ${name} is damaged: expected a JSON object`);
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
