/** The public face of the AlphaZero search. */
export * from './batched-search.ts';
export type { SearchBudget } from './budget.ts';
export * from './options.ts';
export * from './result.ts';
export * from './rule.ts';
export * from './rules/index.ts';
export * from './search.ts';
export { createSearch, type Search } from './search-state.ts';
export { TreeFull, TYPICAL_NODE_BYTES, treeBytes } from './tree-memory.ts';
