/**
 * A conformance kit for environments, ours and users' wrappers: plays whole games and holds every promise of the
 * contract against what happens. Stops at the first broken promise with a sentence that names it.
 */
import { ACTION_COUNT, type Action } from './action.ts';
import type { Environment, ResetResult, StepResult } from './environment.ts';
import { applySymmetryToObservation } from './observation.ts';
import { emptyPosition, MAX_PLIES } from './position.ts';
import { formatPosition } from './position-text.ts';
import { type Rng, randomStream } from './random.ts';
import { applySymmetry, SYMMETRY_COUNT, type Symmetry, symmetricAction } from './symmetry.ts';

/** A promise of the contract that an environment breaks. */
export class EnvironmentFault extends Error {
  override readonly name = 'EnvironmentFault';
}

export type CheckOptions = {
  /** How many games to play. */
  readonly games?: number;
  readonly seed?: number;
};

export type CheckReport = { readonly games: number; readonly steps: number; readonly checks: readonly string[] };

/** The thorough checks, which try all 541 actions, are made once in this many actions. */
const THOROUGH_EVERY = 9;

/** Throws an `EnvironmentFault` at the first broken promise. `env` is reset and played with. */
export const checkEnvironment = (env: Environment, { games = 4, seed = 0 }: CheckOptions = {}): CheckReport => {
  let steps = 0;
  during('checking', () => {
    for (let game = 0; game < games; game++) {
      checkReset(env, seed + game);
      steps += checkGame(env, randomStream('check', seed, game));
      checkAfterEnd(env);
      checkUndoAll(env);
    }
    checkSequence(env, seed);
  });
  return { games, steps, checks: CHECKS };
};

const CHECKS = [
  'the same seed begins the same game, another reset the next one',
  'observations, masks and rewards have the promised shapes and bounds',
  'the mask is 1 exactly where step accepts the action',
  'a refused action leaves the environment untouched',
  'a clone and its original do not notice each other',
  'serialize and deserialize, and step and undo, are round trips',
  'mask and observation follow all 12 symmetries',
  'rewards are zero-sum, and 0 until the end',
  'the mask is empty at the end, and the game then takes no action',
];

const demand = (kept: boolean, promise: string): void => {
  if (!kept) throw new EnvironmentFault(promise);
};

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
const fingerprint = (env: Environment): string => {
  const { observation, reward, terminated, truncated, info } = env.last();
  const { actionMask, ...rest } = info;
  const seen = [[...observation], [...actionMask], reward, terminated, truncated, rest];
  return JSON.stringify([seen, env.serialize(), env.hash(), env.agentSelection, env.rewards]);
};

const sameArray = (one: ArrayLike<number>, other: ArrayLike<number>): boolean => {
  if (one.length !== other.length) return false;
  for (let index = 0; index < one.length; index++) if (one[index] !== other[index]) return false;
  return true;
};

const refuses = (act: () => unknown): boolean => {
  try {
    act();
    return false;
  } catch {
    return true;
  }
};

