/** onnxruntime-node, loaded when it is first needed: importing it costs time, and it is an optional dependency. */
import { InvalidInput } from '../../env/index.ts';
import type { OnnxRuntime } from '../onnx/onnx-runtime.ts';

export const loadOnnxRuntime = async (): Promise<OnnxRuntime> => {
  try {
    return await import('onnxruntime-node');
  } catch (error) {
    const why = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw new InvalidInput('engine', 'onnx', `onnxruntime-node does not load here (${why})`, { cause: error });
  }
};
