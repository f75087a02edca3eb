/** A worker for tests of the fleet. */
import { serveJobs } from '../../fleet/serve-jobs.ts';

type Job = { readonly number: number; readonly fate?: string; readonly flag?: SharedArrayBuffer };

serveJobs<Job, number>({
  async work({ number, fate, flag }) {
    const isFirst = flag !== undefined && Atomics.exchange(new Int32Array(flag), 0, 1) === 0;
    if (fate === 'die' || (fate === 'die-once' && isFirst)) process.exit(1);
    if (fate === 'busy') for (;;); // hears nothing, as a search that never waits
    if (fate === 'error') throw new Error('three is too much');
    return number ** 2;
  },
  close: async () => {},
});
