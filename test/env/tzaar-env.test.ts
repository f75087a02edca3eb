import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ACTION_COUNT,
  type Environment,
  FIXED_START_TEXT,
  formatPosition,
  type GameOptions,
  InvalidInput,
  OBSERVATION_SIZE,
  parseAction,
  parsePosition,
  randomStream,
  type Setup,
  startPosition,
  TzaarEnv,
  type TzaarEnvOptions,
} from '../../env/index.ts';

/** Plays random legal actions until the game ends or so many are played. */
const playRandomly = (env: Environment, seed: number, limit = 1000): number[] => {
  const rng = randomStream('policy', seed);
  const actions: number[] = [];
  while (env.agentSelection !== null && actions.length < limit) {
    const action = env.actionSpace.sample(env.last().info.actionMask, rng);
    env.step(action);
    actions.push(action);
  }
  return actions;
};

const NEAR_END = 'ZATz./....../......./......../......../......../......./....../...at w 2 -';

describe('reset', () => {
  test('the same seed gives the same game, the next reset the next one', () => {
    const [one, other] = [new TzaarEnv(), new TzaarEnv()];
    one.reset({ seed: 42 });
    other.reset({ seed: 7 });
    other.reset({ seed: 42 });
    expect(other.serialize()).toBe(one.serialize());
    one.reset();
    other.reset();
    expect(one.last().info).toMatchObject({ seed: 42, episode: 1 });
    expect(other.serialize()).toBe(one.serialize());
  });

  test('without any seed two environments begin two games, and say by which seed', () => {
    const [one, other] = [new TzaarEnv().reset().info.seed, new TzaarEnv().reset().info.seed];
    expect(one).not.toBe(other);
    expect(new TzaarEnv().reset({ seed: one }).info.seed).toBe(one);
  });

  test.each<{ options: GameOptions; start: string }>([
    { options: { setup: 'fixed' }, start: FIXED_START_TEXT },
    { options: { position: NEAR_END }, start: NEAR_END },
    { options: { setup: 'tournament' }, start: formatPosition(startPosition('tournament', randomStream(0))) },
  ])('options $options hold for the one game, or for all when given to the constructor', ({ options, start }) => {
    const env = new TzaarEnv();
    env.reset({ seed: 1, options });
    expect(formatPosition(env.position())).toBe(start);
    env.reset();
    expect(formatPosition(env.position())).not.toBe(start);
    const always = new TzaarEnv(options);
    always.reset({ seed: 1 });
    always.reset();
    expect(formatPosition(always.position())).toBe(start);
  });

  test('firstMoverSeed draws the seat that plays white, game by game and repeatably', () => {
    const seats = (firstMoverSeed: number): number[] => {
      const env = new TzaarEnv({ firstMoverSeed, observation: 'none' });
      return Array.from({ length: 40 }, (_, game) => env.reset(game === 0 ? { seed: 1 } : {}).info.seat);
    };
    expect(seats(5)).toEqual(seats(5));
    expect(seats(5)).not.toEqual(seats(6));
    expect(new Set(seats(5))).toEqual(new Set([0, 1]));
    expect(new TzaarEnv().reset({ seed: 5 }).info.seat).toBe(0);
  });
});

