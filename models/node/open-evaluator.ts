/** Evaluators of networks in Node: from weights in memory, a weight file or a released model, on the engine of choice. */

import { readFile } from 'node:fs/promises';
import { InvalidInput } from '../../env/index.ts';
import { type Evaluator, type EvaluatorPrecision, FASTEST } from '../evaluator.ts';
import { decodeNetwork } from '../files/network-file.ts';
import type { NetworkWeights } from '../network/parameters.ts';
import { createOnnxEvaluator } from '../onnx/onnx-evaluator.ts';
import { chooseEngine, type EngineOptions, sayOnce } from './choose-engine.ts';
import { openFastest } from './fastest-precision.ts';
import { loadNativeTfjs } from './load-native-tfjs.ts';
import { loadOnnxRuntime } from './load-onnx-runtime.ts';
import { isReleaseFolder, readRelease } from './read-release.ts';
import { networkPath } from './shipped-model.ts';

/** On which engine and device a network is evaluated. */
export type EvaluatorOptions = EngineOptions & {
  /** Is called with the chosen tfjs backend and why; by default it is printed to stderr, once in a process. */
  readonly say?: (line: string) => void;
};

/** Opens a network that is in memory. */
export const createEvaluator = async (
  network: NetworkWeights,
  { say = sayOnce, ...options }: EvaluatorOptions = {},
): Promise<Evaluator> => {
  const { config, weights } = network;
  const { engine, backend, device, precision, fallback } = await chooseEngine(options);
  switch (engine) {
    case 'onnx': {
      const runtime = await loadOnnxRuntime();
      const open = (numbers: EvaluatorPrecision): Promise<Evaluator> =>
        createOnnxEvaluator(runtime, config, weights, { device, precision: numbers });
      return precision === FASTEST ? openFastest(open) : open(precision);
    }
    case 'tfjs': {
      const [{ chooseBackend, describeChoice }, { TfjsEvaluator }] = await Promise.all([
        import('../tfjs/backend.ts'),
        import('../tfjs/tfjs-evaluator.ts'),
      ]);
      const choice = await chooseBackend(backend, { loadNative: loadNativeTfjs });
      say(fallback ?? describeChoice(choice));
      return new TfjsEvaluator(config, weights);
    }
  }
};

/** Opens a weight file, the folder of a released model, or what is `SHIPPED`; a missing or unfit one is refused with a sentence. */
export const readNetwork = async (given: string): Promise<NetworkWeights> => {
  const path = networkPath(given);
  if (isReleaseFolder(path)) return (await readRelease(path)).network;
  let bytes: Uint8Array;
  try {
    bytes = await readFile(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new InvalidInput('model file', path, REASONS[code ?? ''] ?? String(code), { cause: error });
  }
  return decodeNetwork(bytes, path);
};

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder, but not that of a released model: it has no manifest.json',
};

/**
 * Whatever the engine, a released model is read from its `weights.bin`: those are the numbers that its other files hold
 * too, and engines are given programs made for them. `model.onnx` is for programs that are not ours.
 */
export const openEvaluator = async (path: string, options: EvaluatorOptions = {}): Promise<Evaluator> =>
  createEvaluator(await readNetwork(path), options);
