/** A store that is waited for while it cannot be reached: a share that is mounted anew costs time, and no job. */
import { setTimeout as sleep } from 'node:timers/promises';
import { BlobFault, type BlobStore } from './blob-store.ts';

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 10_000;

/** What `patient` is told. */
export type Patience = {
  /** Ends the waiting, with the fault. */
  readonly signal: AbortSignal;
  /** Is told once when the store is gone, and once when it is back. */
  readonly say: (line: string) => void;
};

/** The same store; its methods return once it has answered, however long it was away. */
export const patient = (store: BlobStore, { signal, say }: Patience): BlobStore => {
  const insist = async <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
    for (let waitMs = FIRST_WAIT_MS, isSaid = false; ; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
      try {
        const answer = await ask();
        if (isSaid) say(`the blob store ${store.name} is back`);
        return answer;
      } catch (error) {
        if (!(error instanceof BlobFault) || error.fault !== 'unreachable' || signal.aborted) throw error;
        if (!isSaid) say(`${error.message}; trying again until it is back`);
        isSaid = true;
        await sleep(waitMs, undefined, { signal }).catch(() => {});
      }
    }
  };
  return {
    name: store.name,
    identify: () => insist(() => store.identify()),
    put: (area, bytes) => insist(() => store.put(area, bytes)),
    get: (area, hash) => insist(() => store.get(area, hash)),
    remove: (area, hash) => insist(() => store.remove(area, hash)),
  };
};
