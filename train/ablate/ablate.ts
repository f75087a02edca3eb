/**
 * An ablation from its plan to its result: train → match → hold out → measure. It reports as it goes and shows nothing itself.
 * Every stage finds what it has done before in the folder, so whatever ends it, the same call goes on.
 */
import { type GameRecord, InvalidInput } from '../../env/index.ts';
import { type LockWords, lockRun, makeFolder, writeAtomic } from '../../fleet/index.ts';
import { openEvaluator } from '../../models/node/index.ts';
import { runEngine } from '../experiment/engines.ts';
import type { Experiment } from '../experiment/experiment.ts';
import type { SettingsLayer } from '../experiment/make-settings.ts';
import type { Samples } from '../samples.ts';
import type { TrainReport } from '../train-report.ts';
import type { Workplace } from '../workplace.ts';
import { ablationFile, ablationRunFolder } from './ablation-files.ts';
import { type AblationResult, ablationResult, type MeasuredRun } from './ablation-result.ts';
import { type AblationRun, ablationRuns } from './arm-experiments.ts';
import { type MatchProgress, playArms } from './arm-matches.ts';
import { borrowedFleet } from './borrowed-fleet.ts';
import { type HeldOutProgress, holdOut } from './held-out-games.ts';
import { measureLosses } from './held-out-loss.ts';
import { keepPlan } from './keep-plan.ts';
import { type AblationPlan, BASE_ARM } from './plan.ts';
import { type PlanBasis, planBasis } from './plan-basis.ts';
import type { Spent } from './spent.ts';
import { spentBefore, trainArm } from './train-arm.ts';
import { type TrainedRun, trainedRun } from './trained-run.ts';

/** What an ablation tells as it goes. */
export type AblationReport =
  | (RunPlace & { readonly type: 'training'; readonly report: TrainReport })
  | (RunPlace & { readonly type: 'trained'; readonly spent: Spent; readonly isNew: boolean })
  | MatchProgress
  | HeldOutProgress;

/** Which run, and the how manieth of how many. */
export type RunPlace = {
  readonly arm: string;
  readonly seed: number;
  readonly run: number;
  readonly runs: number;
};

/** What `ablate` is given besides the plan. */
export type AblateOptions = {
  /** The folder that everything is kept in. */
  readonly out: string;
  /** Where an experiment is played; closed when it is done with. */
  readonly openWorkplace: (experiment: Experiment) => Workplace;
  /** Settings to be laid under all others, such as `engineDefaults` gives. */
  readonly under?: SettingsLayer;
  /** What errors call the plan. */
  readonly source?: string;
  /** Ends it at once; what is finished stays. */
  readonly signal?: AbortSignal;
};

const ABLATING: LockWords = { what: 'folder', doing: 'running an ablation in it' };

/** Runs what has not been run; returns the result, or null if it was stopped. */
export async function* ablate(
  plan: AblationPlan,
  { out, openWorkplace, under = {}, source = plan.name, signal }: AblateOptions,
): AsyncGenerator<AblationReport, AblationResult | null> {
  const basis = await planBasis(plan, under);
  const planned = ablationRuns(plan, basis, source); // all problems before there is a folder
  makeFolder(out);
  const lock = lockRun(out, ABLATING);
  const ends = AbortSignal.any(signal === undefined ? [lock.lost] : [lock.lost, signal]);
  try {
    keepPlan(out, plan);
    const runs = yield* trainAll(out, plan, planned, basis, openWorkplace, ends);
    const found = runs === null ? null : yield* compare(out, plan, runs, openWorkplace, ends);
    lock.lost.throwIfAborted();
    if (found !== null) writeAtomic(ablationFile(out), `${JSON.stringify(found, null, 2)}\n`);
    return found;
  } finally {
    lock.release();
  }
}

type OpenWorkplace = AblateOptions['openWorkplace'];

async function* trainAll(
  out: string,
  { budget }: AblationPlan,
  planned: readonly AblationRun[],
  { fork }: PlanBasis,
  openWorkplace: OpenWorkplace,
  signal: AbortSignal,
): AsyncGenerator<AblationReport, TrainedRun[] | null> {
  const trained: TrainedRun[] = [];
  for (const [index, run] of planned.entries()) {
    if (signal.aborted) return null;
    const { arm, seed, shardsOf } = run;
    const place: RunPlace = { arm, seed, run: index + 1, runs: planned.length };
    const path = ablationRunFolder(out, run);
    const before = await spentBefore(path);
    const open = ({ experiment }: { readonly experiment: Experiment }): Workplace =>
      shardsOf === null
        ? openWorkplace(experiment)
        : borrowing(openWorkplace(experiment), ablationRunFolder(out, { arm: shardsOf, seed }));
    const spent = before ?? (yield* placed(place, trainArm(path, run, fork, budget, open, signal)));
    if (spent === null) return null;
    yield { type: 'trained', ...place, spent, isNew: before === null };
    trained.push(trainedRun(out, run, spent));
  }
  return trained;
}

/** Reports of a run become those of the ablation. */
async function* placed(
  place: RunPlace,
  reports: AsyncGenerator<TrainReport, Spent | null>,
): AsyncGenerator<AblationReport, Spent | null> {
  try {
    for (;;) {
      const { value, done } = await reports.next();
      if (done === true) return value;
      yield { type: 'training', ...place, report: value };
    }
  } finally {
    await reports.return(null);
  }
}

/** Matches are played, games are taken from another run. */
const borrowing = ({ selfPlay, matches }: Workplace, source: string): Workplace => {
  const borrowed = borrowedFleet(source);
  return { matches, selfPlay: { ...borrowed, close: () => selfPlay.close() } };
};

async function* compare(
  out: string,
  plan: AblationPlan,
  runs: readonly TrainedRun[],
  openWorkplace: OpenWorkplace,
  signal: AbortSignal,
): AsyncGenerator<AblationReport, AblationResult | null> {
  const base = runs.find(({ arm }) => arm === BASE_ARM)!.experiment;
  const workplace = openWorkplace(base);
  let records: GameRecord[] | null = null;
  let games: Samples[] | null = null;
  try {
    records = yield* playArms(out, plan, runs, base.settings, workplace.matches, signal);
    if (records !== null) games = yield* holdOut(out, plan, runs, base, workplace.selfPlay, signal);
  } finally {
    await Promise.all([workplace.selfPlay.close(), workplace.matches.close()]);
  }
  if (records === null || games === null || signal.aborted) return null;
  if (games.every(({ count }) => count === 0))
    throw new InvalidInput('held-out games', games.length, 'they have no positions to measure on; give more of them');
  const measured: MeasuredRun[] = [];
  for (const { arm, seed, spent, network } of runs) {
    const evaluator = await openEvaluator(network, runEngine(base.settings.evaluator));
    try {
      measured.push({ arm, seed, spent, losses: await measureLosses(evaluator, games) });
    } finally {
      await evaluator.close();
    }
  }
  return ablationResult(plan, measured, records);
}
