import { describe, expect, test } from 'vitest';
import { InvalidInput } from '../../env/index.ts';
import { makeTrainConfig, parseChange, TRAIN_PRESETS, TRAIN_SETTINGS } from '../../train/index.ts';

test.each(Object.keys(TRAIN_PRESETS))('the preset %s is complete and within its ranges', (preset) => {
  expect(Object.keys(makeTrainConfig(preset)).toSorted()).toEqual(Object.keys(TRAIN_SETTINGS).toSorted());
});

test('later changes win over earlier ones, and those over the preset', () => {
  const config = makeTrainConfig(
    'smoke',
    { iterations: 7, seed: 3 },
    parseChange('iterations=9'),
    parseChange('network=small'),
  );
  expect(config).toMatchObject({ iterations: 9, seed: 3, network: 'small', gamesPerIteration: 8 });
});

describe('what is wrong is told all at once', () => {
  test('in one sentence', () => {
    const wrong = {
      iterations: 0,
      passes: 'many',
      network: 'huge',
      colour: 'red',
      fixedShare: 0.8,
      tournamentShare: 0.7,
      evaluationGames: 3,
    };
    expect(() => makeTrainConfig('smoke', wrong)).toThrow(InvalidInput);
    for (const says of [
      'iterations is a whole number from 1 to 1000000',
      'passes is a number from 0.1 to 100',
      'network is one of tiny, small',
      'there is no setting colour',
      'fixedShare and tournamentShare are more than 1 together',
      'evaluationGames is an even number',
    ]) {
      expect(() => makeTrainConfig('smoke', wrong)).toThrow(says);
    }
  });

  test.each([
    { act: () => makeTrainConfig('huge'), says: 'invalid preset "huge": expected smoke, quick, standard, full' },
    { act: () => parseChange('iterations'), says: 'expected key=value' },
    { act: () => makeTrainConfig(undefined, parseChange('iterations=')), says: 'iterations is a whole number' },
    { act: () => makeTrainConfig(undefined, parseChange('seed=1.5')), says: 'seed is a whole number' },
    { act: () => makeTrainConfig(undefined, parseChange('toString=1')), says: 'there is no setting toString' },
  ])('$says', ({ act, says }) => {
    expect(act).toThrow(InvalidInput);
    expect(act).toThrow(says);
  });
});
