/** The part of onnxruntime that we use; Node programs hand in onnxruntime-node, browsers might hand in another. */
import type { InferenceSession, InferenceSessionFactory, Tensor, TensorConstructor } from 'onnxruntime-common';
import { POINT_COUNT } from '../../env/index.ts';
import { fillRayTable, TABLE_SIZE } from '../network/neighbour-table.ts';
import { NEIGHBOURHOOD_SIZE } from '../program/value.ts';

/** What is used of an onnxruntime package, in Node or in a page. */
export type OnnxRuntime = {
  readonly InferenceSession: InferenceSessionFactory;
  readonly Tensor: TensorConstructor;
};

/** One thread a session is the best use of cores: self-play has a worker for each, and two threads gain little. */
export const openSession = (runtime: OnnxRuntime, model: Uint8Array, threads: number): Promise<InferenceSession> =>
  runtime.InferenceSession.create(model, {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
  });

/** The neighbours along rays of a batch of observations. */
export const rayTable = (runtime: OnnxRuntime, observations: Float32Array, count: number): Tensor => {
  const table = new Int32Array(count * TABLE_SIZE);
  fillRayTable(observations, count, table);
  return new runtime.Tensor('int32', table, [count, POINT_COUNT, NEIGHBOURHOOD_SIZE]);
};
