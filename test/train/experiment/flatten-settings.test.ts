import { expect, test } from 'vitest';
import { flattenSettings } from '../../../train/experiment/flatten-settings.ts';
import { runSettings } from '../../../train/report/run-settings.ts';

test('settings of every depth stand in one list, in the order in which they were written', () => {
  const flat = flattenSettings({
    iterations: 8,
    selfPlay: { search: { rule: 'gumbel', simulations: 64 }, resign: false, setups: ['random', 'fixed'] },
    timeLimit: null,
  });
  expect(Object.entries(flat)).toEqual([
    ['iterations', 8],
    ['selfPlay.search.rule', 'gumbel'],
    ['selfPlay.search.simulations', 64],
    ['selfPlay.resign', false],
    ['selfPlay.setups', 'random, fixed'],
    ['timeLimit', null],
  ]);
});

test('flat settings stay as they are', () => {
  const settings = { iterations: 8, network: 'ray', teacher: true };
  expect(flattenSettings(settings)).toEqual(settings);
});

test('entries of a list that are more than one value are numbered', () => {
  expect(flattenSettings({ heads: [{ name: 'value', weight: 1 }, { name: 'policy' }], sizes: [[1, 2], [3]] })).toEqual({
    'heads.0.name': 'value',
    'heads.0.weight': 1,
    'heads.1.name': 'policy',
    'sizes.0': '1, 2',
    'sizes.1': '3',
  });
});

test('what holds nothing is left out', () => {
  expect(flattenSettings({ a: {}, b: [], c: { d: {} }, e: undefined })).toEqual({});
  for (const nothing of [undefined, null, 7, 'text', {}, []]) expect(flattenSettings(nothing)).toEqual({});
});

test('a key that objects inherit is a name like any other', () => {
  const flat = flattenSettings(JSON.parse('{"__proto__":{"a":1},"toString":2}'));
  expect(Object.entries(flat)).toEqual([
    ['__proto__.a', 1],
    ['toString', 2],
  ]);
});

test('settings without end are cut', () => {
  const deep: unknown = JSON.parse(`${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`);
  const [[name, value]] = Object.entries(flattenSettings(deep));
  expect([name.length, value]).toEqual([23, '…']);
});

test('known settings are found; what is missing or of another kind has a value to go on with', () => {
  expect(
    runSettings({
      iterations: 8,
      network: 'ray',
      'selfPlay.search.simulations': '9',
      'evaluation.every': null,
      other: true,
    }),
  ).toEqual({
    iterations: 8,
    network: 'ray',
    gamesPerIteration: 0,
    evaluateEvery: 0,
    evaluationGames: 0,
    teacherIterations: 0,
    simulations: 1,
    startShare: 1,
    growIterations: 1,
  });
});
