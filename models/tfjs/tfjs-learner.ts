/** Learns by tfjs, on whatever backend is active: derivatives of its kernels, our loss and our AdamW. The reference. */
import * as tf from '@tensorflow/tfjs-core';
import {
  type BatchGradients,
  copyState,
  type Learner,
  type LearnerConfig,
  type LearnerState,
  requireFinite,
  type StepReport,
} from '../learning/learner.ts';
import { defineLoss, lossInputs, TOTAL_LOSS } from '../learning/loss.ts';
import {
  defineUpdate,
  GRADIENT_NORM,
  GRADIENTS_INPUT,
  learningRate,
  STATE_ARRAYS,
  type StateArray,
  updateNumbers,
} from '../learning/optimiser.ts';
import type { SampleBatch } from '../learning/sample-batch.ts';
import { defineNetwork, OBSERVATION_INPUT } from '../network/network.ts';
import { describeNetwork } from '../network/network-config.ts';
import { parametersOf } from '../network/parameters.ts';
import { inOrder, type Sight, sightOf, type Value } from '../program/value.ts';
import { activeBackend } from './backend.ts';
import { computeProgram } from './compute-program.ts';
import { registerDerivatives } from './derivatives.ts';
import { sightTensor } from './sight-tensor.ts';

/** Each piece costs tfjs hundreds of calls, so pieces are large; much larger ones would not fit wasm's memory. */
const MICRO_BATCH = 128;

/** Trains a network on the tfjs backend that was chosen. */
export class TfjsLearner implements Learner {
  readonly name: string;
  readonly config: LearnerConfig;
  readonly #network;
  readonly #parameters;
  readonly #loss;
  readonly #update;
  readonly #inputs: readonly Value[];
  readonly #sight: Sight | null;
  #state: LearnerState;

  constructor(config: LearnerConfig, state: LearnerState) {
    registerDerivatives();
    this.config = config;
    this.name = `${describeNetwork(config.network)}, tfjs ${activeBackend()}`;
    this.#network = defineNetwork(config.network);
    this.#parameters = parametersOf(this.#network);
    this.#loss = defineLoss(this.#network, config.lossWeights);
    this.#update = defineUpdate(this.#parameters, config.optimiser);
    this.#inputs = inOrder([this.#loss.total]).filter(({ operation }) => operation.type === 'input');
    this.#sight = sightOf([this.#loss.total]);
    this.#state = copyState(state);
  }

  async step(batch: SampleBatch, rateShare = 1): Promise<StepReport> {
    const step = this.#state.step + 1;
    const { gradients, losses } = await this.gradients(batch);
    const { gradientNorm, arrays } = this.#nextState(gradients, step, rateShare);
    requireFinite(step, losses, gradientNorm);
    this.#state = { step, ...arrays };
    return { step, losses, gradientNorm, learningRate: learningRate(this.config.optimiser, step) * rateShare };
  }

  async gradients(batch: SampleBatch): Promise<BatchGradients> {
    const gradients = new Float32Array(this.#parameters.size);
    const losses: Record<string, number> = {};
    const { microBatch = MICRO_BATCH } = this.config;
    for (let from = 0; from < batch.count; from += microBatch) {
      const to = Math.min(batch.count, from + microBatch);
      tf.tidy(() => this.#addGradients(batch, from, to, gradients, losses));
    }
    return { gradients, losses };
  }

  state(): LearnerState {
    return copyState(this.#state);
  }

  async close(): Promise<void> {}

  #addGradients(
    batch: SampleBatch,
    from: number,
    to: number,
    gradients: Float32Array,
    losses: Record<string, number>,
  ): void {
    const { slots } = this.#parameters;
    const arrays = lossInputs(this.#network, batch, from, to);
    const feeds = {
      inputs: this.#inputTensors(arrays, to - from),
      ...(this.#sight !== null && { sights: sightTensor(this.#sight, arrays[OBSERVATION_INPUT], to - from) }),
    };
    const heads = Object.entries({ [TOTAL_LOSS]: this.#loss.total, ...this.#loss.heads });
    const add = (name: string, tensor: tf.Tensor): void => {
      losses[name] = (losses[name] ?? 0) + tensor.dataSync()[0];
    };
    const parts: tf.Tensor[] = [];
    const total = (...parameters: tf.Tensor[]): tf.Scalar => {
      const byName = new Map(slots.map(({ name }, index) => [name, parameters[index]]));
      const results = computeProgram(
        heads.map(([, loss]) => loss),
        { ...feeds, parameters: byName },
      );
      parts.push(...results.map((result) => tf.keep(result)));
      return results[0] as tf.Scalar;
    };
    const flat = this.#state.parameters;
    const tensors = slots.map(({ dims, offset, size }) => tf.tensor(flat.subarray(offset, offset + size), [...dims]));
    const { grads } = tf.valueAndGrads(total)(tensors);
    for (const [index, { offset }] of slots.entries()) {
      const slope = grads[index].dataSync();
      for (let at = 0; at < slope.length; at++) gradients[offset + at] += slope[at];
    }
    for (const [index, [name]] of heads.entries()) add(name, parts[index]);
    tf.dispose(parts);
  }

  #inputTensors(arrays: Readonly<Record<string, Float32Array>>, count: number): Record<string, tf.Tensor> {
    return Object.fromEntries(
      this.#inputs.map(({ operation, dims }) => {
        if (operation.type !== 'input') throw new Error(`${operation.type} is no input`);
        return [operation.name, tf.tensor(arrays[operation.name], [count, ...dims])];
      }),
    );
  }

  #nextState(gradients: Float32Array, step: number, rateShare: number): { gradientNorm: number; arrays: StateArrays } {
    const names = [...STATE_ARRAYS, GRADIENT_NORM] as const;
    const results = tf.tidy(() => {
      const numbers = Object.entries(updateNumbers(this.config.optimiser, step, rateShare));
      const inputs = {
        [GRADIENTS_INPUT]: tf.tensor1d(gradients),
        ...Object.fromEntries(STATE_ARRAYS.map((array) => [array, tf.tensor1d(this.#state[array])])),
        ...Object.fromEntries(numbers.map(([name, number]) => [name, tf.scalar(number)])),
      };
      const values = names.map((name) => this.#update[name]);
      return computeProgram(values, { inputs, parameters: new Map() });
    });
    const arrays = results.map((result) => new Float32Array(result.dataSync()));
    tf.dispose(results);
    return {
      gradientNorm: arrays[STATE_ARRAYS.length][0],
      arrays: Object.fromEntries(STATE_ARRAYS.map((array, index) => [array, arrays[index]])) as StateArrays,
    };
  }
}

type StateArrays = Record<StateArray, Float32Array>;
