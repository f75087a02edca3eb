/** A position in the format that the C++ engine reads: `q r colour kind height` a stack, then the turn. */
import {
  EMPTY,
  heightOf,
  kindOf,
  OPENING,
  ownerOf,
  POINT_COUNT,
  POINT_Q,
  POINT_R,
  type Position,
} from '../env/index.ts';

export const referenceInput = ({ cells, mover, step, phase }: Position): string => {
  const stacks = Array.from({ length: POINT_COUNT }, (_, point) => point)
    .filter((point) => cells[point] !== EMPTY)
    .map((point) => {
      const cell = cells[point];
      return `${POINT_Q[point]} ${POINT_R[point]} ${'wb'[ownerOf(cell)]} ${kindOf(cell)} ${heightOf(cell)}`;
    });
  return `${stacks.join('\n')}\nturn ${'wb'[mover]} half ${step + 1} first ${phase === OPENING ? 1 : 0}\n`;
};
