/**
 * The other side of a `ThreadedEvaluator`: fills rows of the shared batch whenever it is woken. It waits on shared memory, which is
 * sooner noticed than a message. What it throws reaches the evaluator as the thread's end.
 */
import { workerData } from 'node:worker_threads';
import { ACTION_COUNT, OBSERVATION_SIZE } from '../../env/index.ts';
import { allocateBatch } from '../evaluator.ts';
import { createEvaluator } from './open-evaluator.ts';
import { IDLE, ROWS, type RowsThreadData, stayAwake } from './threaded-evaluator.ts';

const { network, engine, shared, signals } = workerData as RowsThreadData;
const evaluator = await createEvaluator(network, { ...engine, say: () => {} });
const own = allocateBatch(shared.capacity); // onnxruntime takes no shared memory
for (;;) {
  Atomics.store(signals, ROWS, IDLE);
  Atomics.notify(signals, ROWS);
  stayAwake(signals, IDLE);
  Atomics.wait(signals, ROWS, IDLE);
  const count = Atomics.load(signals, ROWS);
  own.observations.set(shared.observations.subarray(0, count * OBSERVATION_SIZE));
  own.masks.set(shared.masks.subarray(0, count * ACTION_COUNT));
  await evaluator.evaluate(own, count);
  shared.priors.set(own.priors.subarray(0, count * ACTION_COUNT));
  shared.values.set(own.values.subarray(0, count));
}
