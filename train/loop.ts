/**
 * The main loop: play → remember → learn → save, again and again. It reports after every stage and shows nothing itself;
 * progress bars, metrics and event files listen. Whoever stops listening stops the run, and what was saved stays.
 */
import { type Fleet, ThreadFleet } from '../arena/index.ts';
import { randomStream } from '../env/index.ts';
import {
  allocateSamples,
  defineNetwork,
  initialState,
  initialWeights,
  type Learner,
  learnerConfig,
  networkPreset,
  parametersOf,
} from '../models/index.ts';
import { type ChosenLearner, createLearner, type LearnerEngine, type LearnerOptions } from '../models/node/index.ts';
import { simsOf, type TrainConfig } from './config.ts';
import { drawBatch, lastShards, windowSize } from './replay-window.ts';
import {
  leftShards,
  loadCheckpoint,
  loadShard,
  modelPath,
  type RunFolder,
  type RunState,
  saveCheckpoint,
  saveJob,
  saveState,
  shardName,
} from './run-folder.ts';
import type { Samples } from './samples.ts';
import type { SelfPlayJob, SelfPlayResult } from './self-play.ts';

export type TrainReport =
  | {
      readonly type: 'begun';
      readonly iteration: number;
      readonly learner: string;
      readonly reason: string;
      readonly parameters: number;
    }
  | {
      readonly type: 'played';
      readonly iteration: number;
      readonly jobs: number;
      readonly jobsPlanned: number;
      readonly result: SelfPlayResult | null;
    }
  | {
      readonly type: 'learnt';
      readonly iteration: number;
      readonly step: number;
      readonly steps: number;
      readonly stepsPlanned: number;
      readonly losses: Readonly<Record<string, number>>;
      readonly learningRate: number;
    }
  | {
      readonly type: 'saved';
      readonly iteration: number;
      readonly state: RunState;
      readonly model: string;
      readonly window: number;
    };

export type TrainOptions = { readonly threads: number };

export async function* train(run: RunFolder, { threads }: TrainOptions): AsyncGenerator<TrainReport> {
  const { config } = run;
  let { state } = run;
  const network = networkPreset(config.network);
  const { learner, reason } = await openLearner(run, threads);
  const fleet = selfPlayFleet(threads);
  const shards = state.shards.map((name) => loadShard(run, name));
  try {
    if (state.iteration === 0) await saveCheckpoint(run, 0, network, learner.state());
    yield {
      type: 'begun',
      iteration: state.iteration,
      learner: learner.name,
      reason,
      parameters: learner.state().parameters.length,
    };
    while (state.iteration < config.iterations) {
      const iteration = state.iteration + 1;
      const played: string[] = [];
      for await (const { name, samples, report } of playIteration(run, iteration, fleet)) {
        played.push(name);
        shards.push(samples);
        yield report;
      }
      const fresh = shards.slice(-played.length).reduce((sum, { count }) => sum + count, 0);
      const seen = state.samples + fresh;
      const window = lastShards(shards, windowSize(config.windowStart, config.windowExponent, seen));
      shards.splice(0, shards.length - window.shards.length); // what has left the window stays on disk only
      yield* learnIteration(learner, window, config, iteration, fresh);
      await saveCheckpoint(run, iteration, network, learner.state());
      const kept = [...state.shards, ...played].slice(-shards.length);
      state = { iteration, games: state.games + config.gamesPerIteration, samples: seen, shards: kept };
      saveState(run, state);
      yield { type: 'saved', iteration, state, model: modelPath(run, iteration), window: window.count };
    }
  } finally {
    await Promise.all([fleet.close(), learner.close()]);
  }
}

const openLearner = async (run: RunFolder, threads: number): Promise<ChosenLearner> => {
  const { config, state } = run;
  const network = networkPreset(config.network);
  const begin = async (): Promise<Parameters<typeof createLearner>[1]> =>
    state.iteration === 0
      ? initialState(initialWeights(parametersOf(defineNetwork(network)), config.seed))
      : loadCheckpoint(run, state.iteration);
  const { learningRate, warmUpSteps, weightDecay, averageDecay } = config;
  const settings = learnerConfig(network, { optimiser: { learningRate, warmUpSteps, weightDecay, averageDecay } });
  return createLearner(settings, await begin(), {
    engine: config.learner as LearnerEngine,
    backend: config.backend as NonNullable<LearnerOptions['backend']>,
    threads,
  });
};

type PlayedJob = { readonly name: string; readonly samples: Samples; readonly report: TrainReport };

/** All jobs of an iteration in their order; those whose shard is there already are read instead of played. */
async function* playIteration(
  run: RunFolder,
  iteration: number,
  fleet: Fleet<SelfPlayJob, SelfPlayResult>,
): AsyncGenerator<PlayedJob> {
  const jobs = jobsOf(run, iteration);
  const left = leftShards(run, iteration);
  const missing = jobs.filter(({ job }) => !left.has(shardName(iteration, job)));
  const results = fleet.run(missing);
  for (const { job } of jobs) {
    const name = shardName(iteration, job);
    const progress = { type: 'played', iteration, jobs: job + 1, jobsPlanned: jobs.length } as const;
    if (left.has(name)) {
      yield { name, samples: loadShard(run, name), report: { ...progress, result: null } };
      continue;
    }
    const { value: result } = await results.next();
    saveJob(run, result);
    yield { name, samples: result.samples, report: { ...progress, result } };
  }
}

const jobsOf = (run: RunFolder, iteration: number): SelfPlayJob[] => {
  const { seed, gamesPerIteration, gamesPerJob, samplePlies, fixedShare, tournamentShare } = run.config;
  const sims = simsOf(run.config, iteration - 1);
  const model = modelPath(run, iteration - 1);
  return Array.from({ length: Math.ceil(gamesPerIteration / gamesPerJob) }, (_, job) => ({
    iteration,
    job,
    seed,
    games: Math.min(gamesPerJob, gamesPerIteration - job * gamesPerJob),
    sims,
    samplePlies,
    fixedShare,
    tournamentShare,
    model,
  }));
};

/** As many steps as it takes for each new sample to be seen `passes` times on average. */
async function* learnIteration(
  learner: Learner,
  window: ReturnType<typeof lastShards>,
  { seed, batchSize, passes, valueMix }: TrainConfig,
  iteration: number,
  fresh: number,
): AsyncGenerator<TrainReport> {
  const rng = randomStream('batches', seed, iteration);
  const batch = allocateSamples(batchSize);
  const stepsPlanned = Math.max(1, Math.round((fresh * passes) / batchSize));
  for (let steps = 1; steps <= stepsPlanned; steps++) {
    drawBatch(window, batch, valueMix, rng);
    const { step, losses, learningRate } = await learner.step(batch);
    yield { type: 'learnt', iteration, step, steps, stepsPlanned, losses, learningRate };
  }
}

/** Compiled code starts compiled workers. */
const WORKER = new URL(
  import.meta.url.endsWith('.ts') ? './self-play-worker.ts' : './self-play-worker.js',
  import.meta.url,
);

export const selfPlayFleet = (threads: number): Fleet<SelfPlayJob, SelfPlayResult> =>
  new ThreadFleet<SelfPlayJob, SelfPlayResult>(WORKER, threads);
