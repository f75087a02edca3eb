/** onnxruntime-node, loaded when it is first needed: importing it costs time, and it is an optional dependency. */
import { InvalidInput } from '../../env/index.ts';
import type { OnnxRuntime } from '../onnx/onnx-runtime.ts';

// From version 1.30 on it collects usage data under an identifier of the machine and sends it to its makers unless told not to. Here
// and not below: a worker thread has a copy of the environment that native code does not read, so the main thread must set it.
process.env.ORT_DISABLE_TELEMETRY ??= '1';

/** The onnxruntime of Node; where it does not load, a sentence says why. */
export const loadOnnxRuntime = async (): Promise<OnnxRuntime> => {
  try {
    return await import('onnxruntime-node');
  } catch (error) {
    const why = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw new InvalidInput('engine', 'onnx', `onnxruntime-node does not load here (${why})`, { cause: error });
  }
};
