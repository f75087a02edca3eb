/**
 * TZAAR as the rulebook has it: what is legal, what an action does, how to take it back, who has won. Functions over
 * a `Position` that the caller owns; nothing here allocates but `outcome`. Hot.
 *
 * An action that ends the game hands on step and turn like any other, so that the position alone still tells how the
 * game ended (see `outcome`).
 */
import type { Action } from './action.ts';
import * as actionSpace from './action.ts';
import type { Point } from './board.ts';
import * as board from './board.ts';
import type { Phase, Position, Step } from './position.ts';
import * as positionState from './position.ts';
import type { Cell, Kind, Player } from './stack.ts';
import * as stack from './stack.ts';
import * as zobrist from './zobrist.ts';

// V8 compiles the constants of a module, functions among them, into its code, but reads and checks what is imported at
// every use. Hot files therefore copy what they import: searches are 15 to 20 % faster so, 6 to 10 % of it by the files of
// this folder. `npm run bench -- imports` measures it.
const { FIRST_PLACEMENT, isPlacement, originOf, PASS, placedKind, placedPoint } = actionSpace;
const { DIRECTION_COUNT, OFF_BOARD, POINT_COUNT } = board;
const {
  ALL_POINTS,
  firstInSight,
  lowestBit,
  MAIN,
  NOBODY,
  OPENING,
  occupiedBit,
  occupiedWord,
  PLACEMENT,
  POINTS_PER_WORD,
  TRAIL_STRIDE,
} = positionState;
const {
  ANY_OWN,
  CAPTURE_ONLY,
  cellOf,
  EMPTY,
  enemySize,
  flipFor,
  heightOf,
  KIND_COUNT,
  kindOf,
  opponentOf,
  ownerOf,
  PIECES_OF_KIND,
  reachOf,
  stackedOn,
  unreachableFor,
  unstackedFrom,
  within,
} = stack;
const {
  KEYS_HIGH,
  KEYS_LOW,
  keyIndex,
  moverOfTurn,
  phaseOfTurn,
  stepOfTurn,
  TURN_KEYS_HIGH,
  TURN_KEYS_LOW,
  turnKeyIndex,
} = zobrist;

/** Why a game is over: the loser's last stack of a kind was captured, or buried by its owner, or the loser cannot capture. */
export const REASONS = ['kind-captured', 'kind-buried', 'no-capture'] as const;
/** Why a game ended, one of `REASONS`. */
export type Reason = (typeof REASONS)[number];
/** Who has won, and why. */
export type Outcome = { readonly winner: Player; readonly reason: Reason };

/** Writes the legal actions into `out` in ascending order and returns how many there are; none when the game is over. */
export const legalActions = (position: Position, out: Uint16Array): number => {
  const { cells, sight, occupied, mover, step, phase, bereft } = position;
  if (bereft !== NOBODY) return 0;
  if (phase === PLACEMENT) return legalPlacements(position, out);
  const flip = flipFor(mover);
  const lowest = step === 0 ? CAPTURE_ONLY : ANY_OWN;
  let count = 0;
  for (let word = 0; word < 2; word++) {
    for (let bits = occupied[mover * 2 + word]; bits !== 0; bits &= bits - 1) {
      const from = word * POINTS_PER_WORD + lowestBit(bits);
      const reach = reachOf(cells[from]);
      const action = from * DIRECTION_COUNT;
      // Unrolled: the loop's own cost was half of the time spent here.
      out[count] = action;
      count += within(enemySize(cells[sight[action]], flip), lowest, reach);
      out[count] = action + 1;
      count += within(enemySize(cells[sight[action + 1]], flip), lowest, reach);
      out[count] = action + 2;
      count += within(enemySize(cells[sight[action + 2]], flip), lowest, reach);
      out[count] = action + 3;
      count += within(enemySize(cells[sight[action + 3]], flip), lowest, reach);
      out[count] = action + 4;
      count += within(enemySize(cells[sight[action + 4]], flip), lowest, reach);
      out[count] = action + 5;
      count += within(enemySize(cells[sight[action + 5]], flip), lowest, reach);
    }
  }
  if (step === 1) out[count++] = PASS;
  return count;
};

const legalPlacements = ({ cells, counts, mover }: Position, out: Uint16Array): number => {
  let count = 0;
  for (let point = 0; point < POINT_COUNT; point++) {
    if (cells[point] !== EMPTY) continue;
    for (let kind = 0; kind < KIND_COUNT; kind++) {
      const left = PIECES_OF_KIND[kind] - counts[mover * KIND_COUNT + kind];
      if (left > 0) out[count++] = FIRST_PLACEMENT + point * KIND_COUNT + kind;
    }
  }
  return count;
};

