/** The public face of `agents`: things that choose an action, and how to add your own. Runs in Node and in browsers. */
export { AgainstAgent, type AgainstAgentOptions } from './against-agent.ts';
export type { Agent, Budget, Choice } from './agent.ts';
export {
  type AgentContext,
  type AgentKind,
  agentKind,
  type NetworkOptions,
  type OpenNetwork,
  type OptionsBy,
} from './agent-kind.ts';
export { AlphaBetaAgent, type AlphaBetaOptions } from './alphabeta-agent.ts';
export {
  type AnnotatedAction,
  type Annotation,
  annotate,
  type Judgements,
  type Prospect,
  type Verdict,
} from './annotation/annotate.ts';
export { type AnnotateOptions, annotateGame } from './annotation/annotate-game.ts';
export { agentJudge, type Judge, type Judgement } from './annotation/judgement.ts';
export { MARK_NAMES, MARKS, type Mark, type MarkName, markOf } from './annotation/marks.ts';
export { type PlayerSummary, summariseAnnotation } from './annotation/summary.ts';
export { createAgent } from './create-agent.ts';
export { GreedyAgent } from './greedy-agent.ts';
export { AGENT_KINDS, AGENT_MODULES, agentKindOf, isModulePath } from './kinds.ts';
export { TURN_MS } from './limits.ts';
export { MctsAgent, type MctsOptions } from './mcts-agent.ts';
export {
  askProof,
  clearProof,
  createProof,
  DEFAULT_PROOF_MB,
  type Proof,
  type ProofResult,
  type ProofVerdict,
  type ProvenPosition,
  type ProveOptions,
  Prover,
  prove,
  proveAtOnce,
  runProof,
  stepProof,
  type Verification,
  type VerifyLimits,
  verifyProof,
} from './proof/index.ts';
export { RandomAgent } from './random-agent.ts';
export {
  AUTO_RULE,
  absorbLeaves,
  actionAt,
  BatchedSearch,
  beginSearch,
  bestEdgeBy,
  type CommonOptions,
  choicePriorAt,
  choosableOf,
  collectLeaves,
  completedValues,
  completeOptions,
  createSearch,
  DEFAULT_RULE,
  edgesOf,
  edgeVisitsAt,
  edgeWorthAt,
  fillDirichlet,
  fillPriors,
  fillVisitShares,
  isFinished,
  isLostAt,
  isWonAt,
  meanForMover,
  mostVisitedEdge,
  moverOf,
  NO_EDGE,
  openAllEdges,
  openedOf,
  type ProvenResult,
  priorAt,
  ROOT,
  type RuleChanges,
  type RuleOptions,
  type RuleOptionsByName,
  randomGumbel,
  readLines,
  readResult,
  resetSearch,
  reweighEdges,
  runSearches,
  SEARCH_RULES,
  SEARCH_SCHEMA,
  type Search,
  type SearchBudget,
  type SearchChanges,
  type SearchLine,
  type SearchOptions,
  type SearchResult,
  type SearchRule,
  type SearchTree,
  searchRule,
  searchSchema,
  TreeFull,
  TYPICAL_NODE_BYTES,
  treeBytes,
  visitsOf,
  withoutNoise,
} from './search/index.ts';
export {
  type AgentSpec,
  agentName,
  completeAgentSpec,
  formatAgentSpec,
  networkOf,
  optionEntries,
  parseAgentSpec,
  withNetwork,
} from './spec.ts';
export { TimedAgent } from './timed-agent.ts';
export { DEFAULT_SIMS, ZeroAgent, type ZeroOptions } from './zero-agent.ts';
