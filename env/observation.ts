/** Positions as numbers for a network: the encoder of the plane table, its 9 × 9 view, and its symmetries. Hot. */
import { DIRECTION_COUNT, OFF_BOARD, POINT_COUNT, POINT_Q, POINT_R, type Point } from './board.ts';
import { HEIGHT_UNIT, PLANE_COUNT, PLANES, planeIndex } from './planes.ts';
import { OPENING, PLACEMENT, type Position } from './position.ts';
import {
  EMPTY,
  enemySize,
  flipFor,
  heightOf,
  KIND_COUNT,
  kindOf,
  opponentOf,
  ownerOf,
  PIECES_OF_KIND,
  type Player,
} from './stack.ts';
import { SYMMETRY_COUNT, type Symmetry, symmetricDirection, symmetricPoint } from './symmetry.ts';

/** Numbers in an observation, `[60, PLANE_COUNT]` channel-last: `observation[point × PLANE_COUNT + plane]`. */
export const OBSERVATION_SIZE: number = POINT_COUNT * PLANE_COUNT;

/** Rows and columns of the grid view. */
export const GRID_SIDE = 9;
/** Numbers in the grid view, `[9, 9, PLANE_COUNT]` channel-last. */
export const GRID_OBSERVATION_SIZE: number = GRID_SIDE * GRID_SIDE * PLANE_COUNT;

const OWN_KIND = planeIndex('own-tzaar');
const ENEMY_KIND = planeIndex('enemy-tzaar');
const OWN_HEIGHT = planeIndex('own-height');
const ENEMY_HEIGHT = planeIndex('enemy-height');
const LAST_OF_KIND = planeIndex('last-of-kind');
const SEES_OWN = planeIndex('sees-own-n');
const SEES_ENEMY = planeIndex('sees-enemy-n');
const TAKES = planeIndex('takes-n');
const TAKEN = planeIndex('taken-n');
const SECOND_STEP = planeIndex('second-step');
const OPENING_TURN = planeIndex('opening-turn');
const PLACING = planeIndex('placement');
const OWN_STANDING = planeIndex('own-tzaars-standing');
const ENEMY_STANDING = planeIndex('enemy-tzaars-standing');
const OWN_SCARCITY = planeIndex('own-tzaars-scarcity');
const ENEMY_SCARCITY = planeIndex('enemy-tzaars-scarcity');
const FIRST_GLOBAL = SECOND_STEP;

/** Writes the observation of `position` into `out` from `offset` on: `OBSERVATION_SIZE` numbers. */
export const encodeObservation = (position: Position, out: Float32Array, offset = 0): void => {
  const { cells, mover } = position;
  out.fill(0, offset, offset + FIRST_GLOBAL);
  encodeGlobals(position, out, offset);
  repeatFirstRow(out, offset);
  for (let point = 0; point < POINT_COUNT; point++) {
    const row = offset + point * PLANE_COUNT;
    const cell = cells[point];
    if (cell === EMPTY) continue;
    const own = ownerOf(cell) === mover;
    out[row + (own ? OWN_KIND : ENEMY_KIND) + kindOf(cell)] = 1;
    out[row + (own ? OWN_HEIGHT : ENEMY_HEIGHT)] = heightOf(cell) / HEIGHT_UNIT;
    if (position.counts[ownerOf(cell) * KIND_COUNT + kindOf(cell)] === 1) out[row + LAST_OF_KIND] = 1;
    encodeSight(position, point, out, row);
  }
};

/** Copies the first point's row to all others, twice as many each time: a handful of block moves. */
const repeatFirstRow = (out: Float32Array, offset: number): void => {
  for (let done = PLANE_COUNT; done < OBSERVATION_SIZE; done *= 2) {
    out.copyWithin(offset + done, offset, offset + Math.min(done, OBSERVATION_SIZE - done));
  }
};

