/** Starts a module of ours as a worker thread, from its sources as well as built. */
import { Worker } from 'node:worker_threads';

/** Node 20 cannot start a TypeScript module as a thread; a small script registers tsx and imports it. */
export const startWorker = (entry: URL, data: object): Worker => {
  const file = entry.pathname.endsWith('.ts') ? new URL('./boot-worker.mjs', import.meta.url) : entry;
  return new Worker(file, { workerData: { ...data, entry: entry.href } });
};
