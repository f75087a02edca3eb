/**
 * What the losses do not tell: how sure the network and its targets are, whether its winning chances come true, and how old the
 * samples are that it learns from. Measured after every round of learning on a sample of the window, with the weights that play.
 */
import { ACTION_COUNT, type Rng, randomBelow, randomStream } from '../env/index.ts';
import { allocateBatch, type Evaluator, type NetworkWeights, type SampleBatch } from '../models/index.ts';
import { createEvaluator } from '../models/node/index.ts';
import type { Experiment } from './experiment/experiment.ts';
import { type ReplayWindow, writeSample } from './replay-window.ts';
import { parseJobName } from './run/run-files.ts';
import { type Calibration, measureCalibration } from './watch/calibration.ts';

/** What is measured of a network and its window besides losses. */
export type Diagnostics = {
  /** Positions that were looked at. */
  readonly positions: number;
  /** Mean entropy of the network's policy and of what it is to learn, in nats. */
  readonly policyEntropy: number;
  readonly targetEntropy: number;
  readonly calibration: Calibration;
  /** Iterations since the samples of the window were played: 0 for those of this one. */
  readonly age: { readonly mean: number; readonly most: number };
};

/** Few enough to cost less than a second, enough for entropies to two digits and ten bins of fifty. */
const POSITIONS = 512;

/** `names` are the jobs of the window's shards. Null for a window without samples. */
export const diagnose = async (
  network: NetworkWeights,
  window: ReplayWindow,
  names: readonly string[],
  { settings }: Experiment,
  iteration: number,
): Promise<Diagnostics | null> => {
  if (window.count === 0) return null;
  const { engine, backend } = settings.learner;
  const evaluator = await createEvaluator(network, {
    engine: engine === 'tfjs' ? 'tfjs' : 'onnx',
    backend,
    say: () => {}, // the learner has said it
  });
  try {
    const rng = randomStream('diagnosis', settings.seed, iteration);
    return { ...(await lookAt(evaluator, window, rng)), age: ageOf(window, names, iteration) };
  } finally {
    await evaluator.close();
  }
};

const lookAt = async (evaluator: Evaluator, window: ReplayWindow, rng: Rng): Promise<Omit<Diagnostics, 'age'>> => {
  const count = Math.min(POSITIONS, window.count);
  const batch = allocateBatch(count);
  const { observations, masks, priors, values } = batch;
  const policies = new Float32Array(count * ACTION_COUNT);
  const samples: SampleBatch = {
    count,
    observations,
    masks,
    weights: new Float32Array(count),
    targets: { policy: policies },
  };
  const won: boolean[] = [];
  for (let row = 0; row < count; row++) {
    let index = randomBelow(rng, window.count);
    let shard = 0;
    while (index >= window.shards[shard].count) index -= window.shards[shard++].count;
    writeSample(window.shards[shard], index, 0, samples, row);
    won.push(window.shards[shard].results[index] > 0);
  }
  await evaluator.evaluate(batch, count);
  return {
    positions: count,
    policyEntropy: meanEntropy(priors, count),
    targetEntropy: meanEntropy(policies, count),
    calibration: measureCalibration(
      Array.from(values, (value) => (1 + value) / 2),
      won,
    ),
  };
};

/** In nats; a row of zeros is a policy that nobody knows, and does not count. */
export const meanEntropy = (policies: Float32Array, count: number): number => {
  let [sum, known] = [0, 0];
  for (let row = 0; row < count; row++) {
    const policy = policies.subarray(row * ACTION_COUNT, (row + 1) * ACTION_COUNT);
    if (policy.every((share) => share === 0)) continue;
    known++;
    for (const share of policy) if (share > 0) sum -= share * Math.log(share);
  }
  return known === 0 ? 0 : sum / known;
};

/** Every sample of the window counts, whether it was drawn or not. */
export const ageOf = (
  { shards, count }: ReplayWindow,
  names: readonly string[],
  iteration: number,
): Diagnostics['age'] => {
  const ages = names.map((name) => iteration - parseJobName(name)[0]);
  const sum = shards.reduce((total, shard, index) => total + shard.count * ages[index], 0);
  return { mean: sum / count, most: Math.max(...ages) };
};
