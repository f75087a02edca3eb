/** Where the points lie in the board's own units: 100 between neighbours, the centre at (0, 0), y downwards. */
import { POINT_Q, POINT_R, type Point } from '../../env/index.ts';

export type Spot = { readonly x: number; readonly y: number };

export const SPACING = 100;
const COLUMN_STEP = Math.sqrt(3) / 2; // columns are closer to each other than the points in a column

/** The spot at axial (q, r), on the board or beside it. */
export const spotAt = (q: number, r: number): Spot => ({
  x: SPACING * COLUMN_STEP * q,
  y: -SPACING * (r + q / 2),
});

export const spotOf = (point: Point): Spot => spotAt(POINT_Q[point], POINT_R[point]);
