/**
 * A conformance kit for environments, ours and users' wrappers: plays whole games and holds every promise of the
 * contract against what happens. Stops at the first broken promise with a sentence that names it.
 */
import type { Action } from './action.ts';
import { check, list, maybe, record, whole, word } from './check.ts';
import { checkGameRewards, checkGameSpaces, checkSymmetry } from './check-two-player.ts';
import type { Environment, ResetResult, StepResult } from './environment.ts';
import { demand, EnvironmentFault, sameArray } from './environment-fault.ts';
import { SEED } from './game-options.ts';
import { MAX_PLIES } from './position.ts';
import { type Rng, randomStream } from './random.ts';

/**
 * How much is demanded. `contract`: what every environment must hold, whatever it shows, rewards or plays by itself.
 * `game`: also what only an unshaped game of two players does, with our actions and observations and rewards of ±1.
 */
export const CHECK_LEVELS = ['contract', 'game'] as const;
/** One of `CHECK_LEVELS`. */
export type CheckLevel = (typeof CHECK_LEVELS)[number];

/** What an environment may do without, at the level `contract`. */
export const OPTIONAL_FEATURES = ['clone', 'undo', 'serialize'] as const;
/** One of `OPTIONAL_FEATURES`; `serialize` stands for `deserialize` too. */
export type OptionalFeature = (typeof OPTIONAL_FEATURES)[number];

/** What `checkEnvironment` is asked. */
export type CheckOptions = {
  /** How much is demanded; `game` unless told otherwise. */
  readonly level?: CheckLevel;
  /** What the environment does not offer, and so is not asked for. */
  readonly without?: readonly OptionalFeature[];
  /** How many games to play. */
  readonly games?: number;
  readonly seed?: number;
};

/** What `checkEnvironment` has done: games and actions played, and the promises that were kept. */
export type CheckReport = {
  readonly level: CheckLevel;
  readonly games: number;
  readonly steps: number;
  readonly checks: readonly string[];
};

const OPTIONS = record({
  level: maybe(word(CHECK_LEVELS)),
  without: maybe(list(word(OPTIONAL_FEATURES), 0, OPTIONAL_FEATURES.length, 'features')),
  games: maybe(whole(1)),
  seed: maybe(SEED),
});

/** The thorough checks, which try every action, are made once in this many actions. */
const THOROUGH_EVERY = 9;

/** What is demanded of the environment at hand. */
type Demands = { readonly isGame: boolean; readonly offers: (feature: OptionalFeature) => boolean };

/** Throws an `EnvironmentFault` at the first broken promise. `env` is reset and played with. */
export const checkEnvironment = (env: Environment, options: CheckOptions = {}): CheckReport => {
  check(OPTIONS, options, 'options of checkEnvironment');
  const { level = 'game', without = [], games = 4, seed = 0 } = options;
  const demands: Demands = {
    isGame: level === 'game',
    offers: (feature) => level === 'game' || !without.includes(feature),
  };
  let steps = 0;
  during('checking', () => {
    if (demands.isGame) checkGameSpaces(env);
    for (let game = 0; game < games; game++) {
      checkReset(env, seed + game, demands);
      const begun = fingerprint(env, demands);
      const length = checkGame(env, randomStream('check', seed, game), demands);
      checkAfterEnd(env, demands);
      if (demands.offers('undo')) checkUndoAll(env, length, begun, demands);
      steps += length;
    }
    checkSequence(env, seed);
  });
  const checks = PROMISES.filter(
    ({ level: of, needs }) => (of === 'contract' || demands.isGame) && needs.every(demands.offers),
  );
  return { level, games, steps, checks: checks.map(({ promise }) => promise) };
};

type Promised = { readonly level: CheckLevel; readonly needs: readonly OptionalFeature[]; readonly promise: string };

const PROMISES: readonly Promised[] = [
  { level: 'contract', needs: [], promise: 'the same seed begins the same game, another reset the next one' },
  {
    level: 'contract',
    needs: [],
    promise: 'observations and masks have the promised shapes and bounds, rewards are finite',
  },
  {
    level: 'contract',
    needs: [],
    promise: 'a game ends, terminated or truncated and never both, and info.outcome says how',
  },
  { level: 'contract', needs: [], promise: 'the mask is 1 exactly where step accepts the action' },
  { level: 'contract', needs: [], promise: 'a refused action leaves the environment untouched' },
  { level: 'contract', needs: [], promise: 'the mask is empty at the end, and the game then takes no action' },
  { level: 'contract', needs: ['clone'], promise: 'a clone and its original do not notice each other' },
  { level: 'contract', needs: ['undo'], promise: 'step and undo are a round trip' },
  { level: 'contract', needs: ['clone', 'serialize'], promise: 'serialize and deserialize are a round trip' },
  { level: 'game', needs: [], promise: 'actions and observations are those of the environment' },
  { level: 'game', needs: [], promise: 'mask and observation follow all 12 symmetries' },
  { level: 'game', needs: [], promise: 'rewards are zero-sum, 0 until the end and then 1 for the winner' },
];