/** Whether one action, 0 to 540, is legal: the same answer as looking it up in `legalActions`, without making the list. */
export const isLegal = (position: Position, action: Action): boolean => {
  const { cells, sight, counts, mover, step, phase, bereft } = position;
  if (bereft !== NOBODY) return false;
  if (phase === PLACEMENT) {
    if (!isPlacement(action)) return false;
    const kind = placedKind(action);
    return cells[placedPoint(action)] === EMPTY && counts[mover * KIND_COUNT + kind] < PIECES_OF_KIND[kind];
  }
  if (action >= PASS) return action === PASS && step === 1;
  const flip = flipFor(mover);
  const moving = cells[originOf(action)];
  if (enemySize(moving, flip) >= 0) return false;
  const size = enemySize(cells[sight[action]], flip);
  return within(size, step === 0 ? CAPTURE_ONLY : ANY_OWN, reachOf(moving)) === 1;
};

/** Plays a legal action; an illegal one would corrupt the position (`isLegal` asks, the environment checks). */
export const play = (position: Position, action: Action): void => {
  const { cells, sight, occupied, counts, mover } = position;
  if (action >= PASS) {
    remember(position, action, EMPTY);
    if (action === PASS) endTurn(position);
    else place(position, placedPoint(action), placedKind(action));
    return;
  }
  const from = originOf(action);
  const to = sight[action];
  const moving = cells[from];
  const there = cells[to];
  remember(position, action, there);

  const owner = ownerOf(there);
  const captures = owner !== mover;
  const arrived = captures ? moving : stackedOn(moving, there);
  cells[from] = EMPTY;
  cells[to] = arrived;
  unlink(sight, from);
  occupied[occupiedWord(mover, from)] ^= occupiedBit(from);
  if (captures) {
    occupied[occupiedWord(owner, to)] ^= occupiedBit(to);
    occupied[occupiedWord(mover, to)] ^= occupiedBit(to);
  }
  const left = keyIndex(moving, from);
  const replaced = keyIndex(there, to);
  const standing = keyIndex(arrived, to);
  position.hashLow ^= KEYS_LOW[left] ^ KEYS_LOW[replaced] ^ KEYS_LOW[standing];
  position.hashHigh ^= KEYS_HIGH[left] ^ KEYS_HIGH[replaced] ^ KEYS_HIGH[standing];
  if (--counts[owner * KIND_COUNT + kindOf(there)] === 0) position.bereft = owner;

  if (position.step === 0 && position.phase === MAIN) handOn(position, mover, 1, MAIN);
  else endTurn(position);
};

/** Takes back the last action; `position.ply` says how many there are. */
export const undo = (position: Position): void => {
  const { cells, sight, occupied, counts, trail } = position;
  const row = --position.ply * TRAIL_STRIDE;
  const action = trail[row];
  const there = recall(position, row);
  if (action === PASS) return;
  const { mover } = position;
  if (isPlacement(action)) {
    const point = placedPoint(action);
    cells[point] = EMPTY;
    counts[mover * KIND_COUNT + placedKind(action)]--;
    occupied[occupiedWord(mover, point)] ^= occupiedBit(point);
    unlink(sight, point);
    return;
  }
  const from = originOf(action);
  const to = sight[action]; // an emptied point keeps its own links, which is what makes undo possible
  const owner = ownerOf(there);
  const captured = owner !== mover;
  cells[from] = captured ? cells[to] : unstackedFrom(cells[to], there);
  cells[to] = there;
  relink(sight, from);
  occupied[occupiedWord(mover, from)] ^= occupiedBit(from);
  if (captured) {
    occupied[occupiedWord(owner, to)] ^= occupiedBit(to);
    occupied[occupiedWord(mover, to)] ^= occupiedBit(to);
  }
  counts[owner * KIND_COUNT + kindOf(there)]++;
};

/** Who has won and why, or null while the game goes on. */
export const outcome = (position: Position): Outcome | null => {
  const { mover, bereft } = position;
  if (bereft !== NOBODY) {
    return { winner: opponentOf(bereft), reason: hasBuried(position, bereft) ? 'kind-buried' : 'kind-captured' };
  }
  return isStuck(position) ? { winner: opponentOf(mover), reason: 'no-capture' } : null;
};

/**
 * Whether the loser buried the last stack of a kind, worked out from the position alone. Stacking ends a turn, so after it the
 * opponent is about to begin one (or, in a text that stops at the action, the loser is still at step 2); a capture leaves
 * the turn with the loser, or the winner at step 2. And a player who has buried something has a stack of at least two.
 */