describe('step', () => {
  test('rewards the player who acted, and both in info', () => {
    const env = new TzaarEnv({ position: NEAR_END });
    env.reset({ seed: 0 });
    const win = env.step(parseAction(env.position(), 'A3xA4'));
    expect(win).toMatchObject({ reward: 1, terminated: true, truncated: false });
    expect(win.info).toMatchObject({
      rewards: { white: 1, black: -1 },
      outcome: { winner: 'white', reason: 'kind-captured' },
    });
    env.reset();
    const burial = env.step(parseAction(env.position(), 'A2+A1'));
    expect(burial).toMatchObject({ reward: -1, terminated: true });
    expect(burial.info.rewards).toEqual({ white: -1, black: 1 });
    expect(env.agentSelection).toBeNull();
  });

  test('a mover keeps the turn for a second step', () => {
    const env = new TzaarEnv({ setup: 'fixed' });
    env.reset({ seed: 0 });
    const movers = Array.from({ length: 5 }, () => {
      const { mover, step, actionMask } = env.last().info;
      env.step(actionMask.indexOf(1));
      return `${mover} ${step}`;
    });
    expect(movers).toEqual(['white 1', 'black 1', 'black 2', 'white 1', 'white 2']);
  });

  test('truncates at the step limit, with the mask kept for those who bootstrap', () => {
    const env = new TzaarEnv({ stepLimit: 3 });
    env.reset({ seed: 2 });
    playRandomly(env, 1);
    const { terminated, truncated, info } = env.last();
    expect({ terminated, truncated, ply: info.ply, rewards: info.rewards }).toEqual({
      terminated: false,
      truncated: true,
      ply: 3,
      rewards: { white: 0, black: 0 },
    });
    expect(info.legalCount).toBeGreaterThan(0);
    expect(() => env.step(info.actionMask.indexOf(1))).toThrow('cut off at its limit of 3 actions');
  });
});

test('serialize carries on where the other stopped, undo and the next game included', () => {
  fc.assert(
    fc.property(fc.nat({ max: 1e6 }), fc.nat({ max: 120 }), (seed, plies) => {
      const env = new TzaarEnv({
        setup: (['random', 'fixed', 'tournament'] as Setup[])[seed % 3],
        observation: 'none',
      });
      env.reset({ seed });
      playRandomly(env, seed, plies);
      const copy = new TzaarEnv({ observation: 'none' });
      copy.deserialize(env.serialize());
      expect(playRandomly(copy, seed)).toEqual(playRandomly(env, seed));
      expect(copy.serialize()).toBe(env.serialize());
      expect([copy.reset().info, copy.hash()]).toEqual([env.reset().info, env.hash()]);
    }),
    { numRuns: 30 },
  );
});

test('render draws for terminals and for pages', () => {
  const env = new TzaarEnv();
  env.reset({ seed: 1 });
  expect(env.render('ansi')).toContain('white opens');
  expect(env.render('svg')).toMatch(/^<svg /);
});

test('spaces sample what they contain', () => {
  const env = new TzaarEnv();
  const { info } = env.reset({ seed: 1 });
  const rng = randomStream(1);
  const drawn = Array.from({ length: 2000 }, () => env.actionSpace.sample(info.actionMask, rng));
  expect(drawn.every((action) => info.actionMask[action] === 1)).toBe(true);
  expect(new Set(drawn).size).toBe(info.legalCount);
  expect(env.actionSpace.contains(env.actionSpace.sample(null, rng))).toBe(true);
  expect(env.observationSpace.contains(env.observationSpace.sample(null, rng))).toBe(true);
  expect([540, 541, -1, 0.5, Number.NaN, '3', null].map((value) => env.actionSpace.contains(value))).toEqual([
    true,
    false,
    false,
    false,
    false,
    false,
    false,
  ]);
  expect(env.observationSpace.contains(new Float32Array(3))).toBe(false);
  expect(env.observationSpace.contains(new Float32Array(OBSERVATION_SIZE).fill(-1))).toBe(false);
  expect(() => env.actionSpace.sample(new Uint8Array(ACTION_COUNT), rng)).toThrow('no action can be drawn');
});

