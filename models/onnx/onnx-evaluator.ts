/** A network that onnxruntime evaluates: the fastest way here, for self-play and matches. */
import { OBSERVATION_SIZE, PLANE_COUNT, POINT_COUNT } from '../../env/index.ts';
import type { EvaluationBatch, Evaluator, EvaluatorPrecision } from '../evaluator.ts';
import { fillEvaluations } from '../masked-softmax.ts';
import { defineNetwork, type Network, OBSERVATION_INPUT } from '../network/network.ts';
import { describeNetwork, type NetworkConfig } from '../network/network-config.ts';
import { parametersOf } from '../network/parameters.ts';
import { int8LayersOf } from './calibrate.ts';
import {
  describeRuntime,
  type OnnxRuntime,
  type OnnxSession,
  openSession,
  type SessionOptions,
} from './onnx-runtime.ts';
import { bestSights, type Sights, sightTensors } from './sight-tensors.ts';
import { writeProgram } from './write-program.ts';

/** Rows a run: more do not fit the cache with all they need on the way. */
const CHUNK = 16;

/** The network as an ONNX file: `observation` in (along rays also `neighbours`), `policy` and `value` logits out. */
export const writeOnnxModel = (network: Network, weights: Float32Array): Uint8Array =>
  writeProgram(network.outputs, { type: 'fixed', list: parametersOf(network), weights });

/** How a network is evaluated. */
export type OnnxEvaluatorOptions = SessionOptions & { readonly precision?: EvaluatorPrecision };

/** Opens a network on onnxruntime. */
export const createOnnxEvaluator = async (
  runtime: OnnxRuntime,
  config: NetworkConfig,
  weights: Float32Array,
  { precision = 'float32', ...options }: OnnxEvaluatorOptions = {},
): Promise<OnnxEvaluator> => {
  const network = defineNetwork(config);
  const { policy, value } = network.outputs;
  const source = { type: 'fixed', list: parametersOf(network), weights } as const;
  const sights = bestSights([policy, value]);
  const int8 = precision === 'int8' ? await int8LayersOf(runtime, network, weights) : new Map();
  const session = await openSession(runtime, writeProgram({ policy, value }, source, sights.layout, int8), options);
  const numbers = precision === 'float32' ? '' : `, ${precision}`;
  const name = `${describeNetwork(config)}, ${describeRuntime(options.device)}${numbers}`;
  return new OnnxEvaluator(runtime, session, name, sights);
};

/** Evaluates a network on onnxruntime. */
export class OnnxEvaluator implements Evaluator {
  readonly name: string;
  readonly #runtime: OnnxRuntime;
  readonly #session: OnnxSession;
  readonly #sights: Sights;

  /** Use `createOnnxEvaluator`. */
  constructor(runtime: OnnxRuntime, session: OnnxSession, name: string, sights: Sights) {
    this.name = name;
    this.#runtime = runtime;
    this.#session = session;
    this.#sights = sights;
  }

  async evaluate(batch: EvaluationBatch, count: number): Promise<void> {
    for (let first = 0; first < count; first += CHUNK) {
      await this.#evaluateRows(batch, first, Math.min(CHUNK, count - first));
    }
  }

  async close(): Promise<void> {
    await this.#session.release();
  }

  async #evaluateRows(batch: EvaluationBatch, first: number, count: number): Promise<void> {
    const { Tensor } = this.#runtime;
    const observations = batch.observations.subarray(first * OBSERVATION_SIZE, (first + count) * OBSERVATION_SIZE);
    const results = await this.#session.run({
      [OBSERVATION_INPUT]: new Tensor('float32', observations, [count, POINT_COUNT, PLANE_COUNT]),
      ...sightTensors(this.#runtime, this.#sights, observations, count),
    });
    const numbers = (name: string): Float32Array => results[name].data as Float32Array;
    fillEvaluations(batch, first, count, numbers('policy'), numbers('value'));
  }
}
