/** The arena's workers: threads of this process, or those of a fleet. */
import { cpus } from 'node:os';
import { type Fleet, type FleetOptions, openFleet } from '../fleet/index.ts';
import { pairKind } from './pair-kind.ts';
import type { PairResult } from './play-pair.ts';
import type { PairJob } from './schedule.ts';

/** As many threads as there are cores. */
export const defaultThreads = (): number => Math.max(1, cpus().length);

/** A fleet that plays pairs of games. */
export type PairFleet = Fleet<PairJob, PairResult>;

/** What `pairFleet` may be told. */
export type PairFleetOptions = FleetOptions;

/** A fleet that plays pairs of games. */
export const pairFleet = (options: PairFleetOptions): PairFleet => openFleet(pairKind, options);