/** Without branches, like the rules: which stack sees which is just as hard to predict. True is 1, false is 0. */
const encodeSight = ({ cells, sight, mover }: Position, point: Point, out: Float32Array, row: number): void => {
  const flip = flipFor(mover);
  const here = cells[point];
  const height = heightOf(here);
  const own = isNegative(enemySize(here, flip));
  for (let direction = 0; direction < DIRECTION_COUNT; direction++) {
    const to = sight[point * DIRECTION_COUNT + direction];
    const there = cells[to];
    const meets = isNegative(to - OFF_BOARD);
    const seesOwn = meets & isNegative(enemySize(there, flip));
    const seesEnemy = meets ^ seesOwn;
    const hostile = own === 1 ? seesEnemy : seesOwn;
    const higher = heightOf(there) - height;
    const at = row + direction;
    out[at + SEES_OWN] = seesOwn;
    out[at + SEES_ENEMY] = seesEnemy;
    out[at + TAKES] = hostile & isNegative(higher - 1);
    out[at + TAKEN] = hostile & isNegative(-1 - higher);
  }
};

/** 1 for a negative integer, else 0. */
const isNegative = (value: number): number => value >>> 31;

/** Fills the global planes of the first point; the others copy them. */
const encodeGlobals = ({ counts, mover, step, phase }: Position, out: Float32Array, row: number): void => {
  out[row + SECOND_STEP] = step;
  out[row + OPENING_TURN] = phase === OPENING ? 1 : 0;
  out[row + PLACING] = phase === PLACEMENT ? 1 : 0;
  encodeCounts(counts, mover, out, row + OWN_STANDING, row + OWN_SCARCITY);
  encodeCounts(counts, opponentOf(mover), out, row + ENEMY_STANDING, row + ENEMY_SCARCITY);
};

const encodeCounts = (
  counts: Uint8Array,
  player: Player,
  out: Float32Array,
  standing: number,
  scarcity: number,
): void => {
  for (let kind = 0; kind < KIND_COUNT; kind++) {
    const count = counts[player * KIND_COUNT + kind];
    out[standing + kind] = count / PIECES_OF_KIND[kind];
    out[scarcity + kind] = count === 0 ? 0 : 1 / count;
  }
};

/** Row × 9 + column of a point in the 9 × 9 grid: row is r + 4, column is q + 4. Corners and centre belong to no point. */
export const gridIndex = (point: Point): number => (POINT_R[point] + 4) * GRID_SIDE + POINT_Q[point] + 4;

/** Spreads an observation over the grid; what belongs to no point is 0. */
export const toGrid = (observation: Float32Array, out: Float32Array, from = 0, to = 0): void => {
  out.fill(0, to, to + GRID_OBSERVATION_SIZE);
  for (let point = 0; point < POINT_COUNT; point++) {
    const source = from + point * PLANE_COUNT;
    out.set(observation.subarray(source, source + PLANE_COUNT), to + gridIndex(point) * PLANE_COUNT);
  }
};

/** Where plane `plane` goes under a symmetry: planes with a direction turn with the board. */
export const symmetricPlane = (symmetry: Symmetry, plane: number): number =>
  planeImages[symmetry * PLANE_COUNT + plane];

/** Writes the observation of the symmetric image into `out`, which must not be `observation`. */
export const applySymmetryToObservation = (observation: Float32Array, symmetry: Symmetry, out: Float32Array): void => {
  for (let point = 0; point < POINT_COUNT; point++) {
    const source = point * PLANE_COUNT;
    const target = symmetricPoint(symmetry, point) * PLANE_COUNT;
    for (let plane = 0; plane < PLANE_COUNT; plane++) {
      out[target + symmetricPlane(symmetry, plane)] = observation[source + plane];
    }
  }
};

const planeImages = Uint16Array.from({ length: SYMMETRY_COUNT * PLANE_COUNT }, (_, at) => {
  const [symmetry, plane] = [Math.floor(at / PLANE_COUNT), at % PLANE_COUNT];
  const { direction } = PLANES[plane];
  return direction === undefined ? plane : plane - direction + symmetricDirection(symmetry, direction);
});
