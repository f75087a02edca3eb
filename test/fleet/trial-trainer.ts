/**
 * A trainer of trial jobs that keeps what it has accepted in a file, as a run does: killed and started again, it goes on.
 * `trial-trainer.ts REDIS BLOBS ACCEPTED FIRST COUNT MS NOTES`: squares of COUNT numbers, each after MS milliseconds.
 */
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { openFleetLink, QueueFleet } from '../../fleet/index.ts';
import { type TrialJob, trialKind } from './trial-kind.ts';

const [fleet, blobs, accepted, first, count, ms, notes] = process.argv.slice(2);
const before = existsSync(accepted)
  ? readFileSync(accepted, 'utf8')
      .split('\n')
      .flatMap((line) => /^(\d+) \d+$/.exec(line)?.[1] ?? [])
  : [];
const jobs = Array.from({ length: Number(count) }, (_, index) => Number(first) + index)
  .filter((number) => !before.includes(String(number)))
  .map((number): TrialJob => ({ number, fate: 'sleep', ms: Number(ms), flag: notes }));
const link = await openFleetLink({ fleet, blobs }, (line) => void process.stderr.write(`${line}\n`));
const trainer = new QueueFleet({ kind: trialKind, link, lookMs: 500 });
const file = openSync(accepted, 'a');
let index = 0;
for await (const result of trainer.run(jobs)) {
  writeSync(file, `${jobs[index++].number} ${result}\n`);
  fsyncSync(file);
}
closeSync(file);
await trainer.close();
await link.close();
process.exit(0);
