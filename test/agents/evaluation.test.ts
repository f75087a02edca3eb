import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  evaluate,
  FEATURE_COUNT,
  measure,
  measurePosition,
  moverCanWinNow,
  moverIsStuck,
  SIDE_FEATURES,
} from '../../agents/evaluation.ts';
import {
  applySymmetry,
  emptyPosition,
  isStuck,
  outcome,
  PLACEMENT,
  type Position,
  parsePosition,
  play,
  undo,
} from '../../env/index.ts';
import { choices, legalList, playChoices } from '../support/games.ts';

const inPlay = (law: (position: Position) => void): void =>
  fc.assert(
    fc.property(choices(), (game) => {
      const position = playChoices(game);
      if (position.phase !== PLACEMENT && position.bereft === -1) law(position);
    }),
  );

test('is finite, and the same for all 12 images of a position', () => {
  inPlay((position) => {
    const value = evaluate(position);
    expect(Number.isFinite(value)).toBe(true);
    for (let symmetry = 1; symmetry < 12; symmetry++) {
      expect(evaluate(applySymmetry(position, symmetry, emptyPosition()))).toBeCloseTo(value, 9);
    }
  });
});

test('knows exactly when the next action wins, and when there is none', () => {
  inPlay((position) => {
    const { mover } = position;
    const wins = legalList(position).some((action) => {
      play(position, action);
      const won = position.bereft !== -1 && position.bereft !== mover;
      undo(position);
      return won;
    });
    measurePosition(position);
    expect(moverCanWinNow()).toBe(wins);
    expect(position.step === 0 && moverIsStuck()).toBe(isStuck(position));
  });
});

test('features are what they are called', () => {
  const position = parsePosition('Z3.A.t/T...../......./......../......../......../......./....../..z2at w 1 -');
  expect(outcome(position)).toBeNull();
  const features = new Float64Array(FEATURE_COUNT);
  measure(position, features);
  const of = (name: (typeof SIDE_FEATURES)[number]): number[] => {
    const index = SIDE_FEATURES.indexOf(name);
    return [features[index], features[SIDE_FEATURES.length + index]];
  };
  expect(of('tzaars')).toEqual([1, 1]);
  expect(of('tott scarcity')).toEqual([1, 0.5]);
  expect(of('tzaar height')).toEqual([2, 1]);
  expect(of('stacks of 2 and more')).toEqual([1, 1]);
  expect(of('stacks of 3 and more')).toEqual([1, 0]);
  expect(of('tallest stack')).toEqual([3, 2]);
  expect(of('kinds with a stack above all enemies')).toEqual([1, 0]);
  expect(of('kinds attacked to the last')[1]).toBe(1); // B1xI4 would take the last tzarra
});
