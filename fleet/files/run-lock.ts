/**
 * Keeps two writers out of one folder. The lock names the process that holds it; one whose process is gone does not count. A
 * process that cannot be asked (on another machine, in another container) counts as long as it touches the lock now and then.
 *
 * A lock appears whole, by link(2), which fails if there is one. A lock that does not count is replaced by whoever made the file
 * that is named after it: there is one such file for each lock, so of many processes that meet a dead lock one can replace it.
 * If that process dies in between, its own file is a dead lock in turn.
 */
import { randomUUID } from 'node:crypto';
import {
  constants,
  copyFileSync,
  linkSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { InvalidInput, isRecord } from '../../env/index.ts';
import { isRunning, ownProcessId, type ProcessId } from './process-id.ts';
import { describeFailure } from './synced-file.ts';

/** A lock that is held; it must be released. */
export type RunLock = {
  /** Aborted when the lock is gone or another's: what this process does from then on is not safe any more. The reason says so. */
  readonly lost: AbortSignal;
  release(): void;
};

/** The process that holds a lock. */
export type Holder = Pick<ProcessId, 'pid' | 'host'>;

/** In the folder that is locked. */
export const LOCK_FILE = 'lock.json';

const BEAT_MS = 5_000;
/** So long without a beat, a process that cannot be asked is taken for dead. */
const SILENCE_MS = 120_000;
/** The same for one under this machine's name: almost always this container, or this machine, before it was started anew. */
const SILENCE_HERE_MS = 20_000;

/** As sentences call it: what is locked, and what its holder does to it. */
export type LockWords = { readonly what: string; readonly doing: string };

const TRAINING: LockWords = { what: 'run', doing: 'training it' };

/** Locks a folder for this process, or says who holds it. */
export const lockRun = (folder: string, words: LockWords = TRAINING, beatMs: number = BEAT_MS): RunLock => {
  const path = join(folder, LOCK_FILE);
  const token = randomUUID();
  const own = `${path}.${token}`;
  try {
    writeFileSync(own, JSON.stringify({ ...ownProcessId(), token }), { flag: 'wx' });
    try {
      acquire(path, own, { folder, words });
    } finally {
      removeQuietly(own);
    }
  } catch (error) {
    if (error instanceof InvalidInput) throw error;
    const why = `its lock ${path} cannot be written: ${describeFailure(error as NodeJS.ErrnoException)}`;
    throw new InvalidInput(words.what, folder, why, { cause: error });
  }
  removeLeftovers(path);
  return keepLock(path, token, { folder, words }, beatMs);
};

type Locking = { readonly folder: string; readonly words: LockWords };

/** Makes `path` a link to the file `own`, in place of a lock that does not count. */
const acquire = (path: string, own: string, locking: Locking): void => {
  for (;;) {
    if (tryLink(own, path)) return;
    const found = readLock(path);
    if (found === null) continue; // it was released just now
    refuseIfAlive(found, path, own, locking);
    const claim = `${join(dirname(path), LOCK_FILE)}.after-${found.token}`;
    acquire(claim, own, locking);
    // Whoever has the claim may replace the lock that it is named after, and no other.
    if (readLock(path)?.token === found.token) {
      renameSync(claim, path);
      return;
    }
    removeQuietly(claim);
  }
};

const refuseIfAlive = (found: FoundLock, path: string, own: string, { folder, words }: Locking): void => {
  const { holder } = found;
  // The beat is held against a file made just now, so that the clock is that of the disk for both.
  if (holder === null || !isAlive(found, statSync(own).mtimeMs)) return;
  const seconds = Math.max(0, Math.round((statSync(own).mtimeMs - found.beatMs) / 1000));
  const advice =
    isRunning(holder) === 'yes'
      ? `stop that first; if that process is something else, remove ${path}`
      : `it gave its last sign of life ${seconds} s ago; stop it first, or remove ${path} if that process is gone`;
  throw new InvalidInput(words.what, folder, `process ${holder.pid} on ${holder.host} is ${words.doing}; ${advice}`);
};

/** Removes claims and files of processes that died while they were taking a lock. */
const removeLeftovers = (path: string): void => {
  const prefix = `${basename(path)}.`;
  for (const name of readdirSync(dirname(path)).filter((each) => each.startsWith(prefix))) {
    const file = join(dirname(path), name);
    const found = readLock(file);
    if (found === null) continue;
    const isDead = found.holder === null ? Date.now() - found.beatMs > SILENCE_MS : !isAlive(found, Date.now());
    if (isDead) removeQuietly(file); // one without a holder may be under the pen of another process
  }
};

const keepLock = (path: string, token: string, { folder, words }: Locking, beatMs: number): RunLock => {
  const controller = new AbortController();
  const isOwn = (): boolean => tryRead(path)?.token === token;
  const timer = setInterval(() => {
    try {
      if (isOwn()) return utimesSync(path, new Date(), new Date());
    } catch {
      // it vanished in between
    }
    clearInterval(timer);
    const why = `its lock ${path} is gone or another process's; what was finished is saved, and nothing more is written`;
    controller.abort(new InvalidInput(words.what, folder, why));
  }, beatMs);
  timer.unref();
  return {
    lost: controller.signal,
    release: () => {
      clearInterval(timer);
      if (isOwn()) removeQuietly(path);
    },
  };
};

/** Who holds the lock of a folder now, or null. */
export const lockHolder = (folder: string): Holder | null => {
  const found = tryRead(join(folder, LOCK_FILE));
  if (found === null || found.holder === null || !isAlive(found, Date.now())) return null;
  const { pid, host } = found.holder;
  return { pid, host };
};

type FoundLock = {
  /** Null for one that cannot be understood: killed while it was being written, so nobody holds it. */
  readonly holder: ProcessId | null;
  /** Different for every lock that was ever taken. */
  readonly token: string;
  readonly beatMs: number;
};

/** Null if there is none. */
const readLock = (path: string): FoundLock | null => {
  try {
    const beatMs = statSync(path).mtimeMs;
    const text = readFileSync(path, 'utf8');
    return { ...parseLock(text), beatMs };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
};

/** For those who only look: a lock that cannot be read is as good as none. */
const tryRead = (path: string): FoundLock | null => {
  try {
    return readLock(path);
  } catch {
    return null;
  }
};

const parseLock = (text: string): Pick<FoundLock, 'holder' | 'token'> => {
  let value: unknown = null;
  try {
    value = JSON.parse(text);
  } catch {
    // nobody's
  }
  const { pid, host, started, boot, namespace, token } = isRecord(value) ? value : {};
  const holder =
    Number.isSafeInteger(pid) && (pid as number) > 0 && typeof host === 'string'
      ? {
          pid: pid as number,
          host,
          started: textOrNull(started),
          boot: textOrNull(boot),
          namespace: textOrNull(namespace),
        }
      : null;
  return { holder, token: typeof token === 'string' && /^[\w-]+$/.test(token) ? token : UNNAMED };
};

/** Of locks of older programs, and of what cannot be understood. */
const UNNAMED = 'unnamed';

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const isAlive = ({ holder, token, beatMs }: FoundLock, nowMs: number): boolean => {
  if (holder === null) return false;
  const running = isRunning(holder);
  if (running !== 'unknown') return running === 'yes';
  // Older programs wrote no token and did not touch their locks: nothing can be concluded from their silence.
  const silence = holder.host === hostname() ? SILENCE_HERE_MS : SILENCE_MS;
  return token === UNNAMED || nowMs - beatMs < silence;
};

/** Whether the file could be made; false if there is one. */
const tryLink = (from: string, to: string): boolean => {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    if (!NO_LINKS.includes(code ?? '')) throw error;
  }
  try {
    copyFileSync(from, to, constants.COPYFILE_EXCL);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
};

/** What disks say that know no second name for a file, such as memory sticks and some shares. */
const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'];

const removeQuietly = (path: string): void => {
  try {
    unlinkSync(path);
  } catch {
    // it is gone
  }
};
