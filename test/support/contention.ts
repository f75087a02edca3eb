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

/** A time by the clock, and what it would have been on an idle machine, as far as this one was surely not idle. */
export type Measured = { readonly clockMs: number; readonly idleMs: number };

/** The best of a few measurements; stops at the first below `limitMs`. */
export const bestOf = async (tries: number, limitMs: number, measure: () => Promise<number>): Promise<Measured> => {
  let best: Measured = { clockMs: Number.POSITIVE_INFINITY, idleMs: Number.POSITIVE_INFINITY };
  for (let tried = 0; tried < tries && best.idleMs >= limitMs; tried++) {
    const before = contention();
    const clockMs = await measure();
    const idleMs = clockMs / Math.min(before, contention());
    if (idleMs < best.idleMs) best = { clockMs, idleMs };
  }
  return best;
};

export const describeMeasured = ({ clockMs, idleMs }: Measured): string =>
  `${Math.round(clockMs)} ms by the clock, ${Math.round(idleMs)} ms without the load of others`;
