/**
 * Random keys for hashing positions (Zobrist 1970): a position's hash is the exclusive or of the keys of all that it
 * holds, so that an action changes it by a few keys. Two 32-bit words, since JavaScript has no fast 64-bit integer.
 * The seed is fixed: hashes are the same on every machine and may be stored.
 */
import { POINT_COUNT, type Point } from './board.ts';
import { randomStream } from './random.ts';
import { CELL_INDEX_COUNT, type Cell, cellIndex, EMPTY } from './stack.ts';

const rng = randomStream('tzaar-zero zobrist keys, version 1');
const randomWord = (): number => (rng() * 2 ** 32) | 0;

const low = new Int32Array(CELL_INDEX_COUNT * POINT_COUNT);
const high = new Int32Array(CELL_INDEX_COUNT * POINT_COUNT);
for (let index = 0; index < CELL_INDEX_COUNT; index++) {
  for (let point = 0; point < POINT_COUNT; point++) {
    if (index === cellIndex(EMPTY)) continue; // an empty point adds nothing
    low[index * POINT_COUNT + point] = randomWord();
    high[index * POINT_COUNT + point] = randomWord();
  }
}

const TURN_STATES = 12; // mover × step × phase
const turnLow = Int32Array.from({ length: TURN_STATES }, randomWord);
const turnHigh = Int32Array.from({ length: TURN_STATES }, randomWord);

/** Where the keys of a stack on a point stand in `KEYS_LOW` and `KEYS_HIGH`. */
export const keyIndex = (cell: Cell, point: Point): number => cellIndex(cell) * POINT_COUNT + point;
export const KEYS_LOW: ArrayLike<number> = low;
export const KEYS_HIGH: ArrayLike<number> = high;

/** Keys of whose action is next, by `turnKeyIndex`. */
export const TURN_KEYS_LOW: ArrayLike<number> = turnLow;
export const TURN_KEYS_HIGH: ArrayLike<number> = turnHigh;
export const turnKeyIndex = (mover: number, step: number, phase: number): number => (phase * 2 + step) * 2 + mover;
export const moverOfTurn = (index: number): 0 | 1 => (index & 1) as 0 | 1;
export const stepOfTurn = (index: number): 0 | 1 => ((index >> 1) & 1) as 0 | 1;
export const phaseOfTurn = (index: number): 0 | 1 | 2 => (index >> 2) as 0 | 1 | 2;
