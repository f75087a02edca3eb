/** Where the points lie in the board's own units: 100 between neighbours, the centre at (0, 0), y downwards. */
import {
  COLUMN_COUNT,
  COLUMN_NAMES,
  COLUMN_SIZES,
  OFF_BOARD,
  POINT_Q,
  POINT_R,
  type Point,
  pointAt,
} from '../../env/index.ts';

export type Spot = { readonly x: number; readonly y: number };

export const SPACING = 100;
export const STACK_RADIUS = 40;
/** The picture: [left, top, width, height]. */
export const VIEW: readonly [left: number, top: number, width: number, height: number] = [-444, -512, 888, 1024];

const COLUMN_STEP = Math.sqrt(3) / 2; // columns are closer to each other than the points in a column

/** The spot at axial (q, r), on the board or beside it. */
export const spotAt = (q: number, r: number): Spot => ({
  x: SPACING * COLUMN_STEP * q,
  y: -SPACING * (r + q / 2),
});

export const spotOf = (point: Point): Spot => spotAt(POINT_Q[point], POINT_R[point]);

/** A spot as shares of the picture's width and height, in percent. */
export const percentOf = ({ x, y }: Spot): Spot => ({
  x: (100 * (x - VIEW[0])) / VIEW[2],
  y: (100 * (y - VIEW[1])) / VIEW[3],
});

/** The six corners of the wood around the points, as an SVG list. */
export const BOARD_OUTLINE: string = [
  [5.02, 0],
  [0, 5.02],
  [-5.02, 5.02],
  [-5.02, 0],
  [0, -5.02],
  [5.02, -5.02],
]
  .map(([q, r]) => spotAt(q, r))
  .map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`)
  .join(' ');

/** Names at both ends of every column. */
export const COLUMN_LABELS: ReadonlyArray<Spot & { readonly text: string }> = Array.from(
  { length: COLUMN_COUNT },
  (_, column) => {
    const q = column - 4;
    const lowest = spotAt(q, -4 - Math.min(q, 0));
    const highest = spotAt(q, 4 - Math.max(q, 0));
    const name = COLUMN_NAMES[column];
    return [
      { x: lowest.x, y: lowest.y + 72, text: `${name}1` },
      { x: highest.x, y: highest.y - 62, text: `${name}${COLUMN_SIZES[column]}` },
    ];
  },
).flat();

export const ARROW_KEYS = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'] as const;
export type ArrowKey = (typeof ARROW_KEYS)[number];

/**
 * The point that an arrow key leads to; the same one at the edge. Up and down run along a column and over the missing centre.
 * Left and right zigzag, half a step up, half a step down, so that the way back is the way there.
 */
export const pointBeside = (point: Point, key: ArrowKey): Point => {
  const [q, r] = [POINT_Q[point], POINT_R[point]];
  const rises = q % 2 === 0;
  const first = (...steps: ReadonlyArray<readonly [dq: number, dr: number]>): Point =>
    steps.map(([dq, dr]) => pointAt(q + dq, r + dr)).find((there) => there !== OFF_BOARD) ?? point;
  switch (key) {
    case 'ArrowUp':
      return first([0, 1], [0, 2]);
    case 'ArrowDown':
      return first([0, -1], [0, -2]);
    case 'ArrowRight':
      return rises ? first([1, 0], [1, -1]) : first([1, -1], [1, 0]);
    case 'ArrowLeft':
      return rises ? first([-1, 1], [-1, 0]) : first([-1, 0], [-1, 1]);
  }
};