const checkReset = (env: Environment, seed: number): void => {
  const first = env.reset({ seed });
  const begun = fingerprint(env);
  const second = env.reset({ seed });
  const same = sameArray(first.observation, second.observation) && fingerprint(env) === begun;
  demand(same, `reset({ seed: ${seed} }) twice gives two different games: it must depend on the seed alone`);
  checkShapes(env, { ...second, reward: 0, terminated: false, truncated: false });
  checkIndependence(env);
  const twin = env.clone();
  const rng = randomStream('twin', seed);
  for (let ply = 0; ply < 20 && env.agentSelection !== null; ply++) {
    const action = env.actionSpace.sample(env.last().info.actionMask, rng);
    env.step(action);
    twin.step(action);
    demand(fingerprint(env) === fingerprint(twin), `the same actions on a clone give something else at ply ${ply + 1}`);
  }
  env.reset({ seed });
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
const checkGame = (env: Environment, rng: Rng): number => {
  for (let ply = 0; ; ply++) {
    demand(ply <= MAX_PLIES, `a game goes on after ${MAX_PLIES} actions`);
    const { info, terminated, truncated } = env.last();
    if (terminated || truncated) return ply;
    if (ply % THOROUGH_EVERY === 0) checkThoroughly(env, info.actionMask);
    const action = env.actionSpace.sample(info.actionMask, rng);
    checkStep(env, action);
  }
};

const checkStep = (env: Environment, action: Action): void => {
  const before = fingerprint(env);
  const { mover } = env.last().info;
  const result = env.step(action);
  const after = fingerprint(env);
  checkShapes(env, result);
  checkRewards(result, mover);
  env.undo();
  demand(fingerprint(env) === before, `undo after action ${action} does not restore the environment`);
  env.step(action);
  demand(fingerprint(env) === after, `playing action ${action} again after undo gives something else`);
};

const checkShapes = (env: Environment, { observation, info, terminated }: StepResult): void => {
  demand(env.observationSpace.contains(observation), 'an observation is not in observationSpace (shape or bounds)');
  demand(sameArray(observation, env.observe()), 'observe() differs from the observation that reset or step returned');
  const { actionMask, legalCount } = info;
  demand(
    actionMask instanceof Uint8Array && actionMask.length === ACTION_COUNT,
    `info.actionMask is no Uint8Array of ${ACTION_COUNT}`,
  );
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

const checkRewards = ({ reward, terminated, truncated, info }: StepResult, actor: 'white' | 'black'): void => {
  const { white, black } = info.rewards;
  demand(white + black === 0, `the rewards ${white} and ${black} are not zero-sum`);
  demand(
    Math.abs(white) === (terminated ? 1 : 0),
    `a ${terminated ? 'finished' : 'running'} game has the reward ${white} for white`,
  );
  demand(Math.abs(reward) === Math.abs(info.rewards[actor]), `the reward ${reward} of step is no player's`);
  demand(!(terminated && truncated), 'a game is both terminated and truncated');
  demand((info.outcome !== null) === terminated, 'info.outcome does not say whether the game is terminated');
  if (info.outcome !== null) demand(info.rewards[info.outcome.winner] === 1, 'the winner does not have the reward 1');
};

const checkThoroughly = (env: Environment, mask: Uint8Array): void => {
  checkMaskAndRefusals(env, mask);
  checkIndependence(env);
  checkSerialization(env);
  checkSymmetry(env);
};

const REFUSED_BUT_CHANGED = 'a refused action changed the environment';
const NONSENSE: readonly number[] = [-1, ACTION_COUNT, 0.5, Number.NaN, Number.POSITIVE_INFINITY];

const checkMaskAndRefusals = (env: Environment, mask: Uint8Array): void => {
  const before = fingerprint(env);
  const state = env.serialize();
  for (let action = 0; action < ACTION_COUNT; action++) {
    const legal = mask[action] === 1;
    const tried = legal ? env.clone() : env;
    const accepted = !refuses(() => tried.step(action));
    demand(
      accepted === legal,
      `action ${action} has mask ${mask[action]}, but step ${legal ? 'refuses' : 'accepts'} it`,
    );
    demand(env.serialize() === state, legal ? 'playing on a clone changed its original' : REFUSED_BUT_CHANGED);
  }
  for (const action of NONSENSE)
    demand(
      refuses(() => env.step(action)),
      `step accepts ${action}`,
    );
  demand(fingerprint(env) === before, REFUSED_BUT_CHANGED);
};

const checkIndependence = (env: Environment): void => {
  const before = fingerprint(env);
  const { observation, info } = env.last();
  const action = info.actionMask.indexOf(1);
  const [one, other] = [env.clone(), env.clone()];
  demand(fingerprint(one) === before, 'a clone differs from its original');
  one.step(action);
  demand(fingerprint(env) === before, 'playing on a clone changed its original');
  demand(fingerprint(other) === before, 'playing on a clone changed another one');
  observation.fill(0);
  info.actionMask.fill(0);
  demand(fingerprint(env) === before, 'writing into a returned array changed the environment');
};

const checkSerialization = (env: Environment): void => {
  const before = fingerprint(env);
  const text = env.serialize();
  const other = env.clone();
  other.reset({ seed: 987_654_321 });
  other.deserialize(text);
  demand(fingerprint(other) === before, 'deserialize does not restore what serialize wrote');
  const untouched = fingerprint(other);
  for (const corrupt of ['', '{}', text.slice(1), text.slice(0, -2), text.replace(/tzaar-v\d+/, 'tzaar-v0')]) {
    demand(
      refuses(() => other.deserialize(corrupt)),
      `deserialize accepts the corrupt text ${JSON.stringify(corrupt.slice(0, 40))}`,
    );
  }
  demand(fingerprint(other) === untouched, 'a refused deserialize changed the environment');
};

/**
 * Begins a game in each of the 12 images of the present position. A wrapper may turn the board itself, so the image
 * need not be seen through the same symmetry; but it must be seen through one, and the 12 through 12 different ones.
 */
const checkSymmetry = (env: Environment): void => {
  if (env.observationSpace.shape.length === 3) return; // the grid is another drawing of the points
  const position = env.position();
  const other = env.clone();
  const begin = (symmetry: Symmetry): ResetResult =>
    other.reset({ seed: 1, options: { position: formatPosition(applySymmetry(position, symmetry, emptyPosition())) } });
  const original = begin(0);
  const seen = new Set<Symmetry>();
  for (let symmetry = 0; symmetry < SYMMETRY_COUNT; symmetry++) {
    const image = begin(symmetry);
    const fitting = symmetriesBetween(original, image);
    demand(
      fitting.length > 0,
      `mask or observation of the image under symmetry ${symmetry} is no image of the original's`,
    );
    for (const candidate of fitting) seen.add(candidate);
  }
  demand(seen.size === SYMMETRY_COUNT, 'different symmetric images of a position look the same');
};

/** The symmetries that carry both mask and observation of one beginning into the other's. */
const symmetriesBetween = (one: ResetResult, other: ResetResult): Symmetry[] =>
  Array.from({ length: SYMMETRY_COUNT }, (_, symmetry) => symmetry).filter((symmetry) => {
    const mask = one.info.actionMask;
    for (let action = 0; action < mask.length; action++) {
      if (other.info.actionMask[symmetricAction(symmetry, action)] !== mask[action]) return false;
    }
    if (one.observation.length === 0) return true;
    const image = new Float32Array(one.observation.length);
    applySymmetryToObservation(one.observation, symmetry, image);
    return sameArray(image, other.observation);
  });

const checkAfterEnd = (env: Environment): void => {
  const before = fingerprint(env);
  for (let action = 0; action < ACTION_COUNT; action++) {
    demand(
      refuses(() => env.step(action)),
      `step accepts action ${action} after the end`,
    );
  }
  demand(fingerprint(env) === before, 'an action after the end changed the environment');
};

const checkUndoAll = (env: Environment): void => {
  for (let { ply } = env.last().info; ply > 0; ply--) env.undo();
  const start = fingerprint(env);
  demand(
    refuses(() => env.undo()),
    'undo goes back behind the start of the game',
  );
  demand(fingerprint(env) === start, 'a refused undo changed the environment');
};
