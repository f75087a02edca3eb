/** The public face of `arena`: matches, tournaments, statistics, suites, and other engines. Needs Node. */
export { type AnnotatedGame, type AnnotationPageOptions, renderAnnotations } from './annotation-html.ts';
export { type PointsTable, type Rating, ratePool } from './bradley-terry.ts';
export type { SetupBalance } from './findings/balance.ts';
export { type Findings, type FindOutOptions, findOut } from './findings/find-out.ts';
export type { FirstMove, FirstMoves } from './findings/first-moves.ts';
export { PIECE_CHANGES, type PieceChange, type PieceWorth } from './findings/piece-worth.ts';
export { type ChancePlacement, type KindPlacement, type Placement, RING_COUNT } from './findings/placement.ts';
export { type ProofReach, REACH_SHARES } from './findings/proof-reach.ts';
export { SECOND_STEPS, type SecondStep, type SecondSteps } from './findings/second-step.ts';
export { STAGES, type Stage } from './findings/stage.ts';
export type { Estimate } from './findings/tally.ts';
export { formatColumns, formatDuels, formatElo, formatPool, formatScore } from './format-table.ts';
export { type Cluster, drawnInterval, gameInterval, type Interval } from './game-interval.ts';
export { escapeHtml, type HtmlCell, htmlTable } from './html.ts';
export { type ModuleHashes, moduleHashes } from './module-hashes.ts';
export { loadAgentModules, type NamedAgent, nameAgent } from './named-agent.ts';
export { type NetworkHashes, networkHashes, parseNetworks, readNetworks } from './network-hashes.ts';
export { openAgent } from './open-agent.ts';
export { defaultThreads, type PairFleet, type PairFleetOptions, pairFleet } from './pair-fleet.ts';
export { pairKind } from './pair-kind.ts';
export {
  addPair,
  eloOfScore,
  moments,
  NO_PAIRS,
  type PairCounts,
  pairPoints,
  type ScoreSummary,
  scoreOfElo,
  summarise,
} from './pair-score.ts';
export { type GameSetting, type PlayedGame, playGame } from './play-game.ts';
export { createPairPlayer, type PairResult, type PairSetting, playPair } from './play-pair.ts';
export { type PlayedSchedule, type PlayScheduleOptions, playSchedule } from './play-schedule.ts';
export { type JobAgent, type PreparedAgent, prepareAgents } from './prepare-agents.ts';
export { REPORT_STYLE, type ReportOptions, renderReport } from './report-html.ts';
export { renderViewer, VIEWER_SCRIPT, VIEWER_STYLE, type ViewerOptions } from './report-viewer.ts';
export { openResults, type Players, type ResultsFolder, readGames, type StoredPair } from './results-folder.ts';
export { runSchedule, type Standing } from './run-schedule.ts';
export {
  agentSeed,
  type Format,
  makeSchedule,
  type PairJob,
  type PairStart,
  pairStart,
  type Schedule,
  type ScheduleOptions,
  scheduleJobs,
} from './schedule.ts';
export { shortNames } from './short-names.ts';
export { judgeSprt, parseSprt, type SprtSettings, type SprtState, type SprtVerdict } from './sprt.ts';
export { type Duel, type PoolEntry, type PoolTable, tabulate } from './standings.ts';
export {
  parseSuite,
  runSuite,
  type SuiteItem,
  type SuiteResult,
  type SuiteSummary,
  summariseSuite,
} from './suite.ts';
export { type PlayMatch, parseVariation, type TunedValue, tune, type Variation, withOption } from './tune.ts';
export { UgiAgent, type UgiOptions, ugiKind } from './ugi-agent.ts';
export { UgiEngine } from './ugi-engine.ts';
export { EngineFailure, EngineNeverStarted, UgiProcess } from './ugi-process.ts';
export { wilsonInterval } from './wilson.ts';
