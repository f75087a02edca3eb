import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readNote, writeNote } from '../../../train/ablate/spent.ts';
import { spentBefore, trainArm } from '../../../train/ablate/train-arm.ts';
import {
  type AblationPlan,
  type AblationReport,
  type AblationResult,
  ablate,
  ablationRunFolder,
  ablationRuns,
  checkPlan,
  peekState,
  readRun,
  readRunConfig,
} from '../../../train/index.ts';
import { inlineWorkplace } from '../../support/inline-workplace.ts';
import { contents, folder } from '../../support/runs.ts';

const GIVEN = {
  name: 'tiny',
  base: {
    preset: 'smoke',
    settings: {
      selfPlay: {
        gamesPerIteration: 2,
        gamesPerJob: 1,
        search: { simulations: 2 },
        teacher: { iterations: 1, nodes: 5 },
        setups: { fixed: 0, tournament: 0 },
      },
      'evaluation.every': 0,
    },
  },
  arms: { slow: { 'learner.learningRate': 1e-4, shardsOf: 'base' } },
  seeds: [1],
  budget: { iterations: 2 },
  match: { sims: 2, games: 2 },
  heldOut: { games: 3 },
};
const PLAN = checkPlan(GIVEN, 'tiny.json');
const TINY = { architecture: 'hex', channels: 16, layers: 2 };

type Finished = { readonly reports: readonly AblationReport[]; readonly result: AblationResult | null };

/** Runs it to its end, or leaves it as a kill would after so many reports. */
const run = async (
  out: string,
  plan: AblationPlan = PLAN,
  leaveAfter = Number.POSITIVE_INFINITY,
): Promise<Finished> => {
  const reports: AblationReport[] = [];
  const stages = ablate(plan, { out, openWorkplace: inlineWorkplace });
  while (reports.length < leaveAfter) {
    const { value, done } = await stages.next();
    if (done === true) return { reports, result: value };
    reports.push(value);
  }
  await stages.return(null);
  return { reports, result: null };
};

/** All that must be the same however often it was stopped. */
const found = (out: string): unknown => {
  const { arms, ...rest } = JSON.parse(readFileSync(join(out, 'ablation.json'), 'utf8')) as AblationResult;
  return {
    ...rest,
    arms: arms.map(({ spent: { minutes: _time, ...spent }, ...arm }) => ({ ...arm, spent })),
    runs: ['base', 'slow'].map((arm) => contents(ablationRunFolder(out, { arm, seed: 1 }))),
  };
};

const whole = folder();
const undisturbed = await run(whole);