/** An unexpected error is a fault as well. */
const during = <T>(what: string, act: () => T): T => {
  try {
    return act();
  } catch (error) {
    if (error instanceof EnvironmentFault) throw error;
    throw new EnvironmentFault(`an error while ${what}: ${(error as Error).message}`, { cause: error });
  }
};

/** All that an observer can tell about an environment. */
const fingerprint = (env: Environment, demands: Demands): string => {
  const { observation, reward, terminated, truncated, info } = env.last();
  const { actionMask, ...rest } = info;
  const seen = [[...observation], [...actionMask], reward, terminated, truncated, rest];
  return JSON.stringify([seen, stateOf(env, demands), env.agentSelection, env.rewards]);
};

/** Differs where environments do, as far as the environment offers to tell. */
const stateOf = (env: Environment, { offers }: Demands): string =>
  offers('serialize') ? `${env.serialize()} ${env.hash()}` : env.hash();

const refuses = (act: () => unknown): boolean => {
  try {
    act();
    return false;
  } catch {
    return true;
  }
};

const checkReset = (env: Environment, seed: number, demands: Demands): void => {
  const first = env.reset({ seed });
  const begun = fingerprint(env, demands);
  const second = env.reset({ seed });
  const same = sameArray(first.observation, second.observation) && fingerprint(env, demands) === begun;
  demand(same, `reset({ seed: ${seed} }) twice gives two different games: it must depend on the seed alone`);
  checkShapes(env, { ...second, reward: 0, terminated: false, truncated: false });
  checkArrays(env, demands);
  if (demands.offers('clone')) {
    checkIndependence(env, demands);
    checkTwin(env, seed, demands);
  }
  checkRepeat(env, seed, demands);
  env.reset({ seed });
};

/** The actions that are tried of a game for the comparison with another. */
const TWIN_ACTIONS = 20;

const checkTwin = (env: Environment, seed: number, demands: Demands): void => {
  const twin = env.clone();
  const rng = randomStream('twin', seed);
  for (let ply = 0; ply < TWIN_ACTIONS && env.agentSelection !== null; ply++) {
    const action = env.actionSpace.sample(env.last().info.actionMask, rng);
    env.step(action);
    twin.step(action);
    const [one, other] = [fingerprint(env, demands), fingerprint(twin, demands)];
    demand(one === other, `the same actions on a clone give something else at ply ${ply + 1}`);
  }
};

/** The same actions after the same seed must give the same game, whatever plays the other side. */
const checkRepeat = (env: Environment, seed: number, demands: Demands): void => {
  const played = (): string => {
    const rng = randomStream('repeat', seed);
    env.reset({ seed });
    for (let ply = 0; ply < TWIN_ACTIONS && env.agentSelection !== null; ply++)
      env.step(env.actionSpace.sample(env.last().info.actionMask, rng));
    return fingerprint(env, demands);
  };
  const [once, again] = [played(), played()];
  demand(once === again, `the same actions after reset({ seed: ${seed} }) give two different games`);
};

/** Resets without a seed must go through the same sequence of games each time. */
const checkSequence = (env: Environment, seed: number): void => {
  const sequence = (): string[] => [env.reset({ seed }), env.reset(), env.reset()].map(begins);
  const [once, again] = [sequence(), sequence()];
  demand(once.join() === again.join(), 'resets without a seed do not follow from the seed before them');
};

const begins = ({ observation, info }: ResetResult): string =>
  JSON.stringify([[...observation], [...info.actionMask], info.seed, info.episode]);

/** Plays one random game to its end; returns its length. */
const checkGame = (env: Environment, rng: Rng, demands: Demands): number => {
  for (let ply = 0; ; ply++) {
    demand(ply <= MAX_PLIES, `a game goes on after ${MAX_PLIES} actions`);
    const { info, terminated, truncated } = env.last();
    if (terminated || truncated) return ply;
    if (ply % THOROUGH_EVERY === 0) checkThoroughly(env, info.actionMask, demands);
    const action = env.actionSpace.sample(info.actionMask, rng);
    checkStep(env, action, demands);
  }
};

const checkStep = (env: Environment, action: Action, demands: Demands): void => {
  const before = fingerprint(env, demands);
  const { mover } = env.last().info;
  const result = env.step(action);
  const after = fingerprint(env, demands);
  checkShapes(env, result);
  checkResult(result);
  if (demands.isGame) checkGameRewards(result, mover);
  if (!demands.offers('undo')) return;
  env.undo();
  demand(fingerprint(env, demands) === before, `undo after action ${action} does not restore the environment`);
  env.step(action);
  demand(fingerprint(env, demands) === after, `playing action ${action} again after undo gives something else`);
};

