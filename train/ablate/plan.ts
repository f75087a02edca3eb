/**
 * A plan of an ablation, as people write it and as it is after checking: a base, arms that each change something of it, and
 * how long and how carefully all of them are compared. Settings are checked where experiments are made of them.
 */
import {
  type Checked,
  fitting,
  InvalidInput,
  isRecord,
  list,
  matching,
  maybe,
  problemsOf,
  provided,
  real,
  record,
  text,
  whole,
  withDefault,
  word,
} from '../../env/index.ts';
import { nestSettings, type SettingsLayer } from '../experiment/make-settings.ts';

/** An ablation, checked in its form. */
export type AblationPlan = {
  /** Names its folder and its section of a document. */
  readonly name: string;
  readonly base: {
    readonly preset: string | null;
    readonly settings: SettingsLayer;
    /** `RUN@ITERATION` that all runs go on from; left out where they begin with fresh weights. */
    readonly fork?: string;
  };
  /** By name; `base`, which changes nothing, is the first of them. */
  readonly arms: Readonly<Record<string, Arm>>;
  readonly seeds: readonly number[];
  readonly budget: Budget;
  readonly match: { readonly sims: number; readonly games: number; readonly against: Opponents };
  readonly heldOut: { readonly games: number };
};

const OPPONENTS = ['all', 'base'] as const;
/** Whom an arm meets: every other arm, or the base alone, which costs less where there are many. */
export type Opponents = (typeof OPPONENTS)[number];

/** What one arm does otherwise than the base. */
export type Arm = {
  /** Nested, as in `Settings`. */
  readonly changes: SettingsLayer;
  /** The arm whose games it learns from; null if it plays its own. */
  readonly shardsOf: string | null;
};

const BUDGET_TYPES = ['iterations', 'samples', 'simulations', 'minutes'] as const;
/** What a budget can be counted in. */
export type BudgetType = (typeof BUDGET_TYPES)[number];

/** What every run may spend. */
export type Budget = { readonly type: BudgetType; readonly limit: number };

/** The arm without changes, which all others are compared with. */
export const BASE_ARM = 'base';

const HELD_OUT_GAMES = 64;
const ARM_NAME = /^[A-Za-z0-9][\w.-]{0,39}$/;
const settings = fitting<SettingsLayer>(isRecord, 'an object of settings');

const BUDGET = provided(
  record({
    iterations: maybe(whole(1, 1e6, 'of every run, exactly')),
    samples: maybe(whole(1, Number.MAX_SAFE_INTEGER, 'a run ends after the iteration in which it has them')),
    simulations: maybe(whole(1, Number.MAX_SAFE_INTEGER, 'the same, of self-play')),
    minutes: maybe(real(0, 1e6, 'the same, by the clock while the run is trained')),
  }),
  (budget) => Object.keys(budget).length === 1,
  `must have exactly one of ${BUDGET_TYPES.join(', ')}`,
);

const PLAN = record({
  // It stands in the comments that mark a section, where two dashes would end them.
  name: matching(
    /^(?!.*--)[A-Za-z0-9][\w.-]{0,59}$/,
    'a name of up to 60 letters, digits, dots, dashes (single ones) and underscores',
  ),
  base: withDefault(
    provided(
      record({ preset: maybe(text()), settings: withDefault(settings, {}), fork: maybe(text()) }),
      ({ preset, fork }) => preset === undefined || fork === undefined,
      'cannot have both a preset and a run to fork, whose settings are taken',
    ),
    {},
  ),
  arms: fitting<Readonly<Record<string, unknown>>>(
    (given) => isRecord(given) && Object.keys(given).some((name) => name !== BASE_ARM),
    'an object with at least one arm: its name, and the settings that it changes',
  ),
  seeds: provided(
    list(whole(0), 1, 100, 'seeds'),
    (seeds) => new Set(seeds).size === seeds.length,
    'must all be different',
  ),
  budget: BUDGET,
  match: record({
    sims: whole(2, 1e5, 'simulations for an action in matches and in held-out games'),
    games: provided(whole(2, 1e5, 'of each two arms, for each seed'), (games) => games % 2 === 0, 'must be even'),
    against: withDefault(word(OPPONENTS, 'whom each arm meets'), 'all'),
  }),
  heldOut: withDefault(record({ games: withDefault(whole(2, 1e4, 'that nobody learns from'), HELD_OUT_GAMES) }), {}),
});

/** Checks what was written, all problems in one error; `source` is where it came from. */
export const checkPlan = (given: unknown, source: string): AblationPlan => {
  const arms = isRecord(given) && isRecord(given.arms) ? given.arms : {};
  const problems = [...problemsOf(PLAN, given), ...problemsOfArms(arms)];
  if (problems.length > 0) throw new InvalidInput('plan', source, problems.join('; '));
  return planOf(given as Checked<typeof PLAN>);
};

const problemsOfArms = (arms: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(arms).flatMap(([name, arm]) => {
    if (!ARM_NAME.test(name))
      return `arm ${JSON.stringify(name)} must be named by up to 40 letters, digits, dots, dashes and underscores`;
    if (!isRecord(arm)) return `arm ${name} must be an object of settings that it changes`;
    if (name === BASE_ARM && Object.keys(arm).length > 0)
      return `arm ${BASE_ARM} is the base itself and changes nothing; its settings belong to base.settings`;
    const { shardsOf } = arm;
    if (shardsOf === undefined) return [];
    const other = typeof shardsOf === 'string' && shardsOf !== name ? armNamed(arms, shardsOf) : undefined;
    if (other === undefined) return `arm ${name}: shardsOf must be the name of another arm`;
    return other.shardsOf === undefined
      ? []
      : `arm ${name}: shardsOf must name the arm that plays, and ${shardsOf} learns from the games of another`;
  });

const armNamed = (
  arms: Readonly<Record<string, unknown>>,
  name: string,
): Readonly<Record<string, unknown>> | undefined => {
  const arm = Object.hasOwn(arms, name) ? arms[name] : name === BASE_ARM ? {} : undefined;
  return isRecord(arm) ? arm : undefined;
};

const planOf = (given: Checked<typeof PLAN>): AblationPlan => {
  const { name, base, arms, seeds, budget, match, heldOut } = given;
  const [type] = Object.keys(budget) as [BudgetType];
  const own = Object.entries(arms).filter(([arm]) => arm !== BASE_ARM);
  return {
    name,
    base: {
      preset: base?.preset ?? null,
      settings: nestSettings(base?.settings ?? {}),
      ...(base?.fork === undefined ? {} : { fork: base.fork }),
    },
    arms: {
      [BASE_ARM]: { changes: {}, shardsOf: null },
      ...Object.fromEntries(own.map(([arm, of]) => [arm, armOf(of)])),
    },
    seeds,
    budget: { type, limit: budget[type]! },
    match: { ...match, against: match.against ?? 'all' },
    heldOut: { games: heldOut?.games ?? HELD_OUT_GAMES },
  };
};

const armOf = (given: unknown): Arm => {
  const { shardsOf, ...changes } = given as SettingsLayer & { readonly shardsOf?: string };
  return { changes: nestSettings(changes), shardsOf: shardsOf ?? null };
};
