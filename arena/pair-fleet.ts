/** The arena's workers as threads of this process. */
import { cpus } from 'node:os';
import { type Fleet, ThreadFleet, type ThreadFleetOptions } from '../fleet/index.ts';
import type { PairResult } from './play-pair.ts';
import type { PairJob } from './schedule.ts';

/** As many threads as there are cores. */
export const defaultThreads = (): number => Math.max(1, cpus().length);

/** Compiled code starts compiled workers. */
const WORKER = new URL(import.meta.url.endsWith('.ts') ? './pair-worker.ts' : './pair-worker.js', import.meta.url);

/** A fleet that plays pairs of games. */
export type PairFleet = Fleet<PairJob, PairResult>;

/** What `pairFleet` may be told. */
export type PairFleetOptions = Omit<ThreadFleetOptions, 'worker'>;

/** A fleet that plays pairs of games. */
export const pairFleet = (options: PairFleetOptions): PairFleet =>
  new ThreadFleet<PairJob, PairResult>({ worker: WORKER, ...options });
