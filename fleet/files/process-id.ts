/**
 * Which process this is, so that another one can tell later whether it still runs. A number alone does not say: numbers are used
 * again, and in a container a restarted program has the number and the host name of the one before.
 */
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

export type ProcessId = {
  readonly pid: number;
  readonly host: string;
  /** When it was started, in ticks since the system was; null where the system does not tell. */
  readonly started: string | null;
  /** Of the system, since it was started; null as above. */
  readonly boot: string | null;
  /** Inside which numbers mean processes; null as above. */
  readonly namespace: string | null;
};

/** The facts that decide, apart from the pid. */
type Place = Pick<ProcessId, 'host' | 'boot' | 'namespace'>;

const ownPlace = (): Place => ({
  host: hostname(),
  boot: readOrNull(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
  namespace: readOrNull(() => readlinkSync('/proc/self/ns/pid')),
});

export const ownProcessId = (): ProcessId => ({
  pid: process.pid,
  ...ownPlace(),
  started: startOf(process.pid),
});

/**
 * `unknown` where it cannot be asked from here: on another machine, in another container, or before the system was started anew,
 * which looks like another machine of the same name.
 */
export const isRunning = (other: ProcessId): 'yes' | 'no' | 'unknown' => {
  const own = ownPlace();
  if (isOther(other.boot, own.boot) || isOther(other.namespace, own.namespace)) return 'unknown';
  const isSameSystem = other.boot !== null && other.boot === own.boot; // whatever it was called then
  if (!isSameSystem && other.host !== own.host) return 'unknown';
  if (!exists(other.pid)) return 'no';
  const started = startOf(other.pid);
  if (isOther(other.started, started)) return 'no'; // the number is another process's now
  // A lock without a start was written by an older program, so never by this process.
  return other.pid === process.pid && other.started === null && started !== null ? 'no' : 'yes';
};

const isOther = (one: string | null, other: string | null): boolean => one !== null && other !== null && one !== other;

const exists = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** Field 22 of /proc/PID/stat; the second one is the program's name in brackets and may hold anything. */
const START_FIELD = 22;

const startOf = (pid: number): string | null =>
  readOrNull(() => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[START_FIELD - 3] ?? null;
  });

const readOrNull = (read: () => string | null): string | null => {
  try {
    return read();
  } catch {
    return null; // a system without /proc
  }
};
