/** The public face of `models`: from observations to policy and value. Runs in Node and in browsers. */
export * from './evaluator.ts';
export * from './uniform-evaluator.ts';
