/** A network that tfjs evaluates on the active backend: what browsers run, and the reference for other engines. */
import * as tf from '@tensorflow/tfjs-core';
import { OBSERVATION_SIZE, PLANE_COUNT, POINT_COUNT } from '../../env/index.ts';
import type { EvaluationBatch, Evaluator } from '../evaluator.ts';
import { fillEvaluations } from '../masked-softmax.ts';
import { defineNetwork, OBSERVATION_INPUT } from '../network/network.ts';
import { describeNetwork, type NetworkConfig } from '../network/network-config.ts';
import { parametersOf } from '../network/parameters.ts';
import { masksPoints } from '../program/rows.ts';
import { type Sight, sightOf, type Value } from '../program/value.ts';
import { activeBackend } from './backend.ts';
import { computeKnown, computeProgram, type Feeds, type Known } from './compute-program.ts';
import { rowTensors, sightTensor } from './sight-tensor.ts';

/** Evaluates a network on the tfjs backend that was chosen. */
export class TfjsEvaluator implements Evaluator {
  readonly name: string;
  readonly #results: readonly Value[];
  readonly #known: Known;
  readonly #sight: Sight | null;
  readonly #masks: boolean;

  constructor(config: NetworkConfig, weights: Float32Array) {
    this.name = `${describeNetwork(config)}, tfjs ${activeBackend()}`;
    const network = defineNetwork(config);
    this.#results = [network.outputs.policy, network.outputs.value];
    this.#sight = sightOf(this.#results);
    this.#masks = masksPoints(this.#results);
    const { slots } = parametersOf(network);
    const parameters = new Map(
      slots.map(({ name, dims, offset, size }) => [name, tf.tensor(weights.slice(offset, offset + size), [...dims])]),
    );
    this.#known = computeKnown(this.#results, parameters);
    tf.dispose([...parameters.values()]);
  }

  async evaluate(batch: EvaluationBatch, count: number): Promise<void> {
    const { policy, value } = await this.logits(batch.observations.subarray(0, count * OBSERVATION_SIZE), count);
    fillEvaluations(batch, 0, count, policy, value);
  }

  /** What the network itself says of `count` observations: logits of all actions `[count × 541]` and of winning. */
  async logits(observations: Float32Array, count: number): Promise<{ policy: Float32Array; value: Float32Array }> {
    const results = tf.tidy(() =>
      computeProgram(this.#results, {
        inputs: { [OBSERVATION_INPUT]: tf.tensor(observations, [count, POINT_COUNT, PLANE_COUNT]) },
        parameters: new Map(),
        ...this.#sights(observations, count),
        known: this.#known,
      }),
    );
    const [policy, value] = await Promise.all(results.map((tensor) => tensor.data<'float32'>()));
    tf.dispose(results);
    return { policy, value };
  }

  /** In rows where the network masks points: two fifths of them are empty on average. */
  #sights(observations: Float32Array, count: number): Pick<Feeds, 'sights' | 'rows'> {
    if (this.#sight === null) return {};
    if (this.#masks) return { rows: rowTensors(observations, count) };
    return { sights: sightTensor(this.#sight, observations, count) };
  }

  async close(): Promise<void> {
    tf.dispose([...this.#known.values.values(), ...this.#known.kernels.values()]);
  }
}
