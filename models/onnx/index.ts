/** Networks on onnxruntime, and as ONNX files. The runtime is passed in: `loadOnnxRuntime` of `models/node` gives one. */
export {
  createOnnxEvaluator,
  OnnxEvaluator,
  type OnnxEvaluatorOptions,
  writeOnnxModel,
} from './onnx-evaluator.ts';
export { createOnnxLearner, OnnxLearner } from './onnx-learner.ts';
export {
  CPU,
  type OnnxRuntime,
  type OnnxSession,
  type OnnxSessionOptions,
  type OnnxTensor,
  type OnnxTensors,
  type SessionOptions,
} from './onnx-runtime.ts';
