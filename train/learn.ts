/** The stage that learns: a learner made for the experiment, and batches drawn from the window. */
import { randomStream } from '../env/index.ts';
import {
  allocateTrainingBatch,
  defineNetwork,
  initialState,
  initialWeights,
  type Learner,
  type LearnerState,
  learnerConfig,
  parametersOf,
  type StepReport,
} from '../models/index.ts';
import { cosineShare } from '../models/learning/optimiser.ts';
import { type ChosenLearner, createLearner } from '../models/node/index.ts';
import { type Experiment, experimentAt } from './experiment/experiment.ts';
import type { Settings } from './experiment/settings.ts';
import { drawBatch, type ReplayWindow } from './replay-window.ts';
import type { LearntMeans, TrainReport } from './train-report.ts';

/** The learner of a run. Where settings of learning change, a new one goes on from the state of the one before. */
export class RunLearner {
  readonly #experiment: Experiment;
  #chosen: ChosenLearner;
  #made: string; // of which settings

  private constructor(experiment: Experiment, chosen: ChosenLearner, made: string) {
    this.#experiment = experiment;
    this.#chosen = chosen;
    this.#made = made;
  }

  /** `iteration` is the next to be learnt. */
  static async open(experiment: Experiment, saved: LearnerState | null, iteration: number): Promise<RunLearner> {
    const now = experimentAt(experiment, iteration);
    return new RunLearner(experiment, await openLearner(now, saved), describeLearning(now));
  }

  get name(): string {
    return this.#chosen.learner.name;
  }

  get reason(): string {
    return this.#chosen.reason;
  }

  /** The learner for an iteration. */
  async at(iteration: number): Promise<Learner> {
    const now = experimentAt(this.#experiment, iteration);
    const wanted = describeLearning(now);
    if (wanted !== this.#made) {
      const before = this.#chosen.learner;
      this.#chosen = await openLearner(now, before.state());
      this.#made = wanted;
      await before.close();
    }
    return this.#chosen.learner;
  }

  state(): LearnerState {
    return this.#chosen.learner.state();
  }

  close(): Promise<void> {
    return this.#chosen.learner.close();
  }
}

const describeLearning = ({ settings: { learner } }: Experiment): string => JSON.stringify(learner);

/** Goes on from a saved state, or begins with fresh weights. */
export const openLearner = ({ settings }: Experiment, saved: LearnerState | null): Promise<ChosenLearner> => {
  const { network, seed, learner } = settings;
  const { learningRate, warmUpSteps, decaySteps, weightDecay, averageDecay, clipNorm, lossWeights } = learner;
  const decay = decaySteps === 0 ? {} : ({ schedule: 'cosine', scheduleSteps: decaySteps } as const);
  const optimiser = { learningRate, warmUpSteps, ...decay, weightDecay, averageDecay, clipNorm };
  const begin = saved ?? initialState(initialWeights(parametersOf(defineNetwork(network)), seed));
  const { engine, backend, device } = learner;
  return createLearner(learnerConfig(network, { optimiser, lossWeights }), begin, { engine, backend, device });
};

/** As many steps as it takes for each new sample to be seen `passes` times on average. */
export async function* learn(
  learner: Learner,
  window: ReplayWindow,
  { settings, heads }: Experiment,
  iteration: number,
  fresh: number,
): AsyncGenerator<TrainReport> {
  if (window.count === 0) {
    const { gamesPerIteration, playoutCap } = settings.selfPlay;
    const reason = `there are no samples: in ${gamesPerIteration} games no action was searched in full (selfPlay.gamesPerIteration, and selfPlay.playoutCap.fullShare, which is ${playoutCap.fullShare})`;
    yield { type: 'skipped', iteration, reason };
    return;
  }
  const { batchSize, passes } = settings.learner;
  const rng = randomStream('batches', settings.seed, iteration);
  const batch = allocateTrainingBatch(batchSize, heads);
  const stepsPlanned = Math.max(1, Math.round((fresh * passes) / batchSize));
  let means: LearntMeans = { losses: {}, gradientNorm: 0, gradientNormMost: 0 };
  for (let steps = 1; steps <= stepsPlanned; steps++) {
    drawBatch(window, batch, settings.replay, rng);
    const report = await learner.step(batch, rateShare(settings, iteration, (steps - 1) / stepsPlanned));
    const { step, losses, learningRate } = report;
    means = addToMeans(means, report, steps);
    yield { type: 'learnt', iteration, step, steps, stepsPlanned, losses, means, learningRate };
  }
}

/** What is left of the learning rate: it falls by the share of the run that is done, so a longer run learns longer at a high rate. */
const rateShare = ({ iterations, learner }: Settings, iteration: number, done: number): number =>
  learner.decayShare === 0 ? 1 : cosineShare((iteration - 1 + done) / iterations / learner.decayShare);

/** Means over `steps` steps, of which `report` is the last. */
const addToMeans = (before: LearntMeans, { losses, gradientNorm }: StepReport, steps: number): LearntMeans => {
  const add = (mean: number, value: number): number => mean + (value - mean) / steps;
  return {
    losses: Object.fromEntries(
      Object.entries(losses).map(([name, loss]) => [name, add(before.losses[name] ?? 0, loss)]),
    ),
    gradientNorm: add(before.gradientNorm, gradientNorm),
    gradientNormMost: Math.max(before.gradientNormMost, gradientNorm),
  };
};