describe('an ablation', () => {
  test('trains every arm, lets them play, and measures them on the same games', () => {
    const { reports, result } = undisturbed;
    const stages = reports.map((report) => ('arm' in report ? `${report.type} ${report.arm}` : report.type));
    expect([...new Set(stages)]).toEqual([
      ...['training base', 'trained base', 'training slow', 'trained slow'],
      ...['matching', 'holding out'],
    ]);
    const [base, slow] = result!.arms;
    for (const { spent } of [base, slow]) expect(spent).toMatchObject({ iterations: 2, games: 4 });
    expect(slow.score!.games).toBe(2);
    expect(result!.heldOut.games).toBe(3);
    for (const { valueLoss, policyLoss } of [base, slow])
      for (const { value, low, high } of [valueLoss, policyLoss]) {
        expect(value).toBeGreaterThan(0);
        expect(low).toBeLessThanOrEqual(value);
        expect(high).toBeGreaterThanOrEqual(value);
      }
    expect(slow.valueLoss).not.toEqual(base.valueLoss);
  });

  test('leaves ordinary runs behind, which readers take for finished ones', () => {
    const path = ablationRunFolder(whole, { arm: 'base', seed: 1 });
    expect(readRun(path)).toMatchObject({ iteration: 2 });
    expect(readRunConfig(path).settings).toMatchObject({ iterations: 2, seed: 1 });
  });

  test('counts simulations by the actions of self-play; games of the teacher have none', () => {
    const path = ablationRunFolder(whole, { arm: 'base', seed: 1 });
    const plies = readdirSync(join(path, 'games'))
      .filter((name) => name.startsWith('000002'))
      .flatMap((name) =>
        readFileSync(join(path, 'games', name), 'utf8')
          .trim()
          .split('\n'),
      )
      .reduce((sum, line) => sum + JSON.parse(line).moves.length, 0);
    expect(undisturbed.result!.arms[0].spent.simulations).toBe(2 * plies);
  });

  test('lets an arm learn from the games of another', () => {
    const [base, slow] = ['base', 'slow'].map((arm) => contents(ablationRunFolder(whole, { arm, seed: 1 })));
    const games = (files: Record<string, string>): [string, string][] =>
      Object.entries(files).filter(([name]) => name.startsWith('games/'));
    expect(games(slow)).toEqual(games(base));
    expect(slow['checkpoints/000002.network']).not.toBe(base['checkpoints/000002.network']);
  });

  test('that was left anywhere goes on to the same end', async () => {
    const out = folder();
    const last = undisturbed.reports.length;
    for (const leaveAfter of [1, 3, 6, last >> 1]) {
      expect((await run(out, PLAN, leaveAfter)).result).toBeNull();
      expect(existsSync(join(out, 'ablation.json'))).toBe(false);
    }
    const { result } = await run(out);
    expect(result).not.toBeNull();
    expect(found(out)).toEqual({ ...(found(whole) as object) });
  });

  test('that is finished trains and plays nothing more', async () => {
    const { reports, result } = await run(whole);
    expect(reports.filter(({ type }) => type === 'training')).toEqual([]);
    expect(result).toEqual(undisturbed.result);
  });

  test('ends at once when its signal fires, with no result', async () => {
    const stages = ablate(PLAN, { out: folder(), openWorkplace: inlineWorkplace, signal: AbortSignal.abort() });
    expect(await stages.next()).toEqual({ value: null, done: true });
  });

  test('refuses another plan in its folder, with what differs', async () => {
    const other = checkPlan({ ...GIVEN, match: { sims: 4, games: 2 } }, 'tiny.json');
    await expect(run(whole, other)).rejects.toThrow(
      'it holds another plan: match.sims was 2 and is 4; arms and seeds can be added, all else needs another --out',
    );
  });

  test('takes up a new arm, and keeps what the others have done', async () => {
    const arms = { ...GIVEN.arms, quick: { 'learner.learningRate': 1e-2, shardsOf: 'base' } };
    const { reports, result } = await run(whole, checkPlan({ ...GIVEN, arms }, 'tiny.json'));
    const trained = reports.flatMap((report) => (report.type === 'trained' ? [[report.arm, report.isNew]] : []));
    expect(trained).toEqual([
      ['base', false],
      ['slow', false],
      ['quick', true],
    ]);
    expect(result!.arms.map(({ arm }) => arm)).toEqual(['base', 'slow', 'quick']);
    expect(result!.duels).toHaveLength(3);
  });

  test('lets every arm meet the base alone where the plan says so', async () => {
    const arms = { ...GIVEN.arms, quick: { 'learner.learningRate': 1e-2, shardsOf: 'base' } };
    const match = { ...GIVEN.match, against: 'base' };
    const { result } = await run(whole, checkPlan({ ...GIVEN, arms, match }, 'tiny.json'));
    expect(result!.duels.map(({ first, second }) => [first, second])).toEqual([
      ['slow', 'base'],
      ['quick', 'base'],
    ]);
  });

  test('lets an arm leave out heads that the games of another have samples for', async () => {
    const settings = { ...GIVEN.base.settings, network: { ...TINY, auxiliaryHeads: ['stepsLeft', 'pointFates'] } };
    const arms = { fewer: { network: { ...TINY, auxiliaryHeads: ['stepsLeft'] }, shardsOf: 'base' } };
    const given = { ...GIVEN, base: { preset: 'smoke', settings }, arms };
    const { result } = await run(folder(), checkPlan(given, 'tiny.json'));
    expect(result!.arms.map(({ spent }) => spent.samples)).toEqual([1, 1].map(() => result!.arms[0].spent.samples));
    const more = { more: { network: { ...TINY, auxiliaryHeads: ['outcomeType'] }, shardsOf: 'base' } };
    await expect(run(folder(), checkPlan({ ...given, arms: more }, 'tiny.json'))).rejects.toThrow(
      'base, whose games it learns from, has no samples for its head outcomeType',
    );
  });
});

