/** A network that tfjs evaluates on the active backend: what browsers run, and the reference for other engines. */
import * as tf from '@tensorflow/tfjs';
import { OBSERVATION_SIZE, PLANE_COUNT, POINT_COUNT } from '../../env/index.ts';
import type { EvaluationBatch, Evaluator } from '../evaluator.ts';
import { fillEvaluations } from '../masked-softmax.ts';
import { defineNetwork, OBSERVATION_INPUT } from '../network/network.ts';
import { describeNetwork, type NetworkConfig } from '../network/network-config.ts';
import { parametersOf } from '../network/parameters.ts';
import { readsRays, type Value } from '../program/value.ts';
import { activeBackend } from './backend.ts';
import { computeKnown, computeProgram, type Known } from './compute-program.ts';
import { rayTensor } from './ray-tensor.ts';

export class TfjsEvaluator implements Evaluator {
  readonly name: string;
  readonly #results: readonly Value[];
  readonly #known: Known;
  readonly #alongRays: boolean;

  constructor(config: NetworkConfig, weights: Float32Array) {
    this.name = `${describeNetwork(config)}, tfjs ${activeBackend()}`;
    const network = defineNetwork(config);
    this.#results = [network.policy, network.value];
    this.#alongRays = readsRays(this.#results);
    const { slots } = parametersOf(network);
    const parameters = new Map(
      slots.map(({ name, dims, offset, size }) => [name, tf.tensor(weights.slice(offset, offset + size), [...dims])]),
    );
    this.#known = computeKnown(this.#results, parameters);
    tf.dispose([...parameters.values()]);
  }

  async evaluate(batch: EvaluationBatch, count: number): Promise<void> {
    const observations = batch.observations.subarray(0, count * OBSERVATION_SIZE);
    const [policy, value] = tf.tidy(() =>
      computeProgram(this.#results, {
        inputs: { [OBSERVATION_INPUT]: tf.tensor(observations, [count, POINT_COUNT, PLANE_COUNT]) },
        parameters: new Map(),
        ...(this.#alongRays && { rays: rayTensor(observations, count) }),
        known: this.#known,
      }),
    );
    const [logits, valueLogits] = await Promise.all([policy.data(), value.data()]);
    tf.dispose([policy, value]);
    fillEvaluations(batch, 0, count, logits as Float32Array, valueLogits as Float32Array);
  }

  async close(): Promise<void> {
    tf.dispose([...this.#known.values.values(), ...this.#known.kernels.values()]);
  }
}
