/** What alpha-beta remembers of positions it has searched. The game has no cycles, so an entry never depends on the path. */
import type { Action } from '../../env/index.ts';

export const NO_BOUND = 0;
/** The score is exact, at least, or at most what is stored. */
export const EXACT = 1;
export const AT_LEAST = 2;
export const AT_MOST = 3;
export type Bound = typeof NO_BOUND | typeof EXACT | typeof AT_LEAST | typeof AT_MOST;

/** In place of an action that an entry does not have; it fits into the bits of one. */
export const UNKNOWN_ACTION: Action = 1023;

/** [entries × 4]: hash low, hash high, action | bound | depth | generation, score. */
export type TranspositionTable = { readonly data: Int32Array; readonly mask: number; generation: number };

export const createTable = (bits: number): TranspositionTable => ({
  data: new Int32Array(4 << bits),
  mask: (1 << bits) - 1,
  generation: 1,
});

export const clearTable = (table: TranspositionTable): void => {
  table.data.fill(0);
  table.generation = 1;
};

/** Entries of earlier choices are kept but give way to new ones. */
export const ageTable = (table: TranspositionTable): void => {
  table.generation = (table.generation + 1) & 0xff;
};

/** The row of a position, or −1. Read it with the accessors below. */
export const findEntry = ({ data, mask }: TranspositionTable, low: number, high: number): number => {
  const row = (low & mask) << 2;
  return data[row] === low && data[row + 1] === high && data[row + 2] !== 0 ? row : -1;
};

export const actionAt = ({ data }: TranspositionTable, row: number): Action => data[row + 2] & 1023;
export const boundAt = ({ data }: TranspositionTable, row: number): Bound => ((data[row + 2] >> 10) & 3) as Bound;
export const depthAt = ({ data }: TranspositionTable, row: number): number => (data[row + 2] >> 12) & 0xff;
export const scoreAt = ({ data }: TranspositionTable, row: number): number => data[row + 3];

/** Stores unless a deeper result of this choice stands there. */
export const storeEntry = (
  { data, mask, generation }: TranspositionTable,
  low: number,
  high: number,
  action: Action,
  bound: Bound,
  depth: number,
  score: number,
): void => {
  const row = (low & mask) << 2;
  const old = data[row + 2];
  const other = data[row] !== low || data[row + 1] !== high;
  if (other && old !== 0 && old >>> 20 === generation && ((old >> 12) & 0xff) > depth) return;
  data[row] = low;
  data[row + 1] = high;
  data[row + 2] = action | (bound << 10) | (depth << 12) | (generation << 20);
  data[row + 3] = score;
};
