/**
 * Learns by two ONNX graphs that onnxruntime runs like any other: gradients of a micro-batch, and the optimiser's
 * update. Parameters and optimiser state go in and come out; the runtime has no training of its own and needs none.
 */
import {
  type BatchGradients,
  copyState,
  type Learner,
  type LearnerConfig,
  type LearnerState,
  requireFinite,
  type StepReport,
} from '../learning/learner.ts';
import { lossInputs } from '../learning/loss.ts';
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
import { defineGradientStep } from '../learning/step-program.ts';
import { defineNetwork, type Network, OBSERVATION_INPUT } from '../network/network.ts';
import { describeNetwork } from '../network/network-config.ts';
import { parametersOf } from '../network/parameters.ts';
import { TRUNKS } from '../network/trunks/trunks.ts';
import { inOrder, type Value } from '../program/value.ts';
import {
  describeRuntime,
  type OnnxRuntime,
  type OnnxSession,
  type OnnxTensor,
  type OnnxTensors,
  openSession,
  type SessionOptions,
} from './onnx-runtime.ts';
import { bestSights, type Sights, sightTensors } from './sight-tensors.ts';
import { PARAMETERS_INPUT, writeProgram } from './write-program.ts';

/** ONNX wants other names for what comes out than for what goes in. */
const next = (name: string): string => `next/${name}`;

/** Opens a learner on onnxruntime. */
export const createOnnxLearner = async (
  runtime: OnnxRuntime,
  config: LearnerConfig,
  state: LearnerState,
  options: SessionOptions = {},
): Promise<OnnxLearner> => {
  const network = defineNetwork(config.network);
  const list = parametersOf(network);
  const { [GRADIENTS_INPUT]: gradients, ...losses } = defineGradientStep(network, list, config.lossWeights);
  const gradientStep = { [next(GRADIENTS_INPUT)]: gradients, ...losses };
  const update = Object.fromEntries(
    Object.entries(defineUpdate(list, config.optimiser)).map(([name, value]) => [next(name), value]),
  );
  return new OnnxLearner(
    runtime,
    config,
    network,
    describeRuntime(options.device),
    Object.values(gradientStep),
    await openSession(
      runtime,
      writeProgram(gradientStep, { type: 'fed', list }, bestSights(Object.values(gradientStep)).layout),
      options,
    ),
    await openSession(runtime, writeProgram(update, { type: 'none' }), options),
    state,
  );
};

/** Trains a network on onnxruntime, by graphs of gradients and updates. */
export class OnnxLearner implements Learner {
  readonly name: string;
  readonly config: LearnerConfig;
  readonly #runtime: OnnxRuntime;
  readonly #network: Network;
  readonly #inputs: readonly Value[];
  readonly #sights: Sights;
  readonly #gradientSession: OnnxSession;
  readonly #updateSession: OnnxSession;
  #state: LearnerState;

  /** Use `createOnnxLearner`. */
  constructor(
    runtime: OnnxRuntime,
    config: LearnerConfig,
    network: Network,
    engine: string,
    gradientStep: readonly Value[],
    gradientSession: OnnxSession,
    updateSession: OnnxSession,
    state: LearnerState,
  ) {
    this.name = `${describeNetwork(config.network)}, ${engine}`;
    this.config = config;
    this.#runtime = runtime;
    this.#network = network;
    this.#inputs = inOrder(gradientStep).filter(({ operation, batched }) => operation.type === 'input' && batched);
    this.#sights = bestSights(gradientStep);
    this.#gradientSession = gradientSession;
    this.#updateSession = updateSession;
    this.#state = copyState(state);
  }

  async step(batch: SampleBatch, rateShare = 1): Promise<StepReport> {
    const step = this.#state.step + 1;
    const { gradients, losses } = await this.gradients(batch);
    const numbers = Object.entries(updateNumbers(this.config.optimiser, step, rateShare));
    const results = await this.#updateSession.run({
      [GRADIENTS_INPUT]: this.#floats(gradients, [gradients.length]),
      ...Object.fromEntries(STATE_ARRAYS.map((array) => [array, this.#floats(this.#state[array], [gradients.length])])),
      ...Object.fromEntries(numbers.map(([name, number]) => [name, this.#floats(new Float32Array([number]), [])])),
    });
    const gradientNorm = numbersOf(results, next(GRADIENT_NORM))[0];
    requireFinite(step, losses, gradientNorm);
    const arrays = STATE_ARRAYS.map((array) => [array, numbersOf(results, next(array))] as const);
    this.#state = { step, ...(Object.fromEntries(arrays) as Record<StateArray, Float32Array>) };
    return { step, losses, gradientNorm, learningRate: learningRate(this.config.optimiser, step) * rateShare };
  }

  async gradients(batch: SampleBatch): Promise<BatchGradients> {
    const size = this.#state.parameters.length;
    const parameters = this.#floats(this.#state.parameters, [size]);
    const losses: Record<string, number> = {};
    let gradients = this.#floats(new Float32Array(size), [size]);
    const { network, microBatch = TRUNKS.get(network.architecture).microBatch } = this.config;
    for (let from = 0; from < batch.count; from += microBatch) {
      const to = Math.min(batch.count, from + microBatch);
      const results = await this.#gradientSession.run({
        [PARAMETERS_INPUT]: parameters,
        [GRADIENTS_INPUT]: gradients,
        ...this.#sampleTensors(batch, from, to),
      });
      gradients = results[next(GRADIENTS_INPUT)];
      for (const name of Object.keys(results).filter((result) => result.startsWith('loss/'))) {
        const head = name.slice('loss/'.length);
        losses[head] = (losses[head] ?? 0) + numbersOf(results, name)[0];
      }
    }
    return { gradients: gradients.data as Float32Array, losses };
  }

  state(): LearnerState {
    return copyState(this.#state);
  }

  async close(): Promise<void> {
    await this.#gradientSession.release();
    await this.#updateSession.release();
  }

  #sampleTensors(batch: SampleBatch, from: number, to: number): Record<string, OnnxTensor> {
    const arrays = lossInputs(this.#network, batch, from, to);
    const count = to - from;
    const tensors = this.#inputs.map(({ operation, dims }): [string, OnnxTensor] => {
      if (operation.type !== 'input') throw new Error(`${operation.type} is no input`);
      return [operation.name, this.#floats(arrays[operation.name], [count, ...dims])];
    });
    const sights = sightTensors(this.#runtime, this.#sights, arrays[OBSERVATION_INPUT], count);
    return { ...Object.fromEntries(tensors), ...sights };
  }

  #floats(data: Float32Array, shape: readonly number[]): OnnxTensor {
    return new this.#runtime.Tensor('float32', data, shape);
  }
}

const numbersOf = (results: OnnxTensors, name: string): Float32Array => results[name].data as Float32Array;
