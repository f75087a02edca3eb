/** How much longer things take here because others use the machine too: a limit in time holds for a machine of one's own. */

const PROBE_MS = 150;

/** Time by the clock over time on a core, of work that never waits; 1 on a machine that is otherwise idle. */
export const contention = (): number => {
  const start = performance.now();
  const before = process.cpuUsage();
  let spun = 0;
  while (performance.now() - start < PROBE_MS) spun++;
  const { user, system } = process.cpuUsage(before);
  const onCore = (user + system) / 1000;
  if (spun === 0) throw new Error('the clock does not move');
  return Math.max(1, (performance.now() - start) / onCore);
};

/** The best of a few measurements, each as it would be on an idle machine (as far as it was surely not idle); stops at the first below `limit`. */
export const bestOf = async (tries: number, limit: number, measure: () => Promise<number>): Promise<number> => {
  let best = Number.POSITIVE_INFINITY;
  for (let tried = 0; tried < tries && best >= limit; tried++) {
    const before = contention();
    const taken = await measure();
    best = Math.min(best, taken / Math.min(before, contention()));
  }
  return best;
};
