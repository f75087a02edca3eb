/** onnxruntime-node, loaded when it is first needed: importing it costs time, and it is an optional dependency. */
import { InvalidInput } from '../../env/index.ts';
import type { OnnxRuntime } from '../onnx/onnx-runtime.ts';
import { COMES_AS_SOURCE, wantedVersion } from './project-version.ts';

// From version 1.30 on it collects usage data under an identifier of the machine and sends it to its makers unless told not to. Here
// and not below: a worker thread has a copy of the environment that native code does not read, so the main thread must set it.
process.env.ORT_DISABLE_TELEMETRY ??= '1';

/** The onnxruntime of Node; where it does not load, a sentence says why. */
export const loadOnnxRuntime = async (): Promise<OnnxRuntime> => {
  const found = await tryOnnxRuntime();
  if (typeof found === 'string') throw new InvalidInput('engine', 'onnx', found);
  return found;
};

/** The runtime, or a sentence why there is none and what to do about it. */
export const tryOnnxRuntime = async (): Promise<OnnxRuntime | string> => {
  try {
    return await import('onnxruntime-node');
  } catch (error) {
    const { code, message = String(error) } = error as Partial<NodeJS.ErrnoException>;
    const why = code === 'ERR_MODULE_NOT_FOUND' ? 'is not installed' : `does not load here (${message.split('\n')[0]})`;
    return `onnxruntime-node ${why}; to have it: ${INSTALL}`;
  }
};

/** Its install script only fetches files for CUDA, and where it cannot, npm drops the whole package. */
const INSTALL = COMES_AS_SOURCE ? 'npm ci' : `npm install ${wantedVersion('onnxruntime-node')} --ignore-scripts`;
