/** The public face of the AlphaZero search: running one, reading it, and writing a rule for it. */
export { BatchedSearch, runSearches } from './batched-search.ts';
export type { SearchBudget } from './budget.ts';
export { completedValues } from './completed-values.ts';
export { openAllEdges, reweighEdges } from './opened-edges.ts';
export {
  type CommonOptions,
  completeOptions,
  SEARCH_SCHEMA,
  type SearchChanges,
  type SearchOptions,
  searchSchema,
  withoutNoise,
} from './options.ts';
export { AUTO_RULE, leavesFor, type ProofNodes, playSettings, proofNodesFor } from './play-settings.ts';
export { type ProvenResult, readLines, readResult, type SearchLine, type SearchResult } from './result.ts';
export { type SearchRule, searchRule } from './rule.ts';
export {
  DEFAULT_RULE,
  type RuleChanges,
  type RuleOptions,
  type RuleOptionsByName,
  SEARCH_RULES,
} from './rules/index.ts';
export { fillDirichlet, randomGumbel } from './rules/noise.ts';
export { absorbLeaves, beginSearch, collectLeaves, isFinished, resetSearch } from './search.ts';
export { createSearch, type Search } from './search-state.ts';
export {
  actionAt,
  choicePriorAt,
  choosableOf,
  edgesOf,
  edgeVisitsAt,
  edgeWorthAt,
  isLostAt,
  isWonAt,
  meanForMover,
  moverOf,
  NO_EDGE,
  openedOf,
  priorAt,
  ROOT,
  type SearchTree,
  visitsOf,
} from './tree.ts';
export { TreeFull, TYPICAL_NODE_BYTES, treeBytes } from './tree-memory.ts';
export { bestEdgeBy, fillPriors, fillVisitShares, mostVisitedEdge } from './visit-counts.ts';
