/** The public face of `agents`: things that choose an action. Runs in Node and in browsers. */
export * from './agent.ts';
export * from './agent-kind.ts';
export * from './alphabeta-agent.ts';
export * from './create-agent.ts';
export * from './evaluation.ts';
export * from './greedy-agent.ts';
export * from './kinds.ts';
export * from './limits.ts';
export * from './mcts-agent.ts';
export * from './random-agent.ts';
export * from './search/index.ts';
export * from './spec.ts';
export * from './timed-agent.ts';
export * from './turn-clock.ts';
export * from './zero-agent.ts';