describe('bad input throws InvalidInput and changes nothing:', () => {
  const begun = (): TzaarEnv => {
    const env = new TzaarEnv({ setup: 'fixed' });
    env.reset({ seed: 1 });
    return env;
  };
  const over = (): TzaarEnv => {
    const env = begun();
    playRandomly(env, 3);
    return env;
  };
  const corrupt = (change: (state: Record<string, unknown>) => object): string =>
    JSON.stringify(change(JSON.parse(begun().serialize())));

  test.each<{ name: string; env?: () => TzaarEnv; act: (env: TzaarEnv) => unknown; says: string | RegExp }>([
    {
      name: 'an action below 0',
      act: (env) => env.step(-1),
      says: 'invalid action -1: expected a whole number from 0 to 540',
    },
    { name: 'an action above 540', act: (env) => env.step(541), says: 'invalid action 541' },
    { name: 'half an action', act: (env) => env.step(1.5), says: 'invalid action 1.5' },
    { name: 'NaN', act: (env) => env.step(Number.NaN), says: 'invalid action NaN' },
    { name: 'no action', act: (env) => env.step(undefined as unknown as number), says: 'missing action' },
    { name: 'a text', act: (env) => env.step('3' as unknown as number), says: 'invalid action "3"' },
    {
      name: 'an illegal move',
      act: (env) => env.step(0),
      says: 'invalid action 0: A1 to the n is not legal here; legal are ',
    },
    { name: 'stacking on step 1', act: (env) => env.step(24), says: 'invalid action 24: A5' },
    { name: 'a move off the board', act: (env) => env.step(3), says: 'A1 to the s is not legal here' },
    { name: 'pass on step 1', act: (env) => env.step(360), says: 'invalid action 360: pass is not legal here' },
    { name: 'a placement in play', act: (env) => env.step(361), says: 'invalid action 361: Z@A1 is not legal here' },
    { name: 'an action after the end', env: over, act: (env) => env.step(0), says: 'the game is over' },
    {
      name: 'an unknown option',
      act: (env) => env.reset({ options: { board: 1 } as GameOptions }),
      says: 'options.board is not known: known are setup, position, firstMoverSeed, stepLimit',
    },
    {
      name: 'an unknown request',
      act: (env) => env.reset({ sead: 1 } as object),
      says: 'invalid reset request {"sead":1}: sead is not known: known are seed, options',
    },
    { name: 'a bad seed', act: (env) => env.reset({ seed: -1 }), says: 'seed must be a whole number of at least 0' },
    {
      name: 'a seed of NaN',
      act: (env) => env.reset({ seed: Number.NaN }),
      says: 'invalid reset request {"seed":"NaN"}: seed must be a whole number',
    },
    {
      name: 'a bad set-up',
      act: (env) => env.reset({ options: { setup: 'x' as Setup } }),
      says: 'options.setup must be one of random, fixed',
    },
    { name: 'a bad position', act: (env) => env.reset({ options: { position: 'x' } }), says: 'invalid position "x"' },
    {
      name: 'a position that is no text',
      act: (env) => env.reset({ options: { position: 3 as unknown as string } }),
      says: 'options.position must be a position text',
    },
    {
      name: 'several faults at once',
      act: (env) => env.reset({ seed: 0.5, options: { setup: 'x' as Setup, stepLimit: -1 } }),
      says: /seed must .*; options.setup must .*; options.stepLimit must /,
    },
    {
      name: 'options that are null',
      act: (env) => env.reset({ options: null! }),
      says: 'options must be an object with',
    },
    {
      name: 'set-up and position',
      act: (env) => env.reset({ options: { setup: 'fixed', position: NEAR_END } }),
      says: 'options may have a setup or a position, not both',
    },
    {
      name: 'a finished start',
      act: (env) => env.reset({ options: { position: NEAR_END.replace('at w', '.t w') } }),
      says: 'the game is over there',
    },
    {
      name: 'a step limit of 0',
      act: (env) => env.reset({ options: { stepLimit: 0 } }),
      says: 'options.stepLimit must be a whole number of at least 1',
    },
    { name: 'undo at the start', act: (env) => env.undo(), says: 'no action has been played yet' },
    { name: 'a short buffer', act: (env) => env.observe(new Float32Array(3)), says: 'expected 2880' },
    { name: 'an unknown picture', act: (env) => env.render('png' as 'svg'), says: 'invalid render mode "png"' },
    { name: 'no state', act: (env) => env.deserialize(''), says: 'a line that serialize wrote' },
    { name: 'a list as state', act: (env) => env.deserialize('[]'), says: 'it must be an object with format, version' },
    {
      name: 'another format',
      act: (env) => env.deserialize(corrupt((s) => ({ ...s, format: 'x' }))),
      says: 'format must be "tzaar-env"',
    },
    {
      name: 'another version',
      act: (env) => env.deserialize(corrupt((s) => ({ ...s, version: 'tzaar-v0' }))),
      says: 'version must be "tzaar-v1"',
    },
    {
      name: 'illegal actions in a state',
      act: (env) => env.deserialize(corrupt((s) => ({ ...s, actions: [360] }))),
      says: 'number 1 of the state',
    },
    {
      name: 'actions that are none',
      act: (env) => env.deserialize(corrupt((s) => ({ ...s, actions: 'x' }))),
      says: 'actions must be a list of 0 to 178 actions',
    },
    {
      name: 'an action out of range in a state',
      act: (env) => env.deserialize(corrupt((s) => ({ ...s, actions: [541] }))),
      says: 'actions.0 must be a whole number from 0 to 540',
    },
    {
      name: 'a state without its seed',
      act: (env) => env.deserialize(corrupt(({ seed, ...s }) => s)),
      says: 'seed is missing: must be a whole number of at least 0',
    },
    {
      name: 'a state with bad options',
      act: (env) => env.deserialize(corrupt((s) => ({ ...s, defaults: { stepLimit: 'x' }, stepLimit: 0 }))),
      says: /defaults.stepLimit must be a .*; stepLimit must be a whole number of at least 1, or null/,
    },
    {
      name: 'more actions than the limit',
      act: (env) => env.deserialize(corrupt((s) => ({ ...s, stepLimit: 1, actions: [1, 2] }))),
      says: 'the step limit is 1',
    },
    {
      name: 'a broken start',
      act: (env) => env.deserialize(corrupt((s) => ({ ...s, start: 'x' }))),
      says: 'invalid position "x"',
    },
    {
      name: 'a third seat',
      act: (env) => env.deserialize(corrupt((s) => ({ ...s, firstSeat: 2 }))),
      says: 'firstSeat must be a whole number from 0 to 1',
    },
    {
      name: 'an unknown key',
      act: (env) => env.deserialize(corrupt((s) => ({ ...s, extra: 2 }))),
      says: 'extra is not known: known are format',
    },
  ])('$name', ({ env = begun, act, says }) => {
    const tried = env();
    const before = [tried.serialize(), JSON.stringify(tried.last())];
    expect(() => act(tried)).toThrow(InvalidInput);
    expect(() => act(tried)).toThrow(says);
    expect([tried.serialize(), JSON.stringify(tried.last())]).toEqual(before);
  });

  test.each<{ name: string; act: (env: TzaarEnv) => unknown }>([
    { name: 'step', act: (env) => env.step(0) },
    { name: 'observe', act: (env) => env.observe() },
    { name: 'last', act: (env) => env.last() },
    { name: 'undo', act: (env) => env.undo() },
    { name: 'serialize', act: (env) => env.serialize() },
    { name: 'hash', act: (env) => env.hash() },
    { name: 'render', act: (env) => env.render('ansi') },
    { name: 'position', act: (env) => env.position() },
    { name: 'agentSelection', act: (env) => env.agentSelection },
  ])('$name before reset', ({ act }) => {
    expect(() => act(new TzaarEnv())).toThrow(InvalidInput);
    expect(() => act(new TzaarEnv())).toThrow('call reset() first');
  });

  test.each<TzaarEnvOptions>([
    { observation: 'image' as 'grid' },
    { setup: 'x' as Setup },
    { stepLimit: -4 },
    { firstMoverSeed: 0.5 },
    { position: '' },
    { colour: true } as TzaarEnvOptions,
  ])('constructor options %j', (options) => {
    expect(() => new TzaarEnv(options)).toThrow(InvalidInput);
  });
});

test('a clone of an environment before its first reset can be reset', () => {
  const clone = new TzaarEnv({ setup: 'fixed' }).clone();
  expect(clone.reset({ seed: 1 }).info.setup).toBe('fixed');
  expect(parsePosition(FIXED_START_TEXT).hashLow).toBe(clone.position().hashLow);
});
