/** The thread of `parent-watch.ts`: an orphan's parent is another process than before. */
import { workerData } from 'node:worker_threads';

const EVERY_MS = 250;

setInterval(() => {
  if (process.ppid !== workerData.parent) process.kill(process.pid, 'SIGKILL'); // whatever the other thread is doing
}, EVERY_MS);
