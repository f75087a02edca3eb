/** What each arm of a plan does, as an experiment: the base, its changes, a seed and the end that the budget sets. */
import { InvalidInput } from '../../env/index.ts';
import { loadedModules } from '../../fleet/index.ts';
import { differences } from '../experiment/change-settings.ts';
import { type Experiment, makeExperiment } from '../experiment/experiment.ts';
import { makeSettings, mergeLayers, presetLayer, type SettingsLayer } from '../experiment/make-settings.ts';
import type { Settings } from '../experiment/settings.ts';
import { type AblationPlan, type Arm, BASE_ARM } from './plan.ts';
import type { PlanBasis } from './plan-basis.ts';

/** One run of an ablation. */
export type AblationRun = {
  readonly arm: string;
  readonly seed: number;
  /** The arm whose games it learns from; null if it plays its own. */
  readonly shardsOf: string | null;
  readonly experiment: Experiment;
};

/** Where another thing than iterations ends a run, it could have as many as settings allow. */
const MOST_ITERATIONS = 1_000_000;

/** Set by the plan for all arms alike. */
const PLANNED = { iterations: 'the budget says how long runs are', seed: 'the seeds of the plan are used' };

/** What games and samples are made by; an arm with the games of another has what that one has. */
const OF_SELF_PLAY = ['selfPlay', 'targets', 'evaluator'];

/**
 * Every arm with every seed, those that others learn from before these. All that is wrong with the settings of any arm is told
 * in one error.
 */
export const ablationRuns = (plan: AblationPlan, basis: PlanBasis, source: string): AblationRun[] => {
  const problems: string[] = plannedIn(plan.base.settings).map((problem) => `base.settings: ${problem}`);
  const [seed] = plan.seeds;
  const base = attempt(
    () => armExperiment(plan, BASE_ARM, seed, basis),
    (why) => problems.push(`base: ${why}`),
  );
  const own = Object.entries(plan.arms).filter(([name]) => name !== BASE_ARM);
  for (const [name, arm] of base === null ? [] : own) {
    const tell = (why: string): unknown => problems.push(`arm ${name}: ${why}`);
    plannedIn(arm.changes).forEach(tell);
    const made = attempt(() => armExperiment(plan, name, seed, basis), tell);
    const other =
      arm.shardsOf === null
        ? null
        : attempt(
            () => armExperiment(plan, arm.shardsOf!, seed, basis),
            () => {},
          );
    if (made !== null) problemsBeside(plan, arm, made.settings, base!.settings, other?.settings ?? null).forEach(tell);
  }
  if (problems.length > 0) throw new InvalidInput('plan', source, problems.join('; '));
  const players = Object.entries(plan.arms).filter(([, { shardsOf }]) => shardsOf === null);
  const learners = Object.entries(plan.arms).filter(([, { shardsOf }]) => shardsOf !== null);
  return plan.seeds.flatMap((each) =>
    [...players, ...learners].map(([arm, { shardsOf }]) => ({
      arm,
      seed: each,
      shardsOf,
      experiment: armExperiment(plan, arm, each, basis),
    })),
  );
};

const armExperiment = (plan: AblationPlan, arm: string, seed: number, { under, fork }: PlanBasis): Experiment => {
  const { preset, settings } = plan.base;
  const { type, limit } = plan.budget;
  const iterations = type === 'iterations' ? (fork?.iteration ?? 0) + limit : MOST_ITERATIONS;
  const standard = preset === null ? {} : presetLayer(preset);
  const layers = [under, standard, settings, plan.arms[arm].changes, { seed, iterations }];
  return makeExperiment(makeSettings(mergeLayers(layers)), loadedModules());
};

const attempt = <Made>(make: () => Made, tell: (why: string) => unknown): Made | null => {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    tell(error.message);
    return null;
  }
};

const plannedIn = (layer: SettingsLayer): string[] =>
  Object.entries(PLANNED).flatMap(([key, why]) => (Object.hasOwn(layer, key) ? [`${key} cannot be set: ${why}`] : []));

/** What is wrong with an arm in the light of others; `other` is the one that it has its games from. */
const problemsBeside = (
  { budget, base: { fork } }: AblationPlan,
  { shardsOf }: Arm,
  settings: Settings,
  base: Settings,
  other: Settings | null,
): string[] => {
  const changes = Object.keys(differences(base, settings));
  if (changes.length === 0) return ['it changes nothing'];
  if (fork !== undefined && changes.some((key) => key.startsWith('network.')))
    return [`its network must be that of ${fork}, which it goes on from`];
  if (other === null) return [];
  const lacking = settings.network.auxiliaryHeads.filter((head) => !other.network.auxiliaryHeads.includes(head));
  const played = { ...other, targets: targetsOf(settings, other) };
  const isOfSelfPlay = (key: string): boolean =>
    OF_SELF_PLAY.some((each) => key === each || key.startsWith(`${each}.`));
  const changed = Object.keys(differences(played, settings)).filter(isOfSelfPlay);
  return [
    ...lacking.map((head) => `${shardsOf}, whose games it learns from, has no samples for its head ${head}`),
    ...changed.map((key) => `${key} concerns self-play and must be as in ${shardsOf}, whose games it learns from`),
    ...(budget.type === 'minutes'
      ? [
          'shardsOf needs a budget of iterations, samples or simulations: in as many minutes it would learn from more games than there are',
        ]
      : []),
  ];
};

/** Of the targets of `other`, those of the heads that `settings` has: what an arm does not learn, it may leave in the shards. */
const targetsOf = ({ targets }: Settings, other: Settings): Settings['targets'] =>
  Object.fromEntries(Object.entries(other.targets).filter(([head]) => Object.hasOwn(targets, head)));
