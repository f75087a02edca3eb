/** A worker process that does trial jobs of a fleet: `trial-queue-worker.ts REDIS BLOBS CACHE LOCK_MS THREADS`. */
import { openFleetLink, serveQueue } from '../../fleet/index.ts';
import { trialKind } from './trial-kind.ts';

const [fleet, blobs, cache, lockMs, threads] = process.argv.slice(2);
const say = (line: string): void => void process.stderr.write(`${line}\n`);
const link = await openFleetLink({ fleet, blobs }, say);
const worker = await serveQueue(link, {
  kinds: [trialKind],
  threads: Number(threads),
  cache,
  lockMs: Number(lockMs),
  say,
});
process.once('SIGTERM', async () => {
  await worker.drain();
  await link.close();
  process.exit(0);
});
process.stdout.write('ready\n');
setInterval(() => {}, 60_000);
