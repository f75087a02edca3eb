/** The Node side of `models`: engines that live in packages for Node, and files. Browsers must not import this. */
export {
  type ChosenEngine,
  chooseEngine,
  type EngineOptions,
  EVALUATOR_ENGINES,
  type EvaluatorEngine,
  sayOnce,
  whyNoOnnx,
} from './choose-engine.ts';
export {
  type ChosenLearner,
  createLearner,
  LEARNER_ENGINES,
  type LearnerEngine,
  type LearnerOptions,
  parseLearnerEngine,
} from './create-learner.ts';
export { installedVersion } from './installed-version.ts';
export { loadNativeTfjs } from './load-native-tfjs.ts';
export { loadOnnxRuntime } from './load-onnx-runtime.ts';
export { createEvaluator, type EvaluatorOptions, openEvaluator, readNetwork } from './open-evaluator.ts';
export { COMMAND, isSourceChanged, projectVersion, sourceHash } from './project-version.ts';
export { folderReader, isReleaseFolder, readRelease } from './read-release.ts';
export { shippedModel } from './shipped-model.ts';
export { weightsHash } from './weights-hash.ts';
