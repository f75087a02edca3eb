/**
 * Networks on each engine: positions per second forward, samples per second in training, and how much of the machine's
 * own matrix product that is. Seconds are of one core's time, not of the clock, so that other programs on the machine and
 * engines with several threads do not change what is compared; each figure is the best of many runs, and the peak is
 * measured again beside every table.
 */
import {
  defineNetwork,
  describeNetwork,
  EVALUATOR_PRECISIONS,
  type Evaluator,
  flopsOf,
  freshNetwork,
  headsOf,
  initialState,
  type Learner,
  learnerConfig,
  type NetworkConfig,
  networkPreset,
  TRAINING_FLOPS_FACTOR,
} from '../models/index.ts';
import { createEvaluator, createLearner, loadOnnxRuntime } from '../models/node/index.ts';
import { openSession } from '../models/onnx/onnx-runtime.ts';
import { writeProgram } from '../models/onnx/write-program.ts';
import { dense, input } from '../models/program/operations.ts';
import { TFJS_BACKENDS } from '../models/tfjs/index.ts';
import { randomEvaluations, randomSamples } from '../test/support/samples.ts';

const BATCHES = [1, 8, 32, 128];
const TRAINING_BATCH = 128;
const MATRIX_SIDES = [256, 512, 1024];
const MEASURE_MS = 2000;
const MEASURE_TRAINING_MS = 6000; // its runs are long, and need more chances of a quiet moment
const PRESETS = ['standard', 'ray-standard', 'medium', 'small', 'ray-small', 'hex-standard', 'mlp'];

export const benchNetwork = async (): Promise<void> => {
  // TensorFlow reads these when it is loaded; the other engines are given their number of threads.
  process.env.TF_NUM_INTRAOP_THREADS = '1';
  process.env.TF_NUM_INTEROP_THREADS = '1';
  for (const preset of PRESETS) await benchOnnx(networkPreset(preset));
  await benchTfjs(networkPreset('standard'));
};

const benchOnnx = async (config: NetworkConfig): Promise<void> => {
  const { weights } = freshNetwork(config, 1);
  print(
    `\n${describeNetwork(config)}: ${weights.length} parameters, ${(flopsPerPosition(config) / 1e6).toFixed(1)} MFLOP a position`,
  );
  const peak = await matrixPeak();
  print(`  matrix product: ${(peak / 1e9).toFixed(0)} GFLOP/s`);
  for (const precision of EVALUATOR_PRECISIONS)
    await report(config, peak, await createEvaluator({ config, weights }, { precision }), BATCHES);
  const { learner } = await createLearner(learnerConfig(config), initialState(weights), { engine: 'onnx' });
  await reportTraining(config, peak, learner, TRAINING_BATCH);
};

const benchTfjs = async (config: NetworkConfig): Promise<void> => {
  const { weights } = freshNetwork(config, 1);
  print(`\n${describeNetwork(config)} on tfjs`);
  const peak = await matrixPeak();
  print(`  matrix product: ${(peak / 1e9).toFixed(0)} GFLOP/s`);
  for (const backend of TFJS_BACKENDS) {
    try {
      const isSlow = backend === 'cpu';
      const evaluator = await createEvaluator({ config, weights }, { engine: 'tfjs', backend, say: () => {} });
      await report(config, peak, evaluator, isSlow ? [1, 8] : BATCHES);
      const { learner } = await createLearner(learnerConfig(config), initialState(weights), {
        engine: 'tfjs',
        backend,
      });
      await reportTraining(config, peak, learner, isSlow ? 2 : TRAINING_BATCH);
    } catch (error) {
      print(`  ${backend}: ${(error as Error).message}`);
    }
  }
};

const report = async (
  config: NetworkConfig,
  peak: number,
  evaluator: Evaluator,
  batches: readonly number[],
): Promise<void> => {
  const questions = randomEvaluations(Math.max(...batches), 1);
  for (const batch of batches) {
    const seconds = await best(() => evaluator.evaluate(questions, batch));
    const share = (batch * flopsPerPosition(config)) / seconds / peak;
    print(
      `  ${evaluator.name}, batch ${batch}: ${(batch / seconds).toFixed(0)} positions/s, ${percent(share)} of the peak`,
    );
  }
  await evaluator.close();
};

const reportTraining = async (config: NetworkConfig, peak: number, learner: Learner, batch: number): Promise<void> => {
  const samples = randomSamples(batch, 1, headsOf(config));
  const seconds = await best(() => learner.step(samples), MEASURE_TRAINING_MS);
  const share = (TRAINING_FLOPS_FACTOR * batch * flopsPerPosition(config)) / seconds / peak;
  print(`  ${learner.name}, training: ${(batch / seconds).toFixed(1)} samples/s, ${percent(share)} of the peak`);
  await learner.close();
};

/** Floating-point operations a second in large matrix products on one thread: the best this machine has to give. */
const matrixPeak = async (): Promise<number> => {
  const runtime = await loadOnnxRuntime();
  let peak = 0;
  for (const side of MATRIX_SIDES) {
    const product = dense(input('x', [side]), input('weights', [side, side], false));
    const session = await openSession(runtime, writeProgram({ product }, { type: 'none' }));
    const tensor = new runtime.Tensor('float32', new Float32Array(side ** 2).fill(0.5), [side, side]);
    const seconds = await best(() => session.run({ x: tensor, weights: tensor }));
    await session.release();
    peak = Math.max(peak, (2 * side ** 3) / seconds);
  }
  return peak;
};

const flopsPerPosition = (config: NetworkConfig): number => {
  const { policy, value } = defineNetwork(config).outputs;
  return flopsOf([policy, value]);
};

/** The core's time of the cheapest of as many runs as fit; at least two, as the first one compiles and allocates. */
const best = async (run: () => Promise<unknown>, measureMs = MEASURE_MS): Promise<number> => {
  let least = Number.POSITIVE_INFINITY;
  const start = performance.now();
  for (let runs = 0; runs < 2 || performance.now() - start < measureMs; runs++) {
    const before = process.cpuUsage();
    await run();
    const { user, system } = process.cpuUsage(before); // microseconds
    if (runs > 0) least = Math.min(least, user + system);
  }
  return least / 1e6;
};

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
const print = (line: string): void => void process.stdout.write(`${line}\n`);
