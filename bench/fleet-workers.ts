/**
 * Many workers in one process, each with connections of its own, as `tzaar worker --threads 1` has; instead of playing they wait for
 * as long as their job says. `fleet-workers.ts REDIS BLOBS WORKERS`; on SIGTERM it prints what each job cost besides.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Job as Entry } from 'bullmq';
import { openFleetLink } from '../fleet/index.ts';
import { PREFIX } from '../fleet/queue/fleet-link.ts';
import { checkJobMessage, type ResultMessage, sealResult } from '../fleet/queue/job-message.ts';
import { insideOf } from '../fleet/queue/link-inside.ts';
import { join } from '../fleet/queue/roster.ts';
import { queueName, termsOf } from '../fleet/queue/terms.ts';
import { waitKind } from './fleet-wait.ts';

const [fleet, blobs, count] = process.argv.slice(2);
const link = await openFleetLink({ fleet, blobs }, (line) => void process.stderr.write(`${line}\n`));
const terms = await termsOf({}, link.blobsId);
/** Milliseconds from the end of the work of one job to the beginning of the next, of all workers. */
const gaps: number[] = [];

const startWorker = async (): Promise<{ close(): Promise<void> }> => {
  let endedMs = 0;
  const work = async (entry: Entry): Promise<ResultMessage> => {
    if (endedMs > 0) gaps.push(performance.now() - endedMs);
    const { ms, bytes } = waitKind.check(checkJobMessage(entry.data).job);
    await sleep(ms);
    endedMs = performance.now();
    const blob = await link.blobs.put('results', sealResult(entry.id!, new Uint8Array(bytes)));
    return { blob, bytes, facts: {}, worker: 'bench', seconds: ms / 1000 };
  };
  const taker = insideOf(link).redis.duplicate();
  taker.on('error', () => {});
  const options = { lockDuration: 30_000, stalledInterval: 15_000, maxStalledCount: 10, concurrency: 1 };
  const worker = new (insideOf(link).packages.bullmq.Worker)(queueName(terms), work, {
    connection: taker,
    prefix: PREFIX,
    ...options,
  });
  worker.on('error', (error) => void process.stderr.write(`${error.message}\n`));
  await worker.waitUntilReady();
  return worker;
};

for (let worker = 0; worker < Number(count); worker++) await startWorker();
await join(link, 'workers', terms, () => ({ threads: Number(count), busy: 0, done: 0, failed: 0 }));
process.stdout.write('ready\n');
process.once('SIGTERM', () => {
  const { user, system } = process.cpuUsage();
  process.stdout.write(`${JSON.stringify({ gaps, cpuSeconds: (user + system) / 1e6 })}\n`, () => process.exit(0));
});