const hasBuried = ({ cells, mover, step }: Position, loser: Player): boolean => {
  if ((mover === loser) !== (step === 1)) return false;
  return cells.subarray(0, POINT_COUNT).some((cell) => ownerOf(cell) === loser && heightOf(cell) > 1);
};

/** Whether the mover must capture and cannot. */
export const isStuck = (position: Position): boolean => {
  const { cells, sight, occupied, mover, step, phase } = position;
  if (phase === PLACEMENT || step === 1) return false;
  const flip = flipFor(mover);
  for (let word = 0; word < 2; word++) {
    for (let bits = occupied[mover * 2 + word]; bits !== 0; bits &= bits - 1) {
      const from = word * POINTS_PER_WORD + lowestBit(bits);
      const reach = reachOf(cells[from]);
      const first = from * DIRECTION_COUNT;
      for (let action = first; action < first + DIRECTION_COUNT; action++) {
        if (within(enemySize(cells[sight[action]], flip), CAPTURE_ONLY, reach) === 1) return false;
      }
    }
  }
  return true;
};

const endTurn = (position: Position): void => handOn(position, opponentOf(position.mover), 0, MAIN);

const handOn = (position: Position, mover: Player, step: Step, phase: Phase): void => {
  const before = turnKeyIndex(position.mover, position.step, position.phase);
  const after = turnKeyIndex(mover, step, phase);
  position.hashLow ^= TURN_KEYS_LOW[before] ^ TURN_KEYS_LOW[after];
  position.hashHigh ^= TURN_KEYS_HIGH[before] ^ TURN_KEYS_HIGH[after];
  position.mover = mover;
  position.step = step;
  position.phase = phase;
  position.cells[OFF_BOARD] = unreachableFor(mover);
};

const place = (position: Position, point: Point, kind: Kind): void => {
  const { cells, sight, occupied, counts, mover } = position;
  const cell = cellOf(mover, kind, 1);
  cells[point] = cell;
  counts[mover * KIND_COUNT + kind]++;
  occupied[occupiedWord(mover, point)] ^= occupiedBit(point);
  for (let direction = 0; direction < DIRECTION_COUNT; direction++) {
    sight[point * DIRECTION_COUNT + direction] = firstInSight(cells, point, direction);
  }
  relink(sight, point);
  const standing = keyIndex(cell, point);
  position.hashLow ^= KEYS_LOW[standing];
  position.hashHigh ^= KEYS_HIGH[standing];
  const allStand = (occupied[0] | occupied[2]) === ALL_POINTS && (occupied[1] | occupied[3]) === ALL_POINTS;
  handOn(position, opponentOf(mover), 0, allStand ? OPENING : PLACEMENT);
};

/** Joins the two sides of `point` on its three lines. Writes to `OFF_BOARD`'s row are harmless and cheaper than asking. */
const unlink = (sight: Uint8Array, point: Point): void => {
  const row = point * DIRECTION_COUNT;
  for (let direction = 0; direction < 3; direction++) {
    const ahead = sight[row + direction];
    const behind = sight[row + direction + 3];
    sight[behind * DIRECTION_COUNT + direction] = ahead;
    sight[ahead * DIRECTION_COUNT + direction + 3] = behind;
  }
};

/** Puts `point` back between the two sides that its own links name. */
const relink = (sight: Uint8Array, point: Point): void => {
  const row = point * DIRECTION_COUNT;
  for (let direction = 0; direction < 3; direction++) {
    sight[sight[row + direction + 3] * DIRECTION_COUNT + direction] = point;
    sight[sight[row + direction] * DIRECTION_COUNT + direction + 3] = point;
  }
};

/** Writes a row of the trail: the action, what stood on its target and whose step it was, and the hash. */
const remember = (position: Position, action: Action, there: Cell): void => {
  const { trail, mover, step, phase } = position;
  const row = position.ply++ * TRAIL_STRIDE;
  trail[row] = action;
  trail[row + 1] = (there << 4) | turnKeyIndex(mover, step, phase);
  trail[row + 2] = position.hashLow;
  trail[row + 3] = position.hashHigh;
};

/** Restores all that a row of the trail holds and returns what stood on the target. */
const recall = (position: Position, row: number): Cell => {
  const { trail } = position;
  const turn = trail[row + 1] & 15;
  position.mover = moverOfTurn(turn);
  position.step = stepOfTurn(turn);
  position.phase = phaseOfTurn(turn);
  position.hashLow = trail[row + 2];
  position.hashHigh = trail[row + 3];
  position.cells[OFF_BOARD] = unreachableFor(position.mover);
  position.bereft = NOBODY; // once a player is, no action follows
  return trail[row + 1] >> 4;
};
