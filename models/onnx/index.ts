/** Networks on onnxruntime, and as ONNX files. The runtime is handed in: `loadOnnxRuntime` of `models/node` has one. */
export * from './onnx-evaluator.ts';
export * from './onnx-learner.ts';
export type { OnnxRuntime } from './onnx-runtime.ts';
