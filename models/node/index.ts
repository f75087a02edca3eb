/** The Node side of `models`: engines that live in packages for Node, and files. Browsers must not import this. */
export * from './create-learner.ts';
export * from './load-native-tfjs.ts';
export * from './load-onnx-runtime.ts';
export * from './make-folder.ts';
export * from './open-evaluator.ts';
export * from './project-version.ts';
export { checkReplaceable, isReleaseFolder, readRelease } from './release-folder.ts';
export * from './synced-file.ts';
export * from './verify-release.ts';
export * from './weights-hash.ts';
export * from './write-release.ts';
