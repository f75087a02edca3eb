import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { changesOf } from '../../../train/ablate/keep-plan.ts';
import { ablationRuns, checkPlan, readPlan } from '../../../train/index.ts';

const PLAN = {
  name: 'noise',
  base: { preset: 'smoke', settings: { 'selfPlay.search.simulations': 8, selfPlay: { samplePlies: 6 } } },
  arms: { quiet: { 'learner.passes': 1 }, same: { learner: { passes: 3 }, shardsOf: 'base' } },
  seeds: [3, 4],
  budget: { iterations: 2 },
  match: { sims: 4, games: 2 },
};

const runsOf = (given: object): ReturnType<typeof ablationRuns> =>
  ablationRuns(checkPlan({ ...PLAN, ...given }, 'my.json'), { under: {}, fork: null }, 'my.json');

describe('a plan', () => {
  test('has the base as its first arm, nested settings, and 64 held-out games unless it says otherwise', () => {
    const plan = checkPlan(PLAN, 'my.json');
    expect(Object.keys(plan.arms)).toEqual(['base', 'quiet', 'same']);
    expect(plan.base.settings).toEqual({ selfPlay: { search: { simulations: 8 }, samplePlies: 6 } });
    expect(plan.arms.same).toEqual({ changes: { learner: { passes: 3 } }, shardsOf: 'base' });
    expect(plan.budget).toEqual({ type: 'iterations', limit: 2 });
    expect(plan.heldOut.games).toBe(64);
    expect(checkPlan({ ...PLAN, arms: { base: {}, ...PLAN.arms } }, 'my.json')).toEqual(plan);
  });

  test('is every arm with every seed, arms that learn from others after those', () => {
    const runs = runsOf({ arms: { same: PLAN.arms.same, quiet: PLAN.arms.quiet } });
    expect(runs.map(({ arm, seed }) => `${arm} ${seed}`)).toEqual([
      ...['base 3', 'quiet 3', 'same 3'],
      ...['base 4', 'quiet 4', 'same 4'],
    ]);
    for (const { arm, seed, experiment } of runs) {
      const { settings } = experiment;
      expect([settings.seed, settings.iterations]).toEqual([seed, 2]);
      expect(settings.selfPlay).toMatchObject({ samplePlies: 6, search: { simulations: 8 } });
      expect(settings.learner.passes).toBe({ base: 2, quiet: 1, same: 3 }[arm]);
    }
  });

  test.each<[given: object, sentence: string]>([
    [{ nonsense: 1 }, 'nonsense is not known'],
    [{ name: 'a -- b' }, 'name must be a name'],
    [{ seeds: [] }, 'seeds must be a list of 1 to 100 seeds'],
    [{ seeds: [1, 1] }, 'seeds must all be different'],
    [{ budget: {} }, 'budget must have exactly one of iterations, samples, simulations, minutes'],
    [{ budget: { iterations: 2, samples: 5 } }, 'budget must have exactly one of'],
    [{ budget: { hours: 2 } }, 'budget.hours is not known'],
    [{ match: { sims: 4, games: 3 } }, 'match.games must be even'],
    [{ arms: {} }, 'arms must be an object with at least one arm'],
    [{ arms: { base: { learner: {} }, a: {} } }, 'arm base is the base itself and changes nothing'],
    [{ arms: { 'a/b': {} } }, 'arm "a/b" must be named by'],
    [{ arms: { a: 3 } }, 'arm a must be an object of settings'],
    [{ arms: { a: { shardsOf: 'b' } } }, 'arm a: shardsOf must be the name of another arm'],
    [{ arms: { a: { shardsOf: 'a' } } }, 'arm a: shardsOf must be the name of another arm'],
    [{ arms: { a: { shardsOf: 'base' }, b: { shardsOf: 'a' } } }, 'arm b: shardsOf must name the arm that plays'],
    [{ arms: { a: { 'learner.pases': 1 } } }, 'arm a: invalid training settings: learner.pases is not known'],
    [{ arms: { a: { iterations: 9 } } }, 'arm a: iterations cannot be set: the budget says how long runs are'],
    [{ arms: { a: { 'learner.passes': 2 } } }, 'arm a: it changes nothing'],
    [{ base: { settings: { seed: 1 } } }, 'base.settings: seed cannot be set'],
    [{ base: { preset: 'huge' } }, 'base: invalid preset "huge"'],
    [
      { arms: { a: { 'selfPlay.samplePlies': 9, shardsOf: 'base' } } },
      'arm a: selfPlay.samplePlies concerns self-play and must be as in base',
    ],
    [{ budget: { minutes: 1 } }, 'arm same: shardsOf needs a budget of iterations, samples or simulations'],
  ])('is refused in a sentence: %j', (given, sentence) => {
    expect(() => runsOf(given)).toThrow(sentence);
    expect(() => runsOf(given)).toThrow('invalid plan "my.json": ');
  });

  test('tells the problems of all arms at once', () => {
    expect(() => runsOf({ arms: { a: { foo: 1 }, b: { bar: 2 } } })).toThrow(
      /arm a: .*foo is not known.*arm b: .*bar is/,
    );
  });

  test.each([
    ['plan.json', JSON.stringify(PLAN)],
    ['plan.mjs', `export const plan = ${JSON.stringify(PLAN)};`],
    ['plan.mts', `export const plan: object = ${JSON.stringify(PLAN)};`],
    ['default.mjs', `export default ${JSON.stringify(PLAN)};`],
  ])('is read from %s', async (name, text) => {
    const file = join(mkdtempSync(join(tmpdir(), 'tzaar-plan-')), name);
    writeFileSync(file, text);
    expect(await readPlan(file)).toEqual(checkPlan(PLAN, file));
  });

  test('that is no JSON is refused', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'tzaar-plan-')), 'plan.json');
    writeFileSync(file, '{');
    await expect(readPlan(file)).rejects.toThrow('expected a JSON object, or a module that exports plan');
  });
});

describe('another plan for the same folder', () => {
  const before = checkPlan(PLAN, 'my.json');
  const changes = (given: object): string[] => changesOf(before, checkPlan({ ...PLAN, ...given }, 'my.json'));

  test('may have new arms, new seeds and other opponents', () => {
    expect(changes({ match: { ...PLAN.match, against: 'base' } })).toEqual([]);
    expect(changes({ seeds: [5, 4, 3], arms: { ...PLAN.arms, more: { 'learner.passes': 4 } } })).toEqual([]);
  });

  test.each<[given: object, sentence: string]>([
    [{ seeds: [3] }, 'seed 4 is missing now'],
    [{ arms: { quiet: PLAN.arms.quiet } }, 'arm same is missing now'],
    [{ arms: { ...PLAN.arms, quiet: { 'learner.passes': 5 } } }, 'arms.quiet.learner.passes was 1 and is 5'],
    [{ match: { sims: 8, games: 2 } }, 'match.sims was 4 and is 8'],
    [{ budget: { samples: 2 } }, 'budget.type was "iterations" and is "samples"'],
    [{ base: { preset: 'quick' } }, 'base.preset was "smoke" and is "quick"'],
  ])('is told by what differs: %j', (given, sentence) => {
    expect(changes(given)).toContain(sentence);
  });
});
