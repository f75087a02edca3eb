/** The public face of `train`: experiments, self-play, the main loop, runs, and what is made of them. Needs Node. */

export { type AblateOptions, type AblationReport, ablate, type RunPlace } from './ablate/ablate.ts';
export { ablationFile, ablationPage, ablationRunFolder, heldOutFolder, type RunName } from './ablate/ablation-files.ts';
export { renderAblation } from './ablate/ablation-html.ts';
export {
  type AblationResult,
  type ArmResult,
  ablationResult,
  type MeasuredRun,
} from './ablate/ablation-result.ts';
export { type AblationRun, ablationRuns } from './ablate/arm-experiments.ts';
export type { MatchProgress } from './ablate/arm-matches.ts';
export { ablationMarkdown, formatAblation } from './ablate/format-ablation.ts';
export type { HeldOutProgress } from './ablate/held-out-games.ts';
export type { GameLoss } from './ablate/held-out-loss.ts';
export { replaceSection } from './ablate/markdown-section.ts';
export { type AblationPlan, type Arm, type Budget, type BudgetType, checkPlan, type Opponents } from './ablate/plan.ts';
export { type PlanBasis, planBasis } from './ablate/plan-basis.ts';
export { readPlan } from './ablate/read-plan.ts';
export type { Spent } from './ablate/spent.ts';
export { type Diagnostics, diagnose } from './diagnose.ts';
export { evaluate, evaluationSetup, type MeasuredNetwork, measureNetwork } from './evaluate.ts';
export { changeSettings, differences } from './experiment/change-settings.ts';
export { type EngineDefaults, engineDefaults, playPrecision, requireEngines, runEngine } from './experiment/engines.ts';
export { type Experiment, experimentAt, makeExperiment, type SettingsChange } from './experiment/experiment.ts';
export { type FlatSettings, flattenSettings } from './experiment/flatten-settings.ts';
export {
  makeSettings,
  mergeLayers,
  opponentsIn,
  parseChange,
  parseChanges,
  presetLayer,
  type SettingsLayer,
} from './experiment/make-settings.ts';
export { OLD_NAMES, renameOldSettings } from './experiment/old-settings.ts';
export { TRAIN_PRESETS } from './experiment/presets.ts';
export { describeProvenance, type RunProvenance } from './experiment/provenance.ts';
export {
  type EvaluationSettings,
  type EvaluatorSettings,
  type LearnerSettings,
  type Settings,
  settingsSchema,
} from './experiment/settings.ts';
export { type SettingRow, settingRows, settingsTable } from './experiment/settings-table.ts';
export {
  compareNetworks,
  describeComparison,
  type NetworkComparison,
} from './export/compare-networks.ts';
export { DEFAULT_LICENCE, type ExportOptions, type ExportResult, exportModel } from './export/export-model.ts';
export { type ExportSource, findSource } from './export/export-source.ts';
export {
  type MeasuredDuel,
  type MeasuredResults,
  readResults,
  type Strength,
  strengthRows,
} from './export/export-strength.ts';
export { checkReplaceable, writeFolder } from './export/release-folder.ts';
export { type FormatCheck, verifyRelease } from './export/verify-release.ts';
export { type ReleaseFacts, type WrittenRelease, writeRelease } from './export/write-release.ts';
export { decodeShard, encodeShard, type ShardOrigin, type WantedOrigin } from './files/shard-file.ts';
export {
  FINDINGS_MARK,
  type FindingsDocument,
  type FindingsFacts,
  findingsDocument,
} from './findings/findings-document.ts';
export type { FindingPicture } from './findings/section.ts';
export { type GatheredJob, gatherSamples } from './gather-samples.ts';
export { learn, openLearner, RunLearner } from './learn.ts';
export { train } from './loop.ts';
export { type PackedRun, type PackOptions, packRun } from './pack-run.ts';
export { isStageDone, openStage, type RecipeStage, readRecipe, stageRun } from './recipe.ts';
export {
  type DrawOptions,
  drawBatch,
  lastShards,
  type ReplayWindow,
  windowSize,
  writeSample,
} from './replay-window.ts';
export { barChart } from './report/bar-chart.ts';
export { compareRuns, latestMatches, type RunComparison } from './report/compare-runs.ts';
export { type FileMark, isSameFile, markFile } from './report/file-mark.ts';
export { type FoundRun, findRuns, isRun } from './report/find-runs.ts';
export { formatDuration } from './report/format-duration.ts';
export { type IntervalChartOptions, type IntervalRow, intervalChart } from './report/interval-chart.ts';
export { type ChartOptions, lineChart, type Series } from './report/line-chart.ts';
export {
  type ArenaSummary,
  type IterationSummary,
  MetricsLog,
  type RunCrash,
  type RunStart,
} from './report/metrics-log.ts';
export { RunReader, type RunSummary, readRun } from './report/read-run.ts';
export {
  CHART_AXES,
  CHART_TOPICS,
  type ChartAxis,
  type ChartTopic,
  lengthQuantiles,
  planCharts,
  type RunChart,
  runCharts,
} from './report/run-charts.ts';
export { renderRunCharts } from './report/run-curves.ts';
export {
  fillFromGames,
  loadEvaluation,
  loadJobGames,
  pickEvaluation,
  pickSelfPlay,
  saveEvaluation,
} from './report/run-games.ts';
export { renderRunReport } from './report/run-report.ts';
export { type RunSettings, runSettings } from './report/run-settings.ts';
export { RUN_STATUSES, type RunStatus, runStatus } from './report/run-status.ts';
export { type BestNetwork, readBest, writeBest } from './run/best-network.ts';
export {
  findRunPoint,
  NEW_STATE,
  peekSavedState,
  peekState,
  type RunPoint,
  type RunState,
  saveCheckpoint,
} from './run/checkpoints.ts';
export { readShard, saveJob } from './run/job-files.ts';
export { type RecordedChange, type RunConfig, type RunOrigin, readRunConfig } from './run/run-config.ts';
export {
  BEST_FILE,
  CONFIG_FILE,
  configFile,
  evaluationPage,
  GAMES_FOLDER,
  gamesFile,
  jobName,
  jobOfGames,
  METRICS_FILE,
  networkFile,
  RUN_FOLDERS,
  RUN_FORMAT,
  releasedFolder,
  reportPage,
  STATE_FILE,
  shardFile,
  shardsFolder,
} from './run/run-files.ts';
export { changeRun, createRun, type OpenedRun, openRun, type RunFolder } from './run/run-folder.ts';
export { originOf } from './run/shard-origin.ts';
export { closeSamples, type Samples } from './samples.ts';
export { playAgainstItself } from './self-play.ts';
export {
  ITSELF,
  type NetworkPlayer,
  type SelfPlayJob,
  type SelfPlayResult,
  type TeacherPlayer,
} from './self-play-job.ts';
export { jobsOf, makeJob, type SelfPlayFleet, selfPlayFleet } from './self-play-jobs.ts';
export { selfPlayKind } from './self-play-kind.ts';
export { type SimsSchedule, secondsLeft, simsOf, simsSchedule } from './sims-schedule.ts';
export { playTeacher } from './teacher.ts';
export type { TrainReport } from './train-report.ts';
export { createRunFrom, type ForkPoint, forkRun, parseForkPoint } from './warm-start.ts';
export { type Calibration, type CalibrationBin, measureCalibration } from './watch/calibration.ts';
export { EventFile } from './watch/event-file.ts';
export { MetricsWriter } from './watch/metrics.ts';
export type { Workplace } from './workplace.ts';
