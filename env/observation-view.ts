/** The shapes in which an environment shows an observation. */
import { POINT_COUNT } from './board.ts';
import { encodeObservation, GRID_SIDE, OBSERVATION_SIZE, toGrid } from './observation.ts';
import { PLANE_COUNT, PLANES } from './planes.ts';
import type { Position } from './position.ts';
import { BoxSpace } from './spaces.ts';

/** `points`: [60, planes]. `grid`: [9, 9, planes]. `none`: an empty array, for callers that need only masks. */
export const OBSERVATION_VIEWS = ['points', 'grid', 'none'] as const;
/** One of `OBSERVATION_VIEWS`. */
export type ObservationView = (typeof OBSERVATION_VIEWS)[number];

/** The space of the observations in a view. */
export const observationSpaceOf = (view: ObservationView): BoxSpace => {
  const high = PLANES.map((plane) => plane.high);
  switch (view) {
    case 'points':
      return new BoxSpace([POINT_COUNT, PLANE_COUNT], high);
    case 'grid':
      return new BoxSpace([GRID_SIDE, GRID_SIDE, PLANE_COUNT], high);
    case 'none':
      return new BoxSpace([0], []);
  }
};

const points = new Float32Array(OBSERVATION_SIZE);

/** Writes what the mover sees, in that view, from `offset` on. */
export const writeObservation = (
  position: Position,
  view: ObservationView,
  out: Float32Array,
  offset: number,
): void => {
  switch (view) {
    case 'points':
      encodeObservation(position, out, offset);
      break;
    case 'grid':
      encodeObservation(position, points);
      toGrid(points, out, 0, offset);
      break;
    case 'none':
      break;
  }
};