const checkShapes = (env: Environment, { observation, info, terminated }: StepResult): void => {
  demand(env.observationSpace.contains(observation), 'an observation is not in observationSpace (shape or bounds)');
  demand(sameArray(observation, env.observe()), 'observe() differs from the observation that reset or step returned');
  const { actionMask, legalCount } = info;
  const { n } = env.actionSpace;
  demand(actionMask instanceof Uint8Array && actionMask.length === n, `info.actionMask is no Uint8Array of ${n}`);
  demand(
    actionMask.every((bit) => bit === 0 || bit === 1),
    'info.actionMask holds something else than 0 and 1',
  );
  const set = actionMask.reduce((sum, bit) => sum + bit, 0);
  demand(set === legalCount, `info.legalCount is ${legalCount}, the mask has ${set} legal actions`);
  demand(
    terminated ? set === 0 : set > 0,
    terminated ? 'the mask is not empty at the end' : 'the mask is empty before the end',
  );
  demand(
    (env.agentSelection === null) === (terminated || env.last().truncated),
    'agentSelection is not null exactly at the end',
  );
};

/** However rewards are shaped, they are numbers, and a game ends in one way. */
const checkResult = ({ reward, terminated, truncated, info }: StepResult): void => {
  const { white, black } = info.rewards;
  demand(
    [reward, white, black].every(Number.isFinite),
    `the rewards ${reward}, ${white} and ${black} are not all finite`,
  );
  demand(!(terminated && truncated), 'a game is both terminated and truncated');
  demand((info.outcome !== null) === terminated, 'info.outcome does not say whether the game is terminated');
};

const checkThoroughly = (env: Environment, mask: Uint8Array, demands: Demands): void => {
  checkMaskAndRefusals(env, mask, demands);
  checkArrays(env, demands);
  if (demands.offers('clone')) checkIndependence(env, demands);
  if (demands.offers('clone') && demands.offers('serialize')) checkSerialization(env, demands);
  if (demands.isGame) checkSymmetry(env);
};

const REFUSED_BUT_CHANGED = 'a refused action changed the environment';

const checkMaskAndRefusals = (env: Environment, mask: Uint8Array, demands: Demands): void => {
  const before = fingerprint(env, demands);
  const state = stateOf(env, demands);
  for (const [action, bit] of mask.entries()) {
    const legal = bit === 1;
    if (legal && !demands.offers('clone')) continue; // what is played of them is accepted
    const tried = legal ? env.clone() : env;
    const accepted = !refuses(() => tried.step(action));
    demand(accepted === legal, `action ${action} has mask ${bit}, but step ${legal ? 'refuses' : 'accepts'} it`);
    const unchanged = stateOf(env, demands) === state;
    demand(unchanged, legal ? 'playing on a clone changed its original' : REFUSED_BUT_CHANGED);
  }
  for (const action of [-1, mask.length, 0.5, Number.NaN, Number.POSITIVE_INFINITY]) {
    const refused = refuses(() => env.step(action));
    demand(refused, `step accepts ${action}`);
  }
  demand(fingerprint(env, demands) === before, REFUSED_BUT_CHANGED);
};

const checkArrays = (env: Environment, demands: Demands): void => {
  const before = fingerprint(env, demands);
  const { observation, info } = env.last();
  observation.fill(0);
  info.actionMask.fill(0);
  demand(fingerprint(env, demands) === before, 'writing into a returned array changed the environment');
};

const checkIndependence = (env: Environment, demands: Demands): void => {
  const before = fingerprint(env, demands);
  const action = env.last().info.actionMask.indexOf(1);
  const [one, other] = [env.clone(), env.clone()];
  demand(fingerprint(one, demands) === before, 'a clone differs from its original');
  one.step(action);
  demand(fingerprint(env, demands) === before, 'playing on a clone changed its original');
  demand(fingerprint(other, demands) === before, 'playing on a clone changed another one');
};

const checkSerialization = (env: Environment, demands: Demands): void => {
  const before = fingerprint(env, demands);
  const text = env.serialize();
  const other = env.clone();
  other.reset({ seed: 987_654_321 });
  other.deserialize(text);
  demand(fingerprint(other, demands) === before, 'deserialize does not restore what serialize wrote');
  const untouched = fingerprint(other, demands);
  for (const corrupt of ['', '{}', text.slice(1), text.slice(0, -2), text.replace(/tzaar-v\d+/, 'tzaar-v0')]) {
    demand(
      refuses(() => other.deserialize(corrupt)),
      `deserialize accepts the corrupt text ${JSON.stringify(corrupt.slice(0, 40))}`,
    );
  }
  demand(fingerprint(other, demands) === untouched, 'a refused deserialize changed the environment');
};

const checkAfterEnd = (env: Environment, demands: Demands): void => {
  const before = fingerprint(env, demands);
  for (let action = 0; action < env.actionSpace.n; action++) {
    const refused = refuses(() => env.step(action));
    demand(refused, `step accepts action ${action} after the end`);
  }
  demand(fingerprint(env, demands) === before, 'an action after the end changed the environment');
};

/** `actions` were taken since the environment looked like `begun`. */
const checkUndoAll = (env: Environment, actions: number, begun: string, demands: Demands): void => {
  for (let action = 0; action < actions; action++) env.undo();
  const start = fingerprint(env, demands);
  demand(start === begun, 'undoing every action does not lead back to the start of the game');
  const refused = refuses(() => env.undo());
  demand(refused, 'undo goes back behind the start of the game');
  demand(fingerprint(env, demands) === start, 'a refused undo changed the environment');
};
