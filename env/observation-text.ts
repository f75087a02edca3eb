/** Observations for people: each plane as a small picture of the board, global planes as one number. */
import { POINT_COUNT, POINT_Q, POINT_R } from './board.ts';
import { PLANE_COUNT, PLANES } from './planes.ts';

/** The 60 numbers of one plane. */
export const planeValues = (observation: Float32Array, plane: number): number[] =>
  Array.from({ length: POINT_COUNT }, (_, point) => observation[point * PLANE_COUNT + plane]);

/** Draws the planes of that index; empty ones are named in one line at the end. */
export const drawPlanes = (observation: Float32Array, planes: readonly number[]): string => {
  const silent = planes.filter((plane) => planeValues(observation, plane).every((value) => value === 0));
  const drawn = planes.filter((plane) => !silent.includes(plane)).map((plane) => drawPlane(observation, plane));
  const rest = silent.length > 0 ? [`all 0: ${silent.map((plane) => PLANES[plane].name).join(', ')}`] : [];
  return [...drawn, ...rest].join('\n\n');
};

const drawPlane = (observation: Float32Array, plane: number): string => {
  const { name, meaning, extent } = PLANES[plane];
  const values = planeValues(observation, plane);
  if (extent === 'global') return `${plane} ${name} = ${format(values[0])}: ${meaning}`;
  return `${plane} ${name}: ${meaning}\n${drawValues(values)}`;
};

const ROWS = 17;
const CELL_WIDTH = 4;

const drawValues = (values: readonly number[]): string => {
  const rows = Array.from({ length: ROWS }, () => Array<string>(9).fill(' '.repeat(CELL_WIDTH)));
  for (const [point, value] of values.entries()) {
    const row = 8 - (2 * POINT_R[point] + POINT_Q[point]);
    rows[row][POINT_Q[point] + 4] = (value === 0 ? '·' : format(value)).padEnd(CELL_WIDTH);
  }
  return rows.map((row) => row.join('').trimEnd()).join('\n');
};

const format = (value: number): string => String(Math.round(value * 100) / 100);
