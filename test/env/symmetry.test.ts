import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ACTION_COUNT,
  applySymmetry,
  DIRECTION_COUNT,
  DIRECTION_NAMES,
  emptyPosition,
  FIXED_START_TEXT,
  formatPosition,
  inverseSymmetry,
  NEIGHBOURS,
  opponentOf,
  outcome,
  ownerOf,
  PASS,
  POINT_COUNT,
  POINT_NAMES,
  parsePosition,
  play,
  pointNamed,
  SYMMETRY_COUNT,
  symmetricAction,
  symmetricDirection,
  symmetricPoint,
} from '../../env/index.ts';
import { choices, legalList, playChoices, snapshot } from '../support/games.ts';

const symmetries = Array.from({ length: SYMMETRY_COUNT }, (_, symmetry) => symmetry);
const range = (length: number): number[] => Array.from({ length }, (_, index) => index);

describe.each(symmetries)('symmetry %i', (symmetry) => {
  test('permutes points, directions and actions, and its inverse undoes it', () => {
    const inverse = inverseSymmetry(symmetry);
    for (const [count, image] of [
      [POINT_COUNT, symmetricPoint],
      [DIRECTION_COUNT, symmetricDirection],
      [ACTION_COUNT, symmetricAction],
    ] as const) {
      expect(range(count).map((index) => image(inverse, image(symmetry, index)))).toEqual(range(count));
    }
    expect(symmetricAction(symmetry, PASS)).toBe(PASS);
  });

  test('keeps neighbours neighbours', () => {
    for (let action = 0; action < NEIGHBOURS.length; action++) {
      expect(NEIGHBOURS[symmetricAction(symmetry, action)]).toBe(symmetricPoint(symmetry, NEIGHBOURS[action]));
    }
  });

  test('carries legal actions, their results and the outcome along', () => {
    fc.assert(
      fc.property(choices(), fc.nat(), (game, pick) => {
        const position = playChoices(game);
        const image = applySymmetry(position, symmetry, emptyPosition());
        const legal = legalList(position);
        const imaged = legal.map((action) => symmetricAction(symmetry, action)).sort((a, b) => a - b);
        expect(legalList(image)).toEqual(imaged);
        expect(outcome(image)).toEqual(outcome(position));
        if (legal.length === 0) return;
        const action = legal[pick % legal.length];
        play(position, action);
        play(image, symmetricAction(symmetry, action));
        const expected = applySymmetry(position, symmetry, emptyPosition());
        expect(formatPosition(image)).toBe(formatPosition(expected));
        expect(image.hashLow).toBe(expected.hashLow);
      }),
      { numRuns: 30 },
    );
  });
});

test('the 12 symmetries are all different', () => {
  expect(
    new Set(
      symmetries.map((symmetry) =>
        range(60)
          .map((point) => symmetricPoint(symmetry, point))
          .join(),
      ),
    ).size,
  ).toBe(12);
});

test('the numbering is fixed: 1 turns anticlockwise, 6 swaps north and north-east', () => {
  const directions = (symmetry: number): string[] =>
    DIRECTION_NAMES.map((_, direction) => DIRECTION_NAMES[symmetricDirection(symmetry, direction)]);
  expect(directions(1)).toEqual(['nw', 'n', 'ne', 'se', 's', 'sw']);
  expect(directions(6)).toEqual(['ne', 'n', 'nw', 'sw', 's', 'se']);
  expect(POINT_NAMES[symmetricPoint(1, pointNamed('I1'))]).toBe('I5');
});

test('symmetry 0 changes nothing', () => {
  const position = parsePosition(FIXED_START_TEXT);
  expect(snapshot(applySymmetry(position, 0, emptyPosition()))).toEqual(snapshot(position));
});

test('turning the fixed start by 60° swaps the colours', () => {
  const { cells } = parsePosition(FIXED_START_TEXT);
  for (let point = 0; point < POINT_COUNT; point++) {
    expect(ownerOf(cells[symmetricPoint(1, point)])).toBe(opponentOf(ownerOf(cells[point])));
  }
});
