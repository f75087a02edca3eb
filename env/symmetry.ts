/**
 * The 12 symmetries of the hexagon as permutation tables: six turns, and six turns after a reflection. The rules do not
 * know left from right, so whatever holds in a position holds in its 12 images: 12 samples for one in training, and a
 * law to test by.
 */
import {
  ACTION_COUNT,
  type Action,
  directionOf,
  isPlacement,
  moveAction,
  originOf,
  PASS,
  placedKind,
  placedPoint,
  placementAction,
} from './action.ts';
import {
  DIRECTION_COUNT,
  DIRECTION_STEPS,
  type Direction,
  OFF_BOARD,
  POINT_COUNT,
  POINT_Q,
  POINT_R,
  type Point,
  pointAt,
} from './board.ts';
import { type Position, setPosition } from './position.ts';

/** 0 is the identity, 1–5 turns by 60° each, 6–11 the same after the reflection that swaps the two axial coordinates. */
export type Symmetry = number;
/** How many symmetries the board has: six rotations, each also mirrored. */
export const SYMMETRY_COUNT = 12;

const POINT_ROW = POINT_COUNT + 1; // `OFF_BOARD` maps to itself

const transformed = (symmetry: Symmetry, q: number, r: number): readonly [q: number, r: number] => {
  let [toQ, toR] = symmetry < 6 ? [q, r] : [r, q];
  for (let turn = 0; turn < symmetry % 6; turn++) [toQ, toR] = [-toR, toQ + toR];
  return [toQ, toR];
};

const pointImage = (symmetry: Symmetry, point: Point): Point =>
  point === OFF_BOARD ? OFF_BOARD : pointAt(...transformed(symmetry, POINT_Q[point], POINT_R[point]));

const directionImage = (symmetry: Symmetry, direction: Direction): Direction => {
  const [dq, dr] = transformed(symmetry, ...DIRECTION_STEPS[direction]);
  return DIRECTION_STEPS.findIndex((step) => step[0] === dq && step[1] === dr);
};

const actionImage = (symmetry: Symmetry, action: Action): Action => {
  if (action === PASS) return PASS;
  if (isPlacement(action)) return placementAction(pointImage(symmetry, placedPoint(action)), placedKind(action));
  return moveAction(pointImage(symmetry, originOf(action)), directionImage(symmetry, directionOf(action)));
};

const table = (columns: number, image: (symmetry: Symmetry, index: number) => number): ArrayLike<number> =>
  Uint16Array.from({ length: SYMMETRY_COUNT * columns }, (_, at) => image(Math.floor(at / columns), at % columns));

const points = table(POINT_ROW, pointImage); // [12 × 61]
const directions = table(DIRECTION_COUNT, directionImage); // [12 × 6]
const actions = table(ACTION_COUNT, actionImage); // [12 × 541]
const inverses = table(1, (symmetry) => inverseImage(symmetry)); // [12]

/** Where a point, a direction or an action goes under a symmetry. */
export const symmetricPoint = (symmetry: Symmetry, point: Point): Point => points[symmetry * POINT_ROW + point];
/** Where a symmetry carries a direction. */
export const symmetricDirection = (symmetry: Symmetry, direction: Direction): Direction =>
  directions[symmetry * DIRECTION_COUNT + direction];
/** Where a symmetry carries an action. */
export const symmetricAction = (symmetry: Symmetry, action: Action): Action =>
  actions[symmetry * ACTION_COUNT + action];

/** The symmetry that undoes this one. */
export const inverseSymmetry = (symmetry: Symmetry): Symmetry => inverses[symmetry];

/** Overwrites `into` with the image of `position`; its past is forgotten. */
export const applySymmetry = (position: Position, symmetry: Symmetry, into: Position): Position => {
  const cells = new Int8Array(POINT_COUNT);
  for (let point = 0; point < POINT_COUNT; point++) cells[symmetricPoint(symmetry, point)] = position.cells[point];
  return setPosition(into, cells, position.mover, position.step, position.phase);
};

function inverseImage(symmetry: Symmetry): Symmetry {
  // Two points on no common mirror line pin a symmetry down: (1, 0) and (2, −1).
  const undoes = (candidate: Symmetry): boolean =>
    (
      [
        [1, 0],
        [2, -1],
      ] as const
    ).every(([q, r]) => {
      const [toQ, toR] = transformed(candidate, ...transformed(symmetry, q, r));
      return toQ === q && toR === r;
    });
  return Array.from({ length: SYMMETRY_COUNT }, (_, candidate) => candidate).findIndex(undoes);
}
