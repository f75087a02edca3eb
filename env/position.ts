/**
 * The rules' state. Which stack sees which is kept as links rather than searched for: an emptied point stays empty for the
 * rest of the game, so emptying one joins its two sides on each of the three lines through it, and undo joins it back
 * in reverse order (Knuth's dancing links). Rays over a bitboard are the alternative; links were measured faster.
 */
import { NEIGHBOURS, OFF_BOARD, POINT_COUNT, type Point } from './board.ts';
import { type Cell, EMPTY, KIND_COUNT, kindOf, ownerOf, type Player, unreachableFor, WHITE } from './stack.ts';
import { KEYS_HIGH, KEYS_LOW, keyIndex, TURN_KEYS_HIGH, TURN_KEYS_LOW, turnKeyIndex } from './zobrist.ts';

/** The phases of a game; a `Phase` is an index into this list. */
export const PHASES = ['placement', 'opening', 'main'] as const;
/** A phase by its name, one of `PHASES`. */
export type PhaseName = (typeof PHASES)[number];

/** An index into `PHASES`: placing the pieces, white's opening turn of one step, and the rest. */
export type Phase = 0 | 1 | 2;
/** The phase in which pieces are placed, in the tournament set-up. */
export const PLACEMENT = 0;
/** The phase of white's opening turn, which has one step. */
export const OPENING = 1;
/** The phase of turns with two steps. */
export const MAIN = 2;

/** 0: the capture that every turn begins with. 1: capture, stack or pass. */
export type Step = 0 | 1;

/** In `Position.bereft` while both players have all three kinds. */
export const NOBODY = -1;

/** A position in play with its past, in arrays that the rules change in place. */
export type Position = {
  readonly cells: Int8Array; // [61] packed stacks; off the board stands one that the mover cannot reach
  readonly sight: Uint8Array; // [61 × 6] first occupied point that way, or `OFF_BOARD`; stale for empty points
  readonly occupied: Int32Array; // [2 players × 2] one bit a point of that player: points 0–29, points 30–59
  readonly counts: Uint8Array; // [2 players × 3] stacks of each kind
  readonly trail: Int32Array; // [MAX_PLIES × TRAIL_STRIDE] what undo needs, an action a row
  ply: number; // actions played so far = rows used in `trail`
  mover: Player;
  step: Step;
  phase: Phase;
  bereft: Player | typeof NOBODY; // who has run out of a kind
  hashLow: number;
  hashHigh: number;
};

/** 60 placements, then at most 59 turns (each captures) of two actions. */
export const MAX_PLIES: number = POINT_COUNT + 2 * (POINT_COUNT - 1);
export const TRAIL_STRIDE = 4;

const ROWS = POINT_COUNT + 1;
/** Points in a word of `occupied`. Not 32: small integers are the fastest ones everywhere. */
export const POINTS_PER_WORD = 30;
/** A word of `occupied` with every point. */
export const ALL_POINTS: number = 2 ** POINTS_PER_WORD - 1;

/** Positions to be overwritten, side by side in memory. */
export const allocatePositions = (count: number): Position[] => {
  const cells = new Int8Array(count * ROWS);
  const sight = new Uint8Array(count * ROWS * 6);
  const occupied = new Int32Array(count * 4);
  const counts = new Uint8Array(count * 2 * KIND_COUNT);
  const trail = new Int32Array(count * MAX_PLIES * TRAIL_STRIDE);
  const part = <T extends { subarray(from: number, to: number): T; length: number }>(all: T, index: number): T => {
    const size = all.length / count;
    return all.subarray(index * size, (index + 1) * size);
  };
  return Array.from({ length: count }, (_, index) => ({
    cells: part(cells, index),
    sight: part(sight, index),
    occupied: part(occupied, index),
    counts: part(counts, index),
    trail: part(trail, index),
    ply: 0,
    mover: WHITE,
    step: 0,
    phase: PLACEMENT,
    bereft: NOBODY,
    hashLow: 0,
    hashHigh: 0,
  }));
};

const blankPosition = (): Position => allocatePositions(1)[0];

