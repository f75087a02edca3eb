/**
 * How the searching baselines place their pieces in the tournament set-up. Their judgement is of boards in play, so it is
 * asked about starts that may come of a placement: the rest of the pieces is put down by chance a few times, and in each of
 * these starts every placement is tried by letting an own piece of its kind change places with what stands there.
 */
import {
  type Action,
  type Cell,
  cellOf,
  copyPosition,
  emptyPosition,
  legalActions,
  MAX_LEGAL_ACTIONS,
  OPENING,
  PLACEMENT,
  POINT_COUNT,
  type Position,
  placedKind,
  placedPoint,
  play,
  type Rng,
  randomBelow,
  setPosition,
  WHITE,
} from '../env/index.ts';
import type { Choice } from './agent.ts';
import { evaluate } from './evaluation.ts';

/** More starts tell placements apart better, and cost as much more time. */
const STARTS = 8;

/** The placement whose starts look best on average; the first of equals. After `timeMs` no further start is looked at. */
export const judgedPlacement = (position: Position, rng: Rng, timeMs: number): Choice => {
  const begun = performance.now();
  const actions = new Uint16Array(MAX_LEGAL_ACTIONS);
  const count = legalActions(position, actions);
  const sums = new Float64Array(count);
  let starts = 0;
  do {
    const cells = completeAtRandom(position, rng);
    for (let index = 0; index < count; index++) sums[index] += judge(position, cells, actions[index]);
  } while (++starts < STARTS && performance.now() - begun < timeMs);
  const best = sums.reduce((found, sum, index) => (sum > sums[found] ? index : found), 0);
  return { action: actions[best], nodes: starts * count, timeMs: performance.now() - begun };
};

const completed = emptyPosition();
const choices = new Uint16Array(MAX_LEGAL_ACTIONS);

/** A whole start that may come of this position. */
const completeAtRandom = (position: Position, rng: Rng): Cell[] => {
  copyPosition(position, completed);
  while (completed.phase === PLACEMENT) {
    const count = legalActions(completed, choices);
    play(completed, choices[randomBelow(rng, count)]);
  }
  return Array.from(completed.cells.subarray(0, POINT_COUNT));
};

const tried = emptyPosition();

/** What a start is worth to the mover in which the placement has been made. */
const judge = ({ mover, cells: placed }: Position, cells: Cell[], action: Action): number => {
  const [point, piece] = [placedPoint(action), cellOf(mover, placedKind(action), 1)];
  const other = cells[point] === piece ? point : cells.findIndex((cell, at) => cell === piece && placed[at] !== piece);
  swap(cells, point, other);
  const value = evaluate(setPosition(tried, cells, WHITE, 0, OPENING));
  swap(cells, point, other);
  return mover === WHITE ? value : -value;
};

const swap = (cells: Cell[], one: number, other: number): void => {
  [cells[one], cells[other]] = [cells[other], cells[one]];
};
