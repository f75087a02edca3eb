/**
 * The 60 points, their names, coordinates and neighbours. A hexagon of five points a side without its centre:
 * nothing stands on the centre and no line crosses it, so it is simply not a point.
 */

/** One of the 60 intersections, 0–59: columns A to I, each from rank 1 up (A1 = 0, …, I5 = 59). */
export type Point = number;

/** One of the six directions, 0–5, clockwise from north; the opposite of `d` is `(d + 3) % 6`. */
export type Direction = number;

/** How many points the board has. */
export const POINT_COUNT = 60;
/** How many directions a stack can move in. */
export const DIRECTION_COUNT = 6;

/** The "point" beyond the edge or on the centre. Arrays over points have one more row for it. */
export const OFF_BOARD: Point = 60;

/** The directions clockwise from north; a `Direction` is an index into this list. */
export const DIRECTION_NAMES = ['n', 'ne', 'se', 's', 'sw', 'nw'] as const;

/** The letters of the columns, in their order. */
export const COLUMN_NAMES = 'ABCDEFGHI';
/** How many columns the board has. */
export const COLUMN_COUNT = 9;

/** How many points each column has; E would have nine with the centre. */
export const COLUMN_SIZES: readonly number[] = [5, 6, 7, 8, 8, 8, 7, 6, 5];

/** Axial steps (dq, dr) of the six directions. */
export const DIRECTION_STEPS: ReadonlyArray<readonly [dq: number, dr: number]> = [
  [0, 1],
  [1, 0],
  [1, -1],
  [0, -1],
  [-1, 0],
  [-1, 1],
];

const RADIUS = 4;
const CENTRE_COLUMN = 4;
const RANKS_BELOW_CENTRE = 4;

type Place = { readonly name: string; readonly q: number; readonly r: number };

const places: readonly Place[] = COLUMN_SIZES.flatMap((size, column) =>
  Array.from({ length: size }, (_, index) => {
    const rank = index + 1;
    const q = column - CENTRE_COLUMN;
    const y = column === CENTRE_COLUMN && rank > RANKS_BELOW_CENTRE ? rank + 1 : rank;
    return { name: `${COLUMN_NAMES[column]}${rank}`, q, r: y - 5 - Math.min(q, 0) };
  }),
);

/** The names of the points, A1 to I5; a `Point` is an index into this list. */
export const POINT_NAMES: readonly string[] = places.map((place) => place.name);

/** Axial coordinates of each point; −4 to 4, the centre of the board is (0, 0). */
export const POINT_Q: ArrayLike<number> = Int8Array.from(places, (place) => place.q); // [60]
/** The second axial coordinate of each point. */
export const POINT_R: ArrayLike<number> = Int8Array.from(places, (place) => place.r); // [60]

const pointAtAxial = new Map(places.map((place, point) => [axialKey(place.q, place.r), point]));
const pointOfName = new Map(POINT_NAMES.map((name, point) => [name, point]));

/** The point at axial (q, r), or `OFF_BOARD` for the centre and everything outside. */
export const pointAt = (q: number, r: number): Point => pointAtAxial.get(axialKey(q, r)) ?? OFF_BOARD;

/** The point of that name (`E5`), or `OFF_BOARD` if there is none. */
export const pointNamed = (name: string): Point => pointOfName.get(name) ?? OFF_BOARD;

/** The direction back. */
export const oppositeDirection = (direction: Direction): Direction => (direction + 3) % DIRECTION_COUNT;

/** `NEIGHBOURS[point × 6 + direction]`: the adjacent point, or `OFF_BOARD`. */
export const NEIGHBOURS: ArrayLike<number> = Uint8Array.from(places.flatMap(({ q, r }) => neighboursOf(q, r))); // [60 × 6]

function neighboursOf(q: number, r: number): Point[] {
  return DIRECTION_STEPS.map(([dq, dr]) => pointAt(q + dq, r + dr));
}

function axialKey(q: number, r: number): number {
  const side = 2 * RADIUS + 3; // one more on each side: looking just past the edge must not wrap around
  return (q + RADIUS + 1) * side + (r + RADIUS + 1);
}
