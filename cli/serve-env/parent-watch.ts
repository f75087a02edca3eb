/**
 * Ends this process once whoever started it is gone. The end of the input says so too, but is not read while an agent thinks,
 * and never comes where the client has left a copy of its end of the pipe to a child of its own. A thread looks, since a
 * search keeps this one busy.
 */
import { startWorker } from '../../models/node/start-worker.ts';

const WORKER = new URL(import.meta.url.endsWith('.ts') ? './parent-worker.ts' : './parent-worker.js', import.meta.url);

export const watchParent = (): { readonly stop: () => Promise<unknown> } => {
  const watch = startWorker(WORKER, { parent: process.ppid });
  watch.unref();
  return { stop: () => watch.terminate() };
};
