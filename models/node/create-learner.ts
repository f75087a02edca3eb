/** Learners in Node, by engine; `auto` tries each for a moment and takes the faster. */
import { InvalidInput } from '../../env/index.ts';
import { headsOf } from '../heads/heads.ts';
import type { Learner, LearnerConfig, LearnerState } from '../learning/learner.ts';
import { allocateTrainingBatch, type SampleBatch } from '../learning/sample-batch.ts';
import { defineNetwork } from '../network/network.ts';
import { describeNetwork } from '../network/network-config.ts';
import { parametersOf } from '../network/parameters.ts';
import { createOnnxLearner } from '../onnx/onnx-learner.ts';
import type { TfjsBackend } from '../tfjs/backend.ts';
import { chooseEngine, sayOnce, whyNoOnnx } from './choose-engine.ts';
import { loadNativeTfjs } from './load-native-tfjs.ts';
import { loadOnnxRuntime } from './load-onnx-runtime.ts';

/** What can train a network. */
export const LEARNER_ENGINES = ['onnx', 'tfjs', 'auto'] as const;
/** One of `LEARNER_ENGINES`. */
export type LearnerEngine = (typeof LEARNER_ENGINES)[number];

/** Reads the name of an engine that trains; refuses others in a sentence. */
export const parseLearnerEngine = (given: string): LearnerEngine => {
  const engine = LEARNER_ENGINES.find((name) => name === given);
  if (engine !== undefined) return engine;
  throw new InvalidInput('learner', given, `expected one of ${LEARNER_ENGINES.join(', ')}`);
};

/** Which engine trains, and how. */
export type LearnerOptions = {
  /** One that is named is used or refused. Without a name it is `onnx`, or `tfjs` on wasm where that does not load. */
  readonly engine?: LearnerEngine;
  readonly backend?: TfjsBackend | 'auto'; // for tfjs
  readonly threads?: number; // for onnx
  readonly device?: string; // for onnx: one of its execution providers
};

/** A learner and, for people and for the record of a run, why it is this one. */
export type ChosenLearner = { readonly learner: Learner; readonly reason: string };

/** Makes a learner that goes on from `state` (`initialState(weights)` at the beginning). */
export const createLearner = async (
  config: LearnerConfig,
  state: LearnerState,
  { engine, backend, threads = 1, device }: LearnerOptions = {},
): Promise<ChosenLearner> => {
  requireFit(config, state);
  if (engine === undefined) {
    const { fallback, ...chosen } = await chooseEngine({ ...(backend && { backend }), ...(device && { device }) });
    if (fallback !== null) sayOnce(fallback);
    return createLearner(config, state, { ...chosen, threads });
  }
  switch (engine) {
    case 'onnx': {
      const options = { threads, ...(device !== undefined && { device }) };
      const learner = await createOnnxLearner(await loadOnnxRuntime(), config, state, options);
      return { learner, reason: 'asked for' };
    }
    case 'tfjs':
      return createTfjsLearner(config, state, backend ?? 'auto');
    case 'auto':
      return fasterLearner([
        await createLearner(config, state, { engine: 'onnx', threads, ...(device && { device }) }).catch(refusal),
        await createLearner(config, state, { engine: 'tfjs', ...(backend && { backend }) }).catch(refusal),
      ]);
  }
};

/** A checkpoint may be resumed with another config by mistake. */
const requireFit = ({ network }: LearnerConfig, { parameters }: LearnerState): void => {
  const { size } = parametersOf(defineNetwork(network));
  if (parameters.length === size) return;
  const expected = `${describeNetwork(network)} needs ${size} parameters`;
  throw new InvalidInput('learner state', `${parameters.length} parameters`, expected);
};

const createTfjsLearner = async (
  config: LearnerConfig,
  state: LearnerState,
  wanted: TfjsBackend | 'auto',
): Promise<ChosenLearner> => {
  const [{ chooseBackend }, { TfjsLearner }] = await Promise.all([
    import('../tfjs/backend.ts'),
    import('../tfjs/tfjs-learner.ts'),
  ]);
  const { reason } = await chooseBackend(wanted, { loadNative: loadNativeTfjs });
  const missing = await whyNoOnnx(); // for the record of the run: then this engine was hardly a free choice
  return { learner: new TfjsLearner(config, state), reason: missing === null ? reason : `${reason}; ${missing}` };
};

type Refusal = { readonly refusal: string };

const refusal = (error: Error): Refusal => ({ refusal: error.message });

const TRIAL_MS = 1000;
const TRIAL_SAMPLES = 64;

/** Measures each on empty samples, without taking a step; the slower ones are closed. */
const fasterLearner = async (candidates: ReadonlyArray<ChosenLearner | Refusal>): Promise<ChosenLearner> => {
  const able = candidates.filter((candidate) => 'learner' in candidate);
  const remarks = candidates.flatMap((candidate) => ('refusal' in candidate ? [candidate.refusal] : []));
  const speeds: number[] = [];
  for (const { learner } of able) {
    speeds.push(await samplesPerSecond(learner));
    remarks.push(`${learner.name}: ${speeds.at(-1)!.toFixed(0)} samples/s`);
  }
  if (able.length === 0) throw new InvalidInput('learner', 'auto', remarks.join('; '));
  const best = speeds.indexOf(Math.max(...speeds));
  for (const [index, { learner }] of able.entries()) if (index !== best) await learner.close();
  return { learner: able[best].learner, reason: `the fastest in a trial (${remarks.join('; ')})` };
};

const samplesPerSecond = async (learner: Learner): Promise<number> => {
  const samples = trialSamples(learner.config);
  await learner.gradients(samples); // the first run compiles and allocates
  const start = performance.now();
  let done = 0;
  let elapsed = 0;
  for (; elapsed < TRIAL_MS; elapsed = performance.now() - start, done += samples.count)
    await learner.gradients(samples);
  return (1000 * done) / elapsed;
};

const trialSamples = ({ network }: LearnerConfig): SampleBatch => {
  const samples = allocateTrainingBatch(TRIAL_SAMPLES, headsOf(network));
  samples.masks.fill(1);
  return samples;
};
