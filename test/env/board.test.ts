import { describe, expect, test } from 'vitest';
import {
  DIRECTION_COUNT,
  NEIGHBOURS,
  OFF_BOARD,
  oppositeDirection,
  POINT_COUNT,
  POINT_NAMES,
  POINT_Q,
  POINT_R,
  pointAt,
  pointNamed,
} from '../../env/index.ts';

const neighbourNames = (name: string): string[] =>
  Array.from({ length: DIRECTION_COUNT }, (_, direction) => NEIGHBOURS[pointNamed(name) * 6 + direction])
    .filter((point) => point !== OFF_BOARD)
    .map((point) => POINT_NAMES[point])
    .sort();

describe('the board', () => {
  test('has 60 points, each with its own name', () => {
    expect(new Set(POINT_NAMES).size).toBe(POINT_COUNT);
    expect(POINT_NAMES.map(pointNamed)).toEqual(Array.from({ length: POINT_COUNT }, (_, point) => point));
  });

  test.each([
    { name: 'A1', neighbours: ['A2', 'B1', 'B2'] },
    { name: 'E4', neighbours: ['D3', 'D4', 'E3', 'F3', 'F4'] },
    { name: 'E5', neighbours: ['D5', 'D6', 'E6', 'F5', 'F6'] },
    { name: 'I5', neighbours: ['H5', 'H6', 'I4'] },
    { name: 'D4', neighbours: ['C3', 'C4', 'D3', 'D5', 'E4'] },
  ])('$name has the neighbours $neighbours', ({ name, neighbours }) => {
    expect(neighbourNames(name)).toEqual(neighbours);
  });

  test('has no centre: E4 and E5 are not neighbours, and (0, 0) is no point', () => {
    expect(neighbourNames('E4')).not.toContain('E5');
    expect(pointAt(0, 0)).toBe(OFF_BOARD);
  });

  test('looks the same forwards and backwards along every line', () => {
    for (let point = 0; point < POINT_COUNT; point++) {
      for (let direction = 0; direction < DIRECTION_COUNT; direction++) {
        const neighbour = NEIGHBOURS[point * 6 + direction];
        if (neighbour !== OFF_BOARD) expect(NEIGHBOURS[neighbour * 6 + oppositeDirection(direction)]).toBe(point);
      }
    }
  });

  test('finds every point at its coordinates', () => {
    for (let point = 0; point < POINT_COUNT; point++) expect(pointAt(POINT_Q[point], POINT_R[point])).toBe(point);
  });
});
