/** A trainer of trial jobs that keeps what it has accepted in a file, as a run does: killed and started again, it goes on. */
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { openFleetLink, QueueFleet } from '../../fleet/index.ts';
import { type TrialJob, trialKind } from './trial-kind.ts';

export type TrialTraining = {
  readonly fleet: string;
  readonly blobs: string;
  /** A line for each result that was accepted: the number and its square. */
  readonly manifest: string;
  readonly first: number;
  readonly count: number;
  /** How long each job takes. */
  readonly ms: number;
  /** A line for each job that was begun. */
  readonly begun: string;
};

export const trainTrial = async (
  { fleet, blobs, manifest, first, count, ms, begun }: TrialTraining,
  say: (line: string) => void,
): Promise<void> => {
  const before = existsSync(manifest)
    ? readFileSync(manifest, 'utf8')
        .split('\n')
        .flatMap((line) => /^(\d+) \d+$/.exec(line)?.[1] ?? [])
    : [];
  const jobs = Array.from({ length: count }, (_, index) => first + index)
    .filter((number) => !before.includes(String(number)))
    .map((number): TrialJob => ({ number, fate: 'sleep', ms, flag: begun }));
  const link = await openFleetLink({ fleet, blobs }, say);
  const trainer = new QueueFleet({ kind: trialKind, link, lookMs: 500 });
  const file = openSync(manifest, 'a');
  try {
    let index = 0;
    for await (const result of trainer.run(jobs)) {
      writeSync(file, `${jobs[index++].number} ${result}\n`);
      fsyncSync(file);
    }
  } finally {
    closeSync(file);
    await trainer.close();
    await link.close();
  }
};
