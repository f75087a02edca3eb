/** What the loop reports after every stage, and in the middle of long ones. Displays, metrics and event files listen. */
import type { ScoreSummary } from '../arena/index.ts';
import type { Diagnostics } from './diagnose.ts';
import type { RunState } from './run/checkpoints.ts';
import type { SelfPlayResult } from './self-play-job.ts';

/** What training tells as it goes. */
export type TrainReport = { readonly iteration: number } & (
  | { readonly type: 'begun'; readonly learner: string; readonly reason: string; readonly parameters: number }
  | { readonly type: 'mended'; readonly damage: string }
  | PlayedReport
  | LearntReport
  | { readonly type: 'diagnosed'; readonly diagnostics: Diagnostics }
  /** An iteration that learns nothing, and why. */
  | { readonly type: 'skipped'; readonly reason: string }
  | { readonly type: 'saved'; readonly state: RunState; readonly model: string; readonly window: number }
  | EvaluationReport
);

export type PlayedReport = {
  readonly type: 'played';
  readonly jobs: number;
  readonly jobsPlanned: number;
  /** For an action; 0 where alpha-beta played. */
  readonly sims: number;
  /** How many networks newer than the one that played there were, or would have been had play waited. */
  readonly behind: number;
  /** `null` if the job had been played before. */
  readonly result: SelfPlayResult | null;
};

export type LearntReport = {
  readonly type: 'learnt';
  readonly step: number;
  readonly steps: number;
  readonly stepsPlanned: number;
  /** Of this step, before it was taken. */
  readonly losses: Readonly<Record<string, number>>;
  /** Over the steps of the iteration so far: what displays and metrics show. */
  readonly means: LearntMeans;
  readonly learningRate: number;
};

export type LearntMeans = {
  readonly losses: Readonly<Record<string, number>>;
  /** Of the gradient before clipping: its mean, and its largest. */
  readonly gradientNorm: number;
  readonly gradientNormMost: number;
};

export type EvaluationReport =
  | { readonly type: 'evaluating'; readonly games: number; readonly gamesPlanned: number }
  | {
      readonly type: 'rated';
      readonly opponent: string;
      /** Of the network, for an action. */
      readonly sims: number;
      readonly summary: ScoreSummary;
    }
  | {
      readonly type: 'judged';
      /** The iteration whose network is the best from now on. */
      readonly best: number;
      /** The match against the best before; `null` if there was none to play. */
      readonly match: { readonly against: number; readonly summary: ScoreSummary } | null;
    };
