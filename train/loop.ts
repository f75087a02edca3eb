/**
 * The main loop: play → remember → learn → save, again and again. It reports after every stage and shows nothing itself;
 * progress bars, metrics and event files listen. Whoever stops listening stops the run, and what was saved stays.
 */
import { randomStream } from '../env/index.ts';
import {
  allocateTrainingBatch,
  defineNetwork,
  headsOf,
  initialState,
  initialWeights,
  type Learner,
  type LearnerState,
  learnerConfig,
  networkPreset,
  parametersOf,
} from '../models/index.ts';
import { type ChosenLearner, createLearner, type LearnerEngine, type LearnerOptions } from '../models/node/index.ts';
import type { TrainConfig } from './config.ts';
import { gatherShards, selfPlayFleet, shardsOf } from './gather-shards.ts';
import { drawBatch, lastShards, type ReplayWindow, windowSize } from './replay-window.ts';
import { findRunPoint, modelPath, type RunFolder, type RunState, saveCheckpoint } from './run-folder.ts';
import type { Samples } from './samples.ts';
import type { SelfPlayResult } from './self-play-job.ts';
import { simsOf } from './sims-schedule.ts';

export type TrainReport = { readonly iteration: number } & (
  | { readonly type: 'begun'; readonly learner: string; readonly reason: string; readonly parameters: number }
  | { readonly type: 'mended'; readonly damage: string }
  | {
      readonly type: 'played';
      readonly jobs: number;
      readonly jobsPlanned: number;
      /** For an action; 0 where alpha-beta played. */
      readonly sims: number;
      /** `null` if the job had been played before. */
      readonly result: SelfPlayResult | null;
    }
  | {
      readonly type: 'learnt';
      readonly step: number;
      readonly steps: number;
      readonly stepsPlanned: number;
      readonly losses: Readonly<Record<string, number>>;
      readonly learningRate: number;
    }
  | { readonly type: 'saved'; readonly state: RunState; readonly model: string; readonly window: number }
);

export type TrainOptions = {
  readonly threads: number;
  /** Ends the run at once; the jobs that are finished and the last checkpoint stay. */
  readonly signal?: AbortSignal;
};

/** The caller holds the run's lock. */
export async function* train(run: RunFolder, { threads, signal }: TrainOptions): AsyncGenerator<TrainReport> {
  const { config } = run;
  const network = networkPreset(config.network);
  const point = await findRunPoint(run);
  let { state } = point;
  const damage = [...point.damage];
  const tellDamage = (): TrainReport[] =>
    damage.splice(0).map((each) => ({ type: 'mended', iteration: state.iteration, damage: each }));
  const { learner, reason } = await openLearner(config, point.learner);
  const fleet = selfPlayFleet(threads);
  const shards: Samples[] = [];
  const gather = (names: readonly string[]): ReturnType<typeof gatherShards> =>
    gatherShards(run, names, fleet, (each) => damage.push(each), signal);
  try {
    const { length: parameters } = learner.state().parameters;
    yield { type: 'begun', iteration: state.iteration, learner: learner.name, reason, parameters };
    if (point.learner === null) await saveCheckpoint(run, network, learner.state(), state);
    for await (const { samples } of gather(state.shards)) shards.push(samples);
    yield* tellDamage();

    while (state.iteration < config.iterations && !signal?.aborted) {
      const iteration = state.iteration + 1;

      const names = shardsOf(run, iteration);
      let [jobs, fresh] = [0, 0];
      for await (const { samples, result } of gather(names)) {
        shards.push(samples);
        fresh += samples.count;
        const sims = simsOf(config, iteration);
        yield { type: 'played', iteration, jobs: ++jobs, jobsPlanned: names.length, sims, result };
      }
      yield* tellDamage();
      if (jobs < names.length) return;

      const seen = state.samples + fresh;
      const window = lastShards(shards, windowSize(config.windowStart, config.windowExponent, seen));
      shards.splice(0, shards.length - window.shards.length); // what has left the window stays on disk only

      for await (const report of learnIteration(learner, window, config, iteration, fresh)) {
        yield report;
        if (signal?.aborted) return;
      }

      const kept = [...state.shards, ...names].slice(-shards.length);
      state = { iteration, games: state.games + config.gamesPerIteration, samples: seen, shards: kept };
      await saveCheckpoint(run, network, learner.state(), state);
      yield { type: 'saved', iteration, state, model: modelPath(run, iteration), window: window.count };
    }
  } finally {
    await Promise.all([fleet.close(), learner.close()]);
  }
}

const openLearner = (config: TrainConfig, saved: LearnerState | null): Promise<ChosenLearner> => {
  const network = networkPreset(config.network);
  const { seed, learningRate, warmUpSteps, decaySteps, weightDecay, averageDecay } = config;
  const decay = decaySteps === 0 ? {} : ({ schedule: 'cosine', scheduleSteps: decaySteps } as const);
  const optimiser = { learningRate, warmUpSteps, ...decay, weightDecay, averageDecay };
  const settings = learnerConfig(network, { optimiser });
  const begin = saved ?? initialState(initialWeights(parametersOf(defineNetwork(network)), seed));
  return createLearner(settings, begin, {
    engine: config.learner as LearnerEngine,
    backend: config.backend as NonNullable<LearnerOptions['backend']>,
  });
};

/** As many steps as it takes for each new sample to be seen `passes` times on average. */
async function* learnIteration(
  learner: Learner,
  window: ReplayWindow,
  config: TrainConfig,
  iteration: number,
  fresh: number,
): AsyncGenerator<TrainReport> {
  const { seed, batchSize, passes, surpriseShare } = config;
  const rng = randomStream('batches', seed, iteration);
  const batch = allocateTrainingBatch(batchSize, headsOf(learner.config.network));
  const stepsPlanned = Math.max(1, Math.round((fresh * passes) / batchSize));
  for (let steps = 1; steps <= stepsPlanned; steps++) {
    drawBatch(window, batch, surpriseShare, rng);
    const { step, losses, learningRate } = await learner.step(batch);
    yield { type: 'learnt', iteration, step, steps, stepsPlanned, losses, learningRate };
  }
}