describe('an ablation from a checkpoint', () => {
  const source = ablationRunFolder(whole, { arm: 'base', seed: 1 });
  const { preset: _preset, ...base } = GIVEN.base;
  const given = { ...GIVEN, base: { ...base, fork: `${source}@2` }, arms: { slow: { 'learner.learningRate': 1e-4 } } };

  test('goes on from it with the settings of its run, and counts from there', async () => {
    const out = folder();
    const plan = checkPlan({ ...given, budget: { iterations: 1 } }, 'fork.json');
    expect((await run(out, plan, 4)).result).toBeNull();
    const { result } = await run(out, plan);
    for (const { spent } of result!.arms) expect(spent).toMatchObject({ iterations: 1, games: 2 });
    const [own, forked] = [source, ablationRunFolder(out, { arm: 'slow', seed: 1 })].map((path) => readRunConfig(path));
    expect(forked.from).toMatchObject({ iteration: 2 });
    expect(forked.settings).toMatchObject({
      iterations: 3,
      network: own.settings.network,
      learner: { learningRate: 1e-4 },
    });
    expect(peekState({ path: ablationRunFolder(out, { arm: 'slow', seed: 1 }) }).games).toBe(6);
  });

  test('keeps its network', async () => {
    const arms = { wide: { 'network.channels': 24 } };
    await expect(run(folder(), checkPlan({ ...given, arms }, 'fork.json'))).rejects.toThrow(
      `arm wide: its network must be that of ${source}@2, which it goes on from`,
    );
  });

  test('has no preset', () => {
    expect(() => checkPlan({ ...given, base: { preset: 'quick', fork: source } }, 'fork.json')).toThrow(
      'base cannot have both a preset and a run to fork',
    );
  });
});

describe('a budget', () => {
  const trainWith = async (budget: object, path: string): Promise<void> => {
    const plan = checkPlan({ ...GIVEN, arms: { slow: { 'learner.learningRate': 1e-4 } }, budget }, 'tiny.json');
    const [base] = ablationRuns(plan, { under: {}, fork: null }, 'tiny.json');
    for await (const _ of trainArm(path, base, null, plan.budget, inlineWorkplace));
  };

  test.each<[budget: object, iterations: number]>([
    [{ samples: 1 }, 1],
    [{ simulations: 1 }, 2],
    [{ minutes: 0 }, 1],
  ])('%j ends a run after the iteration in which it is spent', async (budget, iterations) => {
    const path = join(folder(), 'run');
    await trainWith(budget, path);
    expect(peekState({ path }).iteration).toBe(iterations);
    expect(readRunConfig(path).settings.iterations).toBe(iterations);
    expect(await spentBefore(path)).toMatchObject({ iterations, games: 2 * iterations });
  });

  test('of minutes counts those of earlier starts', async () => {
    const path = join(folder(), 'run');
    await trainWith({ minutes: 0 }, path);
    writeNote(path, { seconds: 6000, finalIteration: null }); // as a run that was killed before it noted its end
    await trainWith({ minutes: 100 }, path);
    expect(peekState({ path }).iteration).toBe(1);
    expect(readNote(path).finalIteration).toBe(1);
    expect(readNote(path).seconds).toBeGreaterThanOrEqual(6000);
  });
});
