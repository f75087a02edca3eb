/**
 * The public face of `models`: from observations to policy and value. Runs in Node and in browsers and needs no engine;
 * `models/tfjs` and `models/onnx` are the engines, `models/node` opens them and files in Node.
 */
export * from './caching-evaluator.ts';
export * from './evaluator.ts';
export * from './files/learner-file.ts';
export * from './files/network-file.ts';
export * from './heads/classes.ts';
export * from './heads/column.ts';
export * from './heads/head.ts';
export * from './heads/head-table.ts';
export * from './heads/heads.ts';
export * from './heads/outcome-type.ts';
export * from './heads/point-fates.ts';
export * from './heads/policy.ts';
export * from './heads/steps-left.ts';
export * from './learning/finished-game.ts';
export * from './learning/learner.ts';
export * from './learning/loss.ts';
export * from './learning/optimiser.ts';
export * from './learning/sample-batch.ts';
export * from './learning/target.ts';
export * from './learning/targets.ts';
export * from './network/flops.ts';
export * from './network/network.ts';
export * from './network/network-config.ts';
export * from './network/parameters.ts';
export * from './network/trunks/trunks.ts';
export * from './program/value.ts';
export * from './release/index.ts';
export * from './symmetry-evaluator.ts';
export * from './uniform-evaluator.ts';
