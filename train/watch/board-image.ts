/** A position as pixels, for TensorBoard, which shows no SVG. It looks like `renderSvg`, at a fixed and small size. */
import {
  EMPTY,
  heightOf,
  kindOf,
  NEIGHBOURS,
  OFF_BOARD,
  ownerOf,
  POINT_COUNT,
  POINT_Q,
  POINT_R,
  type Point,
  type Position,
  WHITE,
} from '../../env/index.ts';
import { createRaster, drawDisc, drawLine, drawNumber, drawRing, type Raster } from './raster.ts';

const SCALE = 36; // pixels between two adjacent points
const COLUMN_STEP = Math.sqrt(3) / 2;
const WIDTH = Math.round(SCALE * (8 * COLUMN_STEP + 1.4));
const HEIGHT = Math.round(SCALE * 9.6);
const RADIUS = SCALE * 0.4;

const WHITE_STACK = { fill: 0xfffdf6, edge: 0x8c8064, mark: 0xb3541e };
const BLACK_STACK = { fill: 0x33363b, edge: 0x0d0e10, mark: 0xf0b429 };

/** Discs with the marks of their kinds; a number says how high a stack is. */
export const drawBoard = (position: Position): Raster => {
  const raster = createRaster(WIDTH, HEIGHT, 0xe9dfc7);
  for (let point = 0; point < POINT_COUNT; point++) {
    for (let direction = 0; direction < 3; direction++) {
      const neighbour = NEIGHBOURS[point * 6 + direction];
      if (neighbour !== OFF_BOARD) drawLine(raster, centreOf(point), centreOf(neighbour), 1.2, 0xa08e68);
    }
  }
  for (let point = 0; point < POINT_COUNT; point++) drawStack(raster, position, point);
  return raster;
};

const centreOf = (point: Point): readonly [x: number, y: number] => [
  WIDTH / 2 + SCALE * POINT_Q[point] * COLUMN_STEP,
  HEIGHT / 2 - SCALE * (POINT_R[point] + POINT_Q[point] / 2),
];

const drawStack = (raster: Raster, { cells }: Position, point: Point): void => {
  const cell = cells[point];
  if (cell === EMPTY) return;
  const [x, y] = centreOf(point);
  const { fill, edge, mark } = ownerOf(cell) === WHITE ? WHITE_STACK : BLACK_STACK;
  drawDisc(raster, x, y, RADIUS, edge);
  drawDisc(raster, x, y, RADIUS - 1.2, fill);
  const kind = kindOf(cell); // tzaars carry a ring and a dot, tzarras a dot, totts nothing
  if (kind === 0) drawRing(raster, x, y, RADIUS * 0.62, 2.2, mark);
  if (kind <= 1) drawDisc(raster, x, y, RADIUS * 0.28, mark);
  const height = heightOf(cell);
  if (height === 1) return;
  const [atX, atY] = [x + RADIUS * 0.78, y - RADIUS * 0.72];
  drawDisc(raster, atX, atY, height > 9 ? 9 : 7.5, 0x1d5fa8);
  drawNumber(raster, atX, atY, 2, height, 0xffffff);
};
