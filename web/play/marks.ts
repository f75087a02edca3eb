/**
 * Where the marks of the board stand, in its own units. Each has a place that the marks of no other point reach, however high the
 * stacks are: heights to the right of the top, signs of targets at the foot. Ranks of candidates go where both leave room.
 */
import { type Box, boxAround, type LabelledArrow, placeLabels } from '../../env/arrow-labels.ts';
import {
  type Action,
  type Cell,
  heightOf,
  isPlacement,
  originOf,
  POINT_COUNT,
  type Point,
  type Position,
  placedPoint,
} from '../../env/index.ts';
import { type Spot, spotOf } from './geometry.ts';

export const LAYERS_DRAWN = 6;
export const LAYER_HEIGHT = 9;

/** How far the top of a stack lies above its foot. */
export const liftOf = (cell: Cell): number => (Math.min(heightOf(cell), LAYERS_DRAWN) - 1) * LAYER_HEIGHT;

/** The plate with a stack's height: its middle off the top of the stack, and its size with the edge. */
export const HEIGHT_PLATE = { x: 38, y: -22, width: 36, height: 33 } as const;
/** The disc with a target's sign: its middle off the foot of the stack, and its radius with the edge. */
export const TARGET_SIGN = { x: 0, y: 30, radius: 18 } as const;
/** The disc with a candidate's rank, its edge included. */
export const RANK_RADIUS = 16.5;

const GAP = 2;

export const heightBox = (point: Point, cell: Cell): Box => {
  const { x, y } = spotOf(point);
  const { width, height } = HEIGHT_PLATE;
  return boxAround({ x: x + HEIGHT_PLATE.x, y: y + HEIGHT_PLATE.y - liftOf(cell) }, width, height);
};

export const signBox = (point: Point): Box => {
  const { x, y } = spotOf(point);
  const { radius } = TARGET_SIGN;
  return boxAround({ x: x + TARGET_SIGN.x, y: y + TARGET_SIGN.y }, 2 * radius, 2 * radius);
};

/** Where the rank of each of these actions goes; none of them is a pass. */
export const rankSpots = (position: Position, actions: readonly Action[], signs: Iterable<Point>): Spot[] => {
  const stacks = Array.from({ length: POINT_COUNT }, (_, point) => ({ point, cell: position.cells[point] }));
  const heights = stacks.flatMap(({ point, cell }) => (heightOf(cell) > 1 ? [heightBox(point, cell)] : []));
  return placeLabels(
    actions.map((action) => arrowOf(position, action)),
    [...heights, ...[...signs].map(signBox)],
  );
};

const arrowOf = (position: Position, action: Action): LabelledArrow => {
  const size = 2 * (RANK_RADIUS + GAP);
  const ends = isPlacement(action)
    ? [placedPoint(action), placedPoint(action)]
    : [originOf(action), position.sight[action]];
  return { from: spotOf(ends[0]), to: spotOf(ends[1]), width: size, height: size };
};
