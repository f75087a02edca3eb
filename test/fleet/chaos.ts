/**
 * A small fleet of real processes, and what can happen to one: in each round a trainer gives jobs, something breaks in the
 * middle of them at a moment that a seed decides, and in the end every job must have been accepted once, with its result.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { randomBelow, randomStream } from '../../env/index.ts';
import { blobFolder, startRedis } from '../support/redis.ts';
import { type TrialTraining, trainTrial } from './trial-training.ts';

export const FAULTS = ['kill worker', 'stop worker', 'kill redis', 'kill trainer', 'hide blobs'] as const;
export type Fault = (typeof FAULTS)[number];

/** How a round went. */
export type Round = {
  readonly fault: Fault;
  /** Lines of the trainer's manifest that are right, wrong or there before. */
  readonly accepted: number;
  readonly wrong: readonly string[];
  readonly twice: readonly string[];
  readonly missing: readonly number[];
  /** How often jobs were begun: more than there are jobs where one was done again. */
  readonly begun: number;
};

export type Chaos = {
  round(seed: number, fault?: Fault): Promise<Round>;
  /** Of all processes. */
  readonly log: string;
  close(): Promise<void>;
};

const JOBS = 24;
const JOB_MS = 150;
const LOCK_MS = 1500;
const WORKERS = 2;
const THREADS = 2;

export const openChaos = async (): Promise<Chaos> => {
  const folder = mkdtempSync(join(tmpdir(), 'tzaar-chaos-'));
  const redis = await startRedis();
  const blobs = blobFolder();
  const log = join(folder, 'log');
  const out = createWriteStream(log, { flags: 'a' });
  const start = (script: string, args: readonly (string | number)[]): ChildProcess => {
    const path = fileURLToPath(new URL(script, import.meta.url));
    const child = spawn(process.execPath, ['--import', 'tsx', path, ...args.map(String)], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stderr?.pipe(out, { end: false });
    return child;
  };
  const startWorker = async (number: number): Promise<ChildProcess> => {
    const cache = join(folder, `cache-${number}`);
    const worker = start('./trial-queue-worker.ts', [redis.url, blobs.url, cache, LOCK_MS, THREADS]);
    await firstLine(worker);
    return worker;
  };
  const workers = await Promise.all(Array.from({ length: WORKERS }, (_, number) => startWorker(number)));

  const inflict: Readonly<Record<Fault, (pick: number, restart: () => void) => Promise<void>>> = {
    'kill worker': async (pick) => {
      await ended(workers[pick], 'SIGKILL');
      workers[pick] = await startWorker(pick);
    },
    'stop worker': async (pick) => {
      workers[pick].kill('SIGSTOP');
      await sleep(2 * LOCK_MS);
      workers[pick].kill('SIGCONT');
    },
    'kill redis': async () => {
      await redis.kill();
      await redis.start();
    },
    'kill trainer': async (_pick, restart) => restart(),
    'hide blobs': async () => {
      await rename(blobs.folder, `${blobs.folder}-away`);
      await sleep(LOCK_MS);
      await rename(`${blobs.folder}-away`, blobs.folder);
    },
  };

  const round = async (seed: number, chosen?: Fault): Promise<Round> => {
    const rng = randomStream('chaos', seed);
    const fault = chosen ?? FAULTS[randomBelow(rng, FAULTS.length)];
    const [after, pick] = [1 + randomBelow(rng, JOBS - 8), randomBelow(rng, WORKERS)];
    const first = seed * 1000;
    const [manifest, notes] = [join(folder, `accepted-${seed}`), join(folder, `begun-${seed}`)];
    const training: TrialTraining = {
      fleet: redis.url,
      blobs: blobs.url,
      manifest,
      first,
      count: JOBS,
      ms: JOB_MS,
      begun: notes,
    };
    const trainHere = (): Promise<void> => trainTrial(training, (line) => void out.write(`${line}\n`));
    // A process of its own only where it is killed: the others are as good and start sooner.
    const process = fault === 'kill trainer' ? start('./trial-trainer.ts', [JSON.stringify(training)]) : null;
    let trained: Promise<unknown> = process === null ? trainHere() : ended(process);
    await Promise.race([until(() => linesOf(manifest).length >= after), trained]);
    await inflict[fault](pick, () => {
      process?.kill('SIGKILL');
      trained = trained.then(trainHere);
    });
    await trained;
    return { fault, ...judge(linesOf(manifest), first), begun: linesOf(notes).length };
  };

  return {
    round,
    log,
    close: async () => {
      await Promise.all(workers.map((worker) => ended(worker, 'SIGKILL')));
      await redis.stop();
      out.end();
    },
  };
};

const judge = (lines: readonly string[], first: number): Pick<Round, 'accepted' | 'wrong' | 'twice' | 'missing'> => {
  const numbers = lines.map((line) => Number(line.split(' ')[0]));
  const wanted = Array.from({ length: JOBS }, (_, index) => first + index);
  return {
    accepted: lines.length,
    wrong: lines.filter((line) => {
      const [number, square] = line.split(' ').map(Number);
      return square !== number ** 2 || !wanted.includes(number);
    }),
    twice: lines.filter((_, index) => numbers.indexOf(numbers[index]) < index),
    missing: wanted.filter((number) => !numbers.includes(number)),
  };
};

const linesOf = (file: string): string[] =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
    : [];

const until = async (isTrue: () => boolean): Promise<void> => {
  while (!isTrue()) await sleep(10);
};

const firstLine = (child: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    child.stdout?.once('data', () => resolve());
    child.once('exit', (code) => reject(new Error(`a process ended with ${code} before it was ready`)));
  });

/** Its exit code, after a signal where one is given. */
const ended = (child: ChildProcess, signal?: NodeJS.Signals): Promise<number | null> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve(child.exitCode);
    child.once('exit', (code) => resolve(code));
    if (signal !== undefined) child.kill(signal);
  });