/** Overwrites `position` with these stacks (one a point, packed) and forgets its past. */
export const setPosition = (
  position: Position,
  cells: ArrayLike<Cell>,
  mover: Player,
  step: Step,
  phase: Phase,
): Position => {
  const { occupied, counts } = position;
  occupied.fill(0);
  counts.fill(0);
  position.ply = 0;
  position.mover = mover;
  position.step = step;
  position.phase = phase;
  position.hashLow = TURN_KEYS_LOW[turnKeyIndex(mover, step, phase)];
  position.hashHigh = TURN_KEYS_HIGH[turnKeyIndex(mover, step, phase)];
  for (let point = 0; point < POINT_COUNT; point++) {
    const cell = cells[point];
    position.cells[point] = cell;
    if (cell === EMPTY) continue;
    const owner = ownerOf(cell);
    occupied[occupiedWord(owner, point)] |= occupiedBit(point);
    counts[owner * KIND_COUNT + kindOf(cell)]++;
    position.hashLow ^= KEYS_LOW[keyIndex(cell, point)];
    position.hashHigh ^= KEYS_HIGH[keyIndex(cell, point)];
  }
  for (let point = 0; point < POINT_COUNT; point++) {
    for (let direction = 0; direction < 6; direction++) {
      position.sight[point * 6 + direction] = firstInSight(position.cells, point, direction);
    }
  }
  position.cells[OFF_BOARD] = unreachableFor(mover);
  position.bereft = phase === PLACEMENT ? NOBODY : findBereft(counts);
  return position;
};

/** Makes `into` equal to `from`, past included. */
export const copyPosition = (from: Position, into: Position): Position => {
  into.cells.set(from.cells);
  into.sight.set(from.sight);
  into.occupied.set(from.occupied);
  into.counts.set(from.counts);
  into.trail.set(from.trail.subarray(0, from.ply * TRAIL_STRIDE));
  into.ply = from.ply;
  into.mover = from.mover;
  into.step = from.step;
  into.phase = from.phase;
  into.bereft = from.bereft;
  into.hashLow = from.hashLow;
  into.hashHigh = from.hashHigh;
  return into;
};

const emptyBoard = new Int8Array(POINT_COUNT);

/** An empty board in the placement phase, white to place. */
export const emptyPosition = (): Position => setPosition(blankPosition(), emptyBoard, WHITE, 0, PLACEMENT);

/** An independent copy of a position. */
export const clonePosition = (position: Position): Position => copyPosition(position, blankPosition());

/** The actions that led here from where the position was set. */
export const playedActions = ({ trail, ply }: Position): number[] =>
  Array.from({ length: ply }, (_, index) => trail[index * TRAIL_STRIDE]);

/** The hash as one number of 64 bits, for people and files; searches use the two words. */
export const hashOf = ({ hashLow, hashHigh }: Position): bigint =>
  (BigInt(hashHigh >>> 0) << 32n) | BigInt(hashLow >>> 0);

/** Walks from `point` to the first occupied point: the definition of sight, for set-ups; play keeps links instead. */
export const firstInSight = (cells: ArrayLike<Cell>, point: Point, direction: number): Point => {
  let there = NEIGHBOURS[point * 6 + direction];
  while (there !== OFF_BOARD && cells[there] === EMPTY) there = NEIGHBOURS[there * 6 + direction];
  return there;
};

/** Which word of `occupied`, and which bit of it, stands for a point. */
export const occupiedWord = (player: Player, point: Point): number => player * 2 + (point < POINTS_PER_WORD ? 0 : 1);
export const occupiedBit = (point: Point): number => 1 << (point < POINTS_PER_WORD ? point : point - POINTS_PER_WORD);

/** The place of the lowest set bit: how to walk through `occupied` (`bits &= bits - 1` drops it). */
export const lowestBit = (bits: number): number => 31 - Math.clz32(bits & -bits);

const findBereft = (counts: Uint8Array): Player | typeof NOBODY => {
  if (counts[0] === 0 || counts[1] === 0 || counts[2] === 0) return 0;
  if (counts[3] === 0 || counts[4] === 0 || counts[5] === 0) return 1;
  return NOBODY;
};
