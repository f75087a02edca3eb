import { describe, expect, test } from 'vitest';
import { InvalidInput, isRecord } from '../../../env/index.ts';
import { HEADS, NETWORK_PRESETS } from '../../../models/index.ts';
import {
  flattenSettings,
  makeSettings,
  OLD_NAMES,
  parseChange,
  presetLayer,
  renameOldSettings,
  settingRows,
  TRAIN_PRESETS,
} from '../../../train/index.ts';

test.each(Object.keys(TRAIN_PRESETS))(
  'the preset %s is complete, within its ranges, and checks again unchanged',
  (preset) => {
    const settings = makeSettings(presetLayer(preset));
    expect(makeSettings(settings)).toEqual(settings);
    expect(Object.keys(flattenSettings(settings)).length).toBeGreaterThan(40);
  },
);

test('every setting is told of in the documentation, with a reason', () => {
  const rows = settingRows();
  const all = makeSettings({ network: { auxiliaryHeads: 'all' } });
  for (const name of Object.keys(flattenSettings(all))) expect(rows.map((row) => row.name)).toContain(name);
  for (const { name, why } of rows) expect([name, why.length]).toEqual([name, expect.any(Number)]);
  expect(rows.filter(({ why }) => why === '')).toEqual([]);
  expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
});

test('later layers win over earlier ones, setting by setting', () => {
  const settings = makeSettings(
    presetLayer('smoke'),
    { iterations: 7, seed: 3, selfPlay: { search: { simulations: 9 } } },
    parseChange('iterations=9'),
    parseChange('network=small'),
    parseChange('network.channels=48'),
    parseChange('network.auxiliaryHeads=stepsLeft,outcomeType'),
    parseChange('learner.lossWeights.stepsLeft=0.5'),
  );
  expect(settings).toMatchObject({
    iterations: 9,
    seed: 3,
    network: { ...NETWORK_PRESETS.small, channels: 48, auxiliaryHeads: ['outcomeType', 'stepsLeft'] },
    selfPlay: { gamesPerIteration: 8, search: { simulations: 9, startShare: 1, rule: 'gumbel' } },
    learner: { lossWeights: { policy: 1, value: 1, stepsLeft: 0.5 } },
  });
  expect(Object.keys(settings.targets).toSorted()).toEqual(['outcomeType', 'policy', 'stepsLeft', 'value']);
});

test('a search rule brings its own settings, and PUCT with noise takes two words', () => {
  const { search } = makeSettings(
    parseChange('selfPlay.search.rule=puct'),
    parseChange('selfPlay.search.noiseShare=0.25'),
  ).selfPlay;
  expect(search).toMatchObject({ rule: 'puct', noiseShare: 0.25, simulations: 32 });
  expect(search).not.toHaveProperty('gumbelScale');
});

test('all auxiliary heads at once', () => {
  const { network } = makeSettings(parseChange('network.auxiliaryHeads=all'));
  expect(['policy', 'value', ...network.auxiliaryHeads].toSorted()).toEqual([...HEADS.names].toSorted());
});

describe('what is wrong is told all at once', () => {
  test('in one sentence, at every depth', () => {
    const wrong = {
      iterations: 0,
      colour: 'red',
      network: { channels: 0, width: 3 },
      selfPlay: { setups: { fixed: 0.8, tournament: 0.7 }, search: { rule: 'puct', considered: 3, simulations: 1 } },
      learner: { passes: 'many', toString: 1 },
      evaluation: { games: 3, opponents: ['random', 'nobody'], setup: 'other' },
      replay: 5,
    };
    let message = '';
    try {
      makeSettings(presetLayer('smoke'), wrong);
    } catch (error) {
      expect(error).toBeInstanceOf(InvalidInput);
      message = (error as Error).message;
    }
    for (const says of [
      'iterations must be a whole number from 1 to 1000000',
      'colour is not known: known are seed, iterations, network',
      'network.channels must be a whole number from 1 to 4096',
      'network.width is not known',
      'selfPlay.setups are more than 1 together',
      'selfPlay.search.simulations must be a whole number from 2 to 100000',
      'selfPlay.search.considered is an option of the rule gumbel, not of puct',
      'learner.passes must be a number from 0.1 to 100',
      'learner.toString is not known',
      'evaluation.games must be an even number',
      'evaluation.opponents.1 is not an agent',
      'evaluation.setup must be one of auto, random, fixed, tournament',
      'replay must be an object',
    ])
      expect(message).toContain(says);
  });

  test.each([
    { act: () => presetLayer('huge'), says: 'invalid preset "huge": expected smoke, quick, standard, full' },
    { act: () => parseChange('iterations'), says: '"iterations" is not key=value' },
    { act: () => makeSettings(parseChange('iterations=')), says: 'iterations must be a whole number' },
    { act: () => makeSettings(parseChange('seed=1.5')), says: 'seed must be a whole number' },
    { act: () => makeSettings(parseChange('toString=1')), says: 'toString is not known' },
    { act: () => makeSettings(JSON.parse('{"__proto__": 1}')), says: '__proto__ is not known' },
    { act: () => makeSettings(parseChange('network=huge')), says: 'network must be one of tiny, small' },
    { act: () => makeSettings(parseChange('network.auxiliaryHeads=a')), says: 'network.auxiliaryHeads' },
    { act: () => makeSettings(parseChange('selfPlay.search.rule=best')), says: 'selfPlay.search.rule must be one of' },
    {
      act: () => makeSettings(parseChange('targets.stepsLeft.type=played')),
      says: 'targets.stepsLeft is not known: known are policy, value',
    },
    {
      act: () => makeSettings(parseChange('targets.value.type=best')),
      says: 'targets.value.type must be one of mixed',
    },
    {
      act: () => parseChange('gamesPerIteration=8'),
      says: 'gamesPerIteration is called selfPlay.gamesPerIteration now',
    },
    { act: () => parseChange('learner=tfjs'), says: 'learner is called learner.engine now' },
  ])('$says', ({ act, says }) => {
    expect(act).toThrow(InvalidInput);
    expect(act).toThrow(says);
  });
});

test('old names lead to settings that there are', () => {
  const flat = flattenSettings(makeSettings());
  const nested = (name: string): boolean => isRecord((makeSettings() as Record<string, unknown>)[name]);
  for (const name of Object.values(OLD_NAMES)) expect([name, name in flat || nested(name)]).toEqual([name, true]);
  expect(renameOldSettings({ simsStart: 16, simsEnd: 64, valueMix: 0.5, strange: 1 })).toEqual({
    'selfPlay.search.startShare': 0.25,
    'selfPlay.search.simulations': 64,
    'targets.value.searchShare': 0.5,
    strange: 1,
  });
});
