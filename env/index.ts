/** The public face of `env`: the rules of TZAAR and everything around a single game. Runs in Node and in browsers. */
export * from './action.ts';
export * from './board.ts';
export * from './game-record.ts';
export * from './invalid-input.ts';
export * from './move-text.ts';
export * from './perft.ts';
export * from './position.ts';
export * from './position-text.ts';
export * from './random.ts';
export * from './render-svg.ts';
export * from './render-text.ts';
export * from './rules.ts';
export * from './setup.ts';
export * from './stack.ts';
export * from './symmetry.ts';
