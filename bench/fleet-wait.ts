/** A job that waits instead of playing, for `bench/fleet.ts`: what is left of the time is what the queue costs. */
import { check, record, whole } from '../env/index.ts';
import type { JobKind } from '../fleet/index.ts';

export type WaitJob = {
  readonly number: number;
  readonly ms: number;
  /** Of its result. */
  readonly bytes: number;
};

const JOB = record({ number: whole(0), ms: whole(0), bytes: whole(0) });

export const waitKind: JobKind<WaitJob, number> = {
  name: 'wait',
  worker: new URL('./fleet-wait.ts', import.meta.url),
  check: (given) => check(JOB, given, 'job') as WaitJob,
  pack: (bytes) => ({ bytes: new Uint8Array(bytes), facts: {} }),
  unpack: ({ bytes }) => bytes.length,
};
