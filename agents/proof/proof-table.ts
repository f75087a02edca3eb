/**
 * What a proof search remembers of positions, in bounded memory. Four entries share a bucket; when it is full, the one that cost
 * the least work gives way, so that the many positions that were only glanced at are the garbage and large proofs stay.
 * The game has no cycles, so an entry never depends on the path. Hot.
 */
import type { Action } from '../../env/index.ts';

/** In place of a number of positions: no amount of work is enough. */
export const NEVER = 0x3fffffff;

/** [buckets × WAYS × STRIDE]: hash low, hash high, win, loss, action | work. */
export type ProofTable = { readonly data: Int32Array; readonly buckets: number };

const STRIDE = 5;
const WAYS = 4;
const BUCKET = STRIDE * WAYS;
const ACTION_BITS = 10;
const ACTION_MASK = (1 << ACTION_BITS) - 1;
const MOST_WORK = (1 << (31 - ACTION_BITS)) - 1;

/** In place of an action that an entry does not have; it fits into the bits of one. */
export const UNKNOWN_ACTION: Action = ACTION_MASK;
/** In place of an entry. */
export const NO_ENTRY = -1;

export const createProofTable = (memoryMb: number): ProofTable => {
  const buckets = Math.max(1, Math.floor((memoryMb * 2 ** 20) / (BUCKET * Int32Array.BYTES_PER_ELEMENT)));
  return { data: new Int32Array(buckets * BUCKET), buckets };
};

export const clearProofTable = ({ data }: ProofTable): void => void data.fill(0);

const bucketOf = (buckets: number, low: number): number => Math.floor((low >>> 0) * (buckets / 2 ** 32)) * BUCKET;

/** The entry of a position, or `NO_ENTRY`. Read it with the accessors below. */
export const findEntry = ({ data, buckets }: ProofTable, low: number, high: number): number => {
  const first = bucketOf(buckets, low);
  for (let entry = first; entry < first + BUCKET; entry += STRIDE) {
    if (data[entry] === low && data[entry + 1] === high && data[entry + 4] !== 0) return entry;
  }
  return NO_ENTRY;
};

export const winAt = ({ data }: ProofTable, entry: number): number => data[entry + 2];
export const lossAt = ({ data }: ProofTable, entry: number): number => data[entry + 3];
export const actionAt = ({ data }: ProofTable, entry: number): Action => data[entry + 4] & ACTION_MASK;
/** Positions looked at for this entry. */
export const workAt = ({ data }: ProofTable, entry: number): number => data[entry + 4] >> ACTION_BITS;

/** Stores what is known of a position, in place of what was known of it or of the cheapest entry of its bucket. */
export const storeEntry = (
  { data, buckets }: ProofTable,
  low: number,
  high: number,
  win: number,
  loss: number,
  action: Action,
  work: number,
): void => {
  const first = bucketOf(buckets, low);
  let place = first;
  let least = NEVER;
  for (let entry = first; entry < first + BUCKET; entry += STRIDE) {
    if (data[entry] === low && data[entry + 1] === high) {
      place = entry;
      break;
    }
    const cost = data[entry + 4] >> ACTION_BITS;
    if (cost < least) {
      least = cost;
      place = entry;
    }
  }
  data[place] = low;
  data[place + 1] = high;
  data[place + 2] = win;
  data[place + 3] = loss;
  data[place + 4] = action | (Math.max(1, Math.min(MOST_WORK, work)) << ACTION_BITS);
};
