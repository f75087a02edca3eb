/** The folder of a small run as the trainer leaves it, with real games and metrics, but without the cost of learning. */

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeAtomic } from '../../fleet/index.ts';
import { encodeNetwork, freshNetwork, networkPreset, UniformEvaluator } from '../../models/index.ts';
import {
  createRun,
  type Experiment,
  MetricsWriter,
  measureCalibration,
  originOf,
  playAgainstItself,
  type RunFolder,
  saveJob,
} from '../../train/index.ts';
import { networkJob, smokeExperiment } from './runs.ts';

export const ITERATIONS = 3;
export const JOBS = 2;
export const GAMES_PER_JOB = 3;

export const newFolder = (): string => mkdtempSync(join(tmpdir(), 'tzaar-watch-'));

export const WATCHED: Experiment = smokeExperiment({
  iterations: ITERATIONS,
  selfPlay: { setups: { fixed: 0.5, tournament: 0.3 } },
});

/** Plays and reports every iteration. */
export const makeWatchedRun = async (path: string = join(newFolder(), 'watched')): Promise<RunFolder> => {
  const run = createRun(path, WATCHED);
  const metrics = new MetricsWriter(path);
  const model = join(path, 'checkpoints', '000001.network');
  writeAtomic(model, await encodeNetwork(freshNetwork(networkPreset('tiny'), 1)));
  metrics.hear({ type: 'begun', iteration: 0, learner: 'tiny <b>', reason: 'asked for', parameters: 100 });
  for (let iteration = 1; iteration <= ITERATIONS; iteration++) {
    await watchIteration(run, iteration, metrics, model);
  }
  await metrics.close();
  return run;
};

export const watchIteration = async (
  run: RunFolder,
  iteration: number,
  metrics: MetricsWriter,
  model: string,
): Promise<void> => {
  for (let job = 0; job < JOBS; job++) {
    const played = jobOf(iteration, job);
    const result = await playAgainstItself(played, new UniformEvaluator());
    saveJob(run, result, originOf(WATCHED, played));
    metrics.hear({ type: 'played', iteration, jobs: job + 1, jobsPlanned: JOBS, sims: 2, behind: 0, result });
  }
  const learnt = { type: 'learnt', iteration, stepsPlanned: 2, learningRate: 1e-3 } as const;
  const [first, second] = [
    { total: 5, policy: 4, value: 1 },
    { total: 3, policy: 3, value: 0 },
  ];
  const norms = { gradientNorm: 2, gradientNormMost: 3 };
  metrics.hear({ ...learnt, step: 2 * iteration - 1, steps: 1, losses: first, means: { losses: first, ...norms } });
  const means = { losses: { total: 4, policy: 3.5, value: 0.5 }, ...norms };
  metrics.hear({ ...learnt, step: 2 * iteration, steps: 2, losses: second, means });
  const calibration = measureCalibration([0.05, 0.15, 0.95, 0.95], [false, true, true, true]);
  const age = { mean: iteration / 4, most: iteration - 1 };
  const diagnostics = { positions: 4, policyEntropy: 3, targetEntropy: 2, calibration, age };
  metrics.hear({ type: 'diagnosed', iteration, diagnostics });
  const state = { iteration, games: iteration * JOBS * GAMES_PER_JOB, samples: 100 * iteration, shards: [] };
  writeAtomic(join(run.path, 'state.json'), `${JSON.stringify(state)}\n`);
  metrics.hear({ type: 'saved', iteration, state, model, window: 100 });
};

const jobOf = (iteration: number, job: number): ReturnType<typeof networkJob> =>
  networkJob(
    { simulations: 2, fastSimulations: 2 },
    { iteration, job, seed: 7, games: GAMES_PER_JOB, samplePlies: 12, setups: { fixed: 0.5, tournament: 0.3 } },
  );
