/** The Node side of `models`: engines that live in packages for Node, and files. Browsers must not import this. */
export * from './create-learner.ts';
export * from './load-native-tfjs.ts';
export * from './load-onnx-runtime.ts';
export * from './open-evaluator.ts';
export * from './project-version.ts';
export * from './read-release.ts';
export * from './weights-hash.ts';
