/**
 * Anything that makes a network better from samples, on some engine. A trainer steps it, asks it for weights to play
 * with, and saves its state; a learner made from that state goes on as if it had never stopped.
 */
import { headsOf } from '../heads/heads.ts';
import type { NetworkConfig } from '../network/network-config.ts';
import { defaultLossWeights, type LossWeights } from './loss.ts';
import { DEFAULT_OPTIMISER, type OptimiserConfig, STATE_ARRAYS, type StateArray } from './optimiser.ts';
import type { SampleBatch } from './sample-batch.ts';

/** What a learner trains, and how. */
export type LearnerConfig = {
  readonly network: NetworkConfig;
  readonly optimiser: OptimiserConfig;
  readonly lossWeights: LossWeights;
  /** A batch is processed in pieces of this size; by default, of the size that suits the engine. */
  readonly microBatch?: number;
};

/** A config with defaults for what is left out. */
export const learnerConfig = (
  network: NetworkConfig,
  { optimiser, lossWeights, microBatch }: LearnerSettings = {},
): LearnerConfig => ({
  network,
  optimiser: { ...DEFAULT_OPTIMISER, ...optimiser },
  lossWeights: { ...defaultLossWeights(headsOf(network)), ...lossWeights },
  ...(microBatch !== undefined && { microBatch }),
});

/** What `learnerConfig` may be told. */
export type LearnerSettings = {
  readonly optimiser?: Partial<OptimiserConfig>;
  readonly lossWeights?: LossWeights;
  readonly microBatch?: number;
};

/** Everything that a learner carries from step to step. */
export type LearnerState = {
  /** Steps taken so far. */
  readonly step: number;
} & { readonly [array in StateArray]: Float32Array };

/** What a step of learning tells. */
export type StepReport = {
  readonly step: number;
  /** `total` and one for each head, means over the batch before this step. */
  readonly losses: Readonly<Record<string, number>>;
  readonly gradientNorm: number; // before clipping
  readonly learningRate: number;
};

/** Gradients of a batch, and its losses. */
export type BatchGradients = {
  readonly gradients: Float32Array; // [parameters]
  readonly losses: StepReport['losses'];
};

/** A network that is being trained, on some engine. */
export interface Learner {
  /** For people: the network and the engine. */
  readonly name: string;
  readonly config: LearnerConfig;
  /**
   * Learns from one batch, at this share of the rate that the optimiser has for the step (1 unless told otherwise). If the
   * loss or the gradient is not finite it throws and leaves the state as it was.
   */
  step(batch: SampleBatch, rateShare?: number): Promise<StepReport>;
  /** Losses of a batch and the derivative of the total by every parameter, in the order of the parameter list. */
  gradients(batch: SampleBatch): Promise<BatchGradients>;
  /** A copy of the state, to save or to hand to another learner. */
  state(): LearnerState;
  close(): Promise<void>;
}

/** The state before the first step. */
export const initialState = (weights: Float32Array): LearnerState => ({
  step: 0,
  parameters: weights.slice(),
  firstMoment: new Float32Array(weights.length),
  secondMoment: new Float32Array(weights.length),
  average: weights.slice(),
});

export const copyState = (state: LearnerState): LearnerState => ({
  step: state.step,
  ...(Object.fromEntries(STATE_ARRAYS.map((array) => [array, state[array].slice()])) as Record<
    StateArray,
    Float32Array
  >),
});

/** Throws if a step went astray; the state before it is still good. */
export const requireFinite = (step: number, losses: StepReport['losses'], gradientNorm: number): void => {
  const strange = Object.entries({ ...losses, gradientNorm }).filter(([, number]) => !Number.isFinite(number));
  if (strange.length === 0) return;
  throw new Error(`step ${step} is not finite: ${strange.map(([name, number]) => `${name} ${number}`).join(', ')}`);
};
