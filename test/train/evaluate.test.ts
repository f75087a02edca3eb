import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { evaluateRun, trackRun } from '../../cli/evaluate-run.ts';
import { loadEvaluation, MetricsWriter, readRun } from '../../train/index.ts';
import { makeWatchedRun } from '../support/watched-run.ts';

vi.spyOn(process.stdout, 'write').mockReturnValue(true);

const BASELINES = ['random', 'greedy', 'mcts:sims=200', 'alphabeta:nodes=1000'];
const run = await makeWatchedRun();
const model = join(run.path, 'checkpoints', '000001.network');

test('a match in the middle of a run leaves its scores with intervals, and its games', async () => {
  const said: string[] = [];
  const { signal } = new AbortController();
  await trackRun(run, model, 2, new MetricsWriter(run.path), (line) => said.push(line), signal);
  expect(said[0]).toMatch(/^against random: .* Elo /);
  const { arena } = readRun(run.path);
  expect(arena.map(({ opponent }) => opponent)).toEqual(BASELINES);
  for (const { iteration, sims, games, score, low, high } of arena) {
    expect([iteration, sims, games]).toEqual([2, run.config.evaluationSims, run.config.evaluationGames]);
    expect(low).toBeLessThanOrEqual(score);
    expect(high).toBeGreaterThanOrEqual(score);
    expect(high! - low!).toBeGreaterThan(0.5); // two games prove little
  }
  expect(loadEvaluation(run.path, 2)).toHaveLength(BASELINES.length * run.config.evaluationGames);
});

test('a match at the end counts for its iteration and has a page of its own', async () => {
  await evaluateRun(run, 1, new AbortController().signal);
  expect(readRun(run.path).arena.filter(({ iteration }) => iteration === 1)).toHaveLength(BASELINES.length);
  expect(readFileSync(join(run.path, 'evaluation.html'), 'utf8')).toContain('Evaluation of');
  expect(existsSync(join(run.path, 'report.html'))).toBe(false); // that name is for the report of the run
});
