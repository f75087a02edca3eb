/** What an ablation found: every arm against the base, with intervals, and what it cost. Made of games and losses alone. */
import {
  type Cluster,
  type Duel,
  gameInterval,
  type Interval,
  type Rating,
  type ScoreSummary,
  tabulate,
} from '../../arena/index.ts';
import type { GameRecord } from '../../env/index.ts';
import type { GameLoss } from './held-out-loss.ts';
import { type AblationPlan, BASE_ARM } from './plan.ts';
import type { Spent } from './spent.ts';

/** The format of `ablation.json`. */
const FORMAT = 'tzaar-ablation';
const VERSION = 1;

/** What is known of one arm, over all seeds. */
export type ArmResult = {
  readonly arm: string;
  readonly shardsOf: string | null;
  /** Against the base, by pairs of games; null for the base itself. */
  readonly score: ScoreSummary | null;
  readonly scoreBySeed: readonly { readonly seed: number; readonly score: number; readonly games: number }[];
  /** Among all arms, relative to their average. */
  readonly rating: Rating;
  /** On held-out games, in nats, by game; a mean over seeds. */
  readonly valueLoss: Interval;
  readonly policyLoss: Interval;
  /** How much more than the base's on the same games; null for the base itself. */
  readonly valueMore: Interval | null;
  readonly policyMore: Interval | null;
  /** Over all seeds. */
  readonly spent: Spent;
};

/** The result of an ablation, as `ablation.json` holds it. */
export type AblationResult = {
  readonly format: string;
  readonly version: number;
  readonly plan: AblationPlan;
  readonly heldOut: { readonly games: number; readonly positions: number };
  /** In the order of the plan, the base first. */
  readonly arms: readonly ArmResult[];
  readonly duels: readonly Duel[];
};

/** What is known of one run when all is played. */
export type MeasuredRun = {
  readonly arm: string;
  readonly seed: number;
  readonly spent: Spent;
  /** By held-out game, in the same order for all runs. */
  readonly losses: readonly GameLoss[];
};

/** Puts together what was measured. In `records` players are called by their arms. */
export const ablationResult = (
  plan: AblationPlan,
  runs: readonly MeasuredRun[],
  records: readonly GameRecord[],
): AblationResult => {
  const pool = tabulate(records);
  const [{ losses }] = runs;
  const positions = losses.reduce((sum, game) => sum + game.positions, 0);
  const runsOf = (arm: string): readonly MeasuredRun[] => runs.filter((run) => run.arm === arm);
  const base = runsOf(BASE_ARM);
  const arms = Object.entries(plan.arms).map(([arm, { shardsOf }]): ArmResult => {
    const own = runsOf(arm);
    const isBase = arm === BASE_ARM;
    const duel = pool.duels.find(({ first, second }) => first === arm && second === BASE_ARM);
    const { agent: _agent, ...rating } = pool.entries.find(({ agent }) => agent === arm)!;
    const loss = (head: 'value' | 'policy'): Interval => gameInterval(clusters(own, head));
    const more = (head: 'value' | 'policy'): Interval | null =>
      isBase ? null : gameInterval(subtract(clusters(own, head), clusters(base, head)));
    return {
      arm,
      shardsOf,
      score: duel?.summary ?? null,
      scoreBySeed: isBase ? [] : plan.seeds.map((seed) => scoreOf(arm, seed, records)),
      rating,
      valueLoss: loss('value'),
      policyLoss: loss('policy'),
      valueMore: more('value'),
      policyMore: more('policy'),
      spent: addSpent(own.map(({ spent }) => spent)),
    };
  });
  return {
    format: FORMAT,
    version: VERSION,
    plan,
    heldOut: { games: losses.length, positions },
    arms,
    duels: pool.duels,
  };
};

/** Of each game the loss of the arm's networks, averaged over seeds. */
const clusters = (runs: readonly MeasuredRun[], head: 'value' | 'policy'): Cluster[] =>
  runs[0].losses.map(({ positions }, game) => ({
    sum: runs.reduce((sum, { losses }) => sum + losses[game][head], 0) / runs.length,
    count: positions,
  }));

/** Game by game: both have seen the same positions, so what makes a game hard for everybody cancels. */
const subtract = (own: readonly Cluster[], base: readonly Cluster[]): Cluster[] =>
  own.map(({ sum, count }, game) => ({ sum: sum - base[game].sum, count }));

const scoreOf = (arm: string, seed: number, records: readonly GameRecord[]): ArmResult['scoreBySeed'][number] => {
  const games = records.filter(
    ({ players, notes, result }) =>
      notes?.seed === seed &&
      result !== null &&
      [arm, BASE_ARM].every((name) => [players.white, players.black].includes(name)),
  );
  const won = games.filter(({ players, result }) => players[result!.winner] === arm).length;
  return { seed, score: games.length === 0 ? 0.5 : won / games.length, games: games.length };
};

const addSpent = (all: readonly Spent[]): Spent => {
  const total = (key: keyof Spent): number => all.reduce((sum, spent) => sum + spent[key], 0);
  return {
    iterations: total('iterations'),
    games: total('games'),
    samples: total('samples'),
    simulations: total('simulations'),
    minutes: total('minutes'),
  };
};
