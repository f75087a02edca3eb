import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import {
  evaluate,
  evaluationSetup,
  loadEvaluation,
  MetricsWriter,
  makeExperiment,
  makeSettings,
  measureNetwork,
  networkFile,
  readBest,
  readRun,
  type TrainReport,
} from '../../train/index.ts';
import { closeWorkplace, localWorkplace } from '../support/runs.ts';
import { makeWatchedRun, WATCHED } from '../support/watched-run.ts';

const OPPONENTS = ['random', 'greedy'];
const run = await makeWatchedRun();
const experiment = makeExperiment(
  makeSettings(WATCHED.settings, { evaluation: { every: 1, opponents: OPPONENTS, setup: 'fixed' } }),
);
const workplace = localWorkplace();
afterAll(() => closeWorkplace(workplace));

const evaluateAt = async (iteration: number, signal?: AbortSignal): Promise<TrainReport[]> => {
  const metrics = new MetricsWriter(run.path);
  const reports: TrainReport[] = [];
  for await (const report of evaluate(run, experiment, iteration, workplace.matches, signal)) {
    metrics.hear(report);
    reports.push(report);
  }
  return reports;
};

test('a match in the middle of a run leaves its scores with intervals, its games, and the best network', async () => {
  const { games, simulations } = experiment.settings.evaluation;
  const reports = await evaluateAt(1);
  expect(reports.at(-1)).toMatchObject({ type: 'judged', best: 1, match: null });
  expect(reports.filter(({ type }) => type === 'evaluating').at(-1)).toMatchObject({ games: 4, gamesPlanned: 4 });
  const { arena } = readRun(run.path);
  expect(arena.map(({ opponent }) => opponent)).toEqual(OPPONENTS);
  for (const { iteration, sims, games: played, score, low, high } of arena) {
    expect([iteration, sims, played]).toEqual([1, simulations, games]);
    expect(low).toBeLessThanOrEqual(score);
    expect(high).toBeGreaterThanOrEqual(score);
    expect(high! - low!).toBeGreaterThan(0.5); // two games prove little
  }
  const kept = loadEvaluation(run.path, 1);
  expect(kept).toHaveLength(OPPONENTS.length * games);
  for (const { setup } of kept) expect(setup).toBe('fixed');
  expect(readBest(run)).toEqual({ iteration: 1, judged: 1 });
});

test.each([
  { setups: {}, expected: 'random' },
  { setups: { fixed: 1, tournament: 0 }, expected: 'fixed' },
  { setups: { fixed: 0, tournament: 1 }, expected: 'tournament' },
  { setups: { fixed: 0.4, tournament: 0.35 }, expected: 'fixed' },
  { setups: { fixed: 0.3, tournament: 0.45 }, expected: 'tournament' },
  { setups: { fixed: 0.25, tournament: 0.25 }, expected: 'random' },
])('a run whose games begin as $setups is evaluated on $expected', ({ setups, expected }) => {
  expect(evaluationSetup(makeSettings({ selfPlay: { setups } }))).toBe(expected);
  expect(evaluationSetup(makeSettings({ selfPlay: { setups }, evaluation: { setup: 'random' } }))).toBe('random');
});

test('a run of one set-up alone plays its matches there, against the opponents of its config', async () => {
  const own = makeExperiment(
    makeSettings(WATCHED.settings, {
      selfPlay: { setups: { fixed: 1, tournament: 0 } },
      evaluation: { every: 3, opponents: ['greedy'] },
    }),
  );
  cpSync(networkFile(run.path, 1), networkFile(run.path, 3));
  for await (const _ of evaluate(run, own, 3, workplace.matches));
  const kept = loadEvaluation(run.path, 3);
  expect(new Set(kept.map(({ setup }) => setup))).toEqual(new Set(['fixed']));
  expect(new Set(kept.map(({ players }) => Object.values(players).includes('greedy')))).toEqual(new Set([true]));
});

test('what was judged is not judged again, and what is not due is not played', async () => {
  expect(await evaluateAt(1)).toEqual([]);
  const never = makeExperiment(makeSettings(experiment.settings, { evaluation: { every: 0 } }));
  for await (const report of evaluate(run, never, 3, workplace.matches)) expect(report).toBeUndefined();
});

test('a stop in the middle judges nothing and writes nothing', async () => {
  const controller = new AbortController();
  controller.abort();
  const before = readFileSync(join(run.path, 'best.json'), 'utf8');
  expect(await evaluateAt(2, controller.signal)).toEqual([]);
  expect(readFileSync(join(run.path, 'best.json'), 'utf8')).toBe(before);
  expect(existsSync(join(run.path, 'evaluations', '000002.jsonl'))).toBe(false);
});

test('the network of some iterations before is met too, under one name for all iterations, once there is one', async () => {
  const own = makeExperiment(
    makeSettings(WATCHED.settings, { evaluation: { every: 4, opponents: ['random'], back: 3, bestGames: 0 } }),
  );
  const opponents = async (iteration: number): Promise<string[]> => {
    const met: string[] = [];
    cpSync(networkFile(run.path, 1), networkFile(run.path, iteration));
    for await (const report of measureNetwork(run, own, iteration, workplace.matches)) {
      if (report.type === 'rated') met.push(report.opponent);
    }
    return met;
  };
  expect(await opponents(3)).toEqual(['random']);
  expect(await opponents(4)).toEqual(['random', 'itself 3 iterations before']);
});
