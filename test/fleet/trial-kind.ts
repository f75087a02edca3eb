/** The jobs of `trial-worker.ts`, and how they and their results travel. */
import { InvalidInput, isRecord } from '../../env/index.ts';
import type { JobKind } from '../../fleet/job-kind.ts';

export const FATES = ['die', 'die-once', 'busy', 'error', 'invalid', 'wait', 'judge', 'uncopyable', 'sleep'] as const;

export type TrialJob = {
  readonly number: number;
  readonly fate?: (typeof FATES)[number];
  /** A file that tells jobs of each other, wherever they run. */
  readonly flag?: string;
  /** How long a `sleep` lasts. */
  readonly ms?: number;
  readonly networks?: readonly string[];
};

export const trialKind: JobKind<TrialJob, number> = {
  name: 'trial',
  worker: new URL('./trial-worker.ts', import.meta.url),
  check: (given) => {
    if (isRecord(given) && Number.isFinite(given.number)) return given as TrialJob;
    throw new InvalidInput('trial job', given, 'expected a number');
  },
  pack: (result) => {
    if (typeof result !== 'number') throw new Error('the result could not be packed');
    return { bytes: new Uint8Array(new Float64Array([result]).buffer), facts: {} };
  },
  unpack: ({ bytes }) => {
    if (bytes.length !== 8) throw new InvalidInput('trial result', bytes.length, 'expected 8 bytes');
    return new Float64Array(bytes.slice().buffer)[0];
  },
};
