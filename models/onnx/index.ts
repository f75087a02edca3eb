/** Networks on onnxruntime, and as ONNX files. The runtime is handed in: `loadOnnxRuntime` of `models/node` has one. */
export { createOnnxEvaluator, OnnxEvaluator, writeOnnxModel } from './onnx-evaluator.ts';
export { createOnnxLearner, OnnxLearner } from './onnx-learner.ts';
export type { OnnxRuntime } from './onnx-runtime.ts';
