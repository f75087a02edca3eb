/** Networks on tfjs, in browsers and in Node: choose a backend first, then evaluate or learn. */
export * from './backend.ts';
export * from './tfjs-evaluator.ts';
export * from './tfjs-learner.ts';
