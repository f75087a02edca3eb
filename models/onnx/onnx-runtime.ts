/**
 * The part of onnxruntime that we use; Node programs hand in onnxruntime-node, browsers might hand in another. Described
 * here and not imported: the package is optional, and whoever compiles against ours need not have it.
 */
import { InvalidInput } from '../../env/index.ts';

/** Numbers with a shape, as onnxruntime has them. */
export type OnnxTensor = { readonly data: unknown };

/** Tensors by the names of a graph's inputs or outputs. */
export type OnnxTensors = Readonly<Record<string, OnnxTensor>>;

/** A loaded ONNX program. */
export type OnnxSession = {
  run(feeds: OnnxTensors): Promise<OnnxTensors>;
  release(): Promise<void>;
};

/** How a session runs. */
export type OnnxSessionOptions = {
  readonly intraOpNumThreads: number;
  readonly interOpNumThreads: number;
  readonly executionMode: 'sequential';
  readonly graphOptimizationLevel: 'all';
  readonly executionProviders: string[];
};

/** What is used of onnxruntime: the same in Node and in browsers. */
export type OnnxRuntime = {
  readonly InferenceSession: { create(model: Uint8Array, options: OnnxSessionOptions): Promise<OnnxSession> };
  readonly Tensor: {
    new (type: 'float32', data: Float32Array, dims: readonly number[]): OnnxTensor;
    new (type: 'int32', data: Int32Array, dims: readonly number[]): OnnxTensor;
  };
  /** The execution providers that this build knows; onnxruntime-node has it. */
  listSupportedBackends?(): readonly { readonly name: string }[];
};

/** How a session runs. */
export type SessionOptions = {
  /** One is the best use of cores: self-play has a worker for each, and two threads gain little. */
  readonly threads?: number;
  /** An execution provider of onnxruntime by its name; refused where it is not there. */
  readonly device?: string;
};

/** Where networks run unless told otherwise. */
export const CPU = 'cpu';

export const openSession = async (
  runtime: OnnxRuntime,
  model: Uint8Array,
  { threads = 1, device = CPU }: SessionOptions = {},
): Promise<OnnxSession> => {
  const known = runtime.listSupportedBackends?.().map(({ name }) => name) ?? [CPU];
  if (!known.includes(device))
    throw new InvalidInput('device', device, `this build of onnxruntime has ${known.join(', ')}`);
  try {
    return await runtime.InferenceSession.create(model, {
      intraOpNumThreads: threads,
      interOpNumThreads: 1,
      executionMode: 'sequential',
      graphOptimizationLevel: 'all',
      executionProviders: [device],
    });
  } catch (error) {
    if (device === CPU) throw error;
    const why = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw new InvalidInput('device', device, `onnxruntime cannot use it here (${why})`, { cause: error });
  }
};

/** For names of evaluators and learners. */
export const describeRuntime = (device: string = CPU): string =>
  device === CPU ? 'onnxruntime' : `onnxruntime on ${device}`;
