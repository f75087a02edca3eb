/**
 * Which engine computes networks in Node: onnxruntime, by far the fastest on a CPU, or tfjs where onnxruntime is missing (npm
 * drops an optional package whose install script fails, and prints nothing). Falling back is always told, with what to install.
 */
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import { InvalidInput, printable } from '../../env/index.ts';
import { type EvaluatorPrecision, FASTEST } from '../evaluator.ts';
import { CPU } from '../onnx/onnx-runtime.ts';
import type { TfjsBackend } from '../tfjs/backend.ts';
import { tryOnnxRuntime } from './load-onnx-runtime.ts';

/** Engines that evaluate networks in Node. */
export const EVALUATOR_ENGINES = ['onnx', 'tfjs'] as const;
/** One of `EVALUATOR_ENGINES`. */
export type EvaluatorEngine = (typeof EVALUATOR_ENGINES)[number];

/** Where networks are evaluated. Plain data, so that worker threads can be told it. */
export type EngineOptions = {
  /** One that is named is used or refused. Without a name it is `onnx`, or `tfjs` on wasm where that does not load. */
  readonly engine?: EvaluatorEngine;
  /** For `tfjs`. A process has one backend at a time. */
  readonly backend?: TfjsBackend | 'auto';
  /** For `onnx`: one of its execution providers, `cpu` by default. */
  readonly device?: string;
  /** For `onnx` on the processor: in what numbers it evaluates, `float32` by default; `fastest` is `float32` wherever there is no choice. */
  readonly precision?: EvaluatorPrecision | typeof FASTEST;
};

/** An engine, and why it was chosen. */
export type ChosenEngine = Required<EngineOptions> & {
  /** Why it is not the usual one, for people; null where it is, or was asked for. */
  readonly fallback: string | null;
};

/** The engine to evaluate with: the one that is asked for, or what there is. */
export const chooseEngine = async ({
  engine,
  backend,
  device = CPU,
  precision: wanted = 'float32',
}: EngineOptions = {}): Promise<ChosenEngine> => {
  const precision = wanted === FASTEST && (engine === 'tfjs' || device !== CPU) ? 'float32' : wanted;
  if (engine === 'tfjs' && device !== CPU)
    throw new InvalidInput('device', device, 'devices are those of onnxruntime; tfjs has only cpu here');
  if (precision !== 'float32' && (engine === 'tfjs' || device !== CPU))
    throw new InvalidInput('precision', precision, 'only onnxruntime on the processor has it');
  if (engine !== undefined) return { engine, backend: backend ?? 'auto', device, precision, fallback: null };
  const missing = device === CPU ? await whyNoOnnx() : null; // a device that was asked for is not given up silently
  if (missing === null) return { engine: 'onnx', backend: backend ?? 'auto', device, precision, fallback: null };
  const instead = backend ?? 'wasm';
  const fallback = `${missing}. Until then networks run on tfjs ${instead}, many times slower.`;
  return { engine: 'tfjs', backend: instead, device, precision: 'float32', fallback };
};

/** Why onnxruntime cannot be used and how to mend that; null if it can. */
export const whyNoOnnx = async (): Promise<string | null> => {
  const found = await tryOnnxRuntime();
  return typeof found === 'string' ? found : null;
};

const SAID = 'tzaar-zero: said on stderr';

/** Prints a line on stderr, once in this process: threads that start later know what was printed before. */
export const sayOnce = (line: string): void => {
  const said = (getEnvironmentData(SAID) ?? []) as readonly string[];
  if (said.includes(line)) return;
  setEnvironmentData(SAID, [...said, line]);
  process.stderr.write(`${printable(line)}\n`);
};
