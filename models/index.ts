/**
 * The public face of `models`: from observations to policy and value. Runs in Node and in browsers and needs no engine;
 * `models/tfjs` and `models/onnx` are the engines, `models/node` opens them and files in Node.
 */

export { type CacheStatistics, CachingEvaluator } from './caching-evaluator.ts';
export {
  allocateBatch,
  EVALUATOR_PRECISIONS,
  type EvaluationBatch,
  type Evaluator,
  type EvaluatorPrecision,
  FASTEST,
} from './evaluator.ts';
export { decodeLearner, encodeLearner, type LearnerCheckpoint } from './files/learner-file.ts';
export { decodeNetwork, encodeNetwork } from './files/network-file.ts';
export { UNKNOWN_CLASS } from './heads/classes.ts';
export { COLUMN_TYPES, type Column, type ColumnShape, type ColumnType, emptyColumn } from './heads/column.ts';
export type { Head, HeadView } from './heads/head.ts';
export { auxiliaryHeads, HEADS, headsOf } from './heads/heads.ts';
export { POLICY_UNIT, policyOutput, readPolicy } from './heads/policy.ts';
export {
  type FinishedGame,
  finishedGame,
  type GamePly,
  gamePly,
  type Learnt,
  NO_POLICY,
  onlyAction,
  type Thought,
} from './learning/finished-game.ts';
export {
  type BatchGradients,
  initialState,
  type Learner,
  type LearnerConfig,
  type LearnerSettings,
  type LearnerState,
  learnerConfig,
  type StepReport,
} from './learning/learner.ts';
export { defaultLossWeights, defineLoss, type LossWeights, lossWeightsSchema } from './learning/loss.ts';
export {
  DEFAULT_OPTIMISER,
  learningRate,
  type OptimiserConfig,
  SCHEDULES,
  type Schedule,
  STATE_ARRAYS,
  type StateArray,
} from './learning/optimiser.ts';
export { allocateTrainingBatch, type SampleBatch } from './learning/sample-batch.ts';
export type { Target } from './learning/target.ts';
export {
  type HeadTarget,
  parseTargets,
  TARGETS,
  type TargetChoice,
  type TargetChoices,
  targetsFor,
  targetsSchema,
} from './learning/targets.ts';
export { flopsOf, TRAINING_FLOPS_FACTOR } from './network/flops.ts';
export { growNetwork } from './network/grow-network.ts';
export { denseLayer, OUTPUT_GAIN, weightMatrix, weightVector } from './network/layers.ts';
export { defineNetwork, looksAlongRays, type Network, OBSERVATION_INPUT } from './network/network.ts';
export {
  describeNetwork,
  NETWORK_PRESETS,
  NETWORK_SCHEMA,
  type NetworkConfig,
  networkPreset,
  parseNetworkConfig,
} from './network/network-config.ts';
export {
  freshNetwork,
  initialWeights,
  type NetworkWeights,
  type ParameterList,
  type ParameterSlot,
  parametersOf,
} from './network/parameters.ts';
export type { Trunk } from './network/trunks/trunk.ts';
export { TRUNKS } from './network/trunks/trunks.ts';
export { headTable, targetTable, trunkTable } from './part-tables.ts';
export {
  add,
  concat,
  constant,
  dense,
  logisticLoss,
  multiply,
  neighbourDense,
  parameter,
  poolPoints,
  relu,
  reshape,
  scale,
  softmaxLoss,
  squaredLoss,
  subtract,
  sumPoints,
} from './program/operations.ts';
export {
  type Dims,
  type Initial,
  NEIGHBOURHOOD_SIZE,
  type Neighbourhood,
  sizeOf,
  type Value,
} from './program/value.ts';
export * from './release/index.ts';
export { SymmetryEvaluator } from './symmetry-evaluator.ts';
export { UniformEvaluator } from './uniform-evaluator.ts';
