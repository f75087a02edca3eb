/** Waiting: for a server that is full for a while, and not for ever. */
import { setTimeout as sleep } from 'node:timers/promises';
import { InvalidInput } from '../../env/index.ts';
import type { FleetLink } from './fleet-link.ts';
import { describeRedisFault, isPassing } from './redis-faults.ts';

const WAIT_MS = 500;
const LONGEST_WAIT_MS = 10_000;

/** Asks again while Redis is full, busy or away, and says so once; anything else is told in a sentence. */
export const insist = async <Answer>(
  ask: () => Promise<Answer>,
  { address: { shown }, say, closing }: Pick<FleetLink, 'address' | 'say' | 'closing'>,
  isOver: () => boolean = () => false,
): Promise<Answer> => {
  for (let waitMs = WAIT_MS, isSaid = false; ; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
    try {
      const answer = await ask();
      if (isSaid) say(`${shown} takes jobs again`);
      return answer;
    } catch (error) {
      const why = describeRedisFault(error);
      if (isOver() || closing.aborted || !isPassing(error))
        throw new InvalidInput('fleet', shown, why, { cause: error });
      if (!isSaid) say(`${shown}: ${why}; trying again until it takes jobs`);
      isSaid = true;
      await sleep(waitMs, undefined, { signal: closing }).catch(() => {});
    }
  }
};

/** Whatever comes first: the end of the work, or of the time. */
export const within = async (timeMs: number, work: Promise<unknown>): Promise<void> => {
  const timer = new AbortController();
  await Promise.race([work, sleep(timeMs, undefined, { signal: timer.signal }).catch(() => {})]);
  timer.abort();
};
