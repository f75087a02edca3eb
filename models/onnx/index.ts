/** Networks on onnxruntime, and as ONNX files. The runtime is passed in: `loadOnnxRuntime` of `models/node` gives one. */
export { createOnnxEvaluator, OnnxEvaluator, writeOnnxModel } from './onnx-evaluator.ts';
export { createOnnxLearner, OnnxLearner } from './onnx-learner.ts';
export type { OnnxRuntime } from './onnx-runtime.ts';
