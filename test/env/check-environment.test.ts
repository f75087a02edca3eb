import { describe, expect, test } from 'vitest';
import {
  type Action,
  applySymmetry,
  BoxSpace,
  type CheckOptions,
  checkEnvironment,
  type Environment,
  EnvironmentFault,
  EnvironmentWrapper,
  emptyPosition,
  formatPosition,
  type GameRecord,
  InvalidInput,
  OPTIONAL_FEATURES,
  PLANE_COUNT,
  POINT_COUNT,
  RandomSymmetry,
  RecordGames,
  type ResetRequest,
  type ResetResult,
  SETUPS,
  SeatView,
  type StepResult,
  TimeLimit,
  TzaarEnv,
} from '../../env/index.ts';

describe('the checker passes', () => {
  test.each(SETUPS)('the environment with the %s set-up', (setup) => {
    const { games, steps, checks } = checkEnvironment(new TzaarEnv({ setup }), { games: 3 });
    expect(games).toBe(3);
    expect(steps).toBeGreaterThan(60);
    expect(checks.length).toBeGreaterThan(8);
  });

  const records: GameRecord[] = [];
  test.each([
    { name: 'the grid view', env: new TzaarEnv({ observation: 'grid' }) },
    { name: 'no observation', env: new TzaarEnv({ observation: 'none' }) },
    { name: 'a step limit', env: new TzaarEnv({ stepLimit: 25 }) },
    { name: 'RandomSymmetry', env: new RandomSymmetry(new TzaarEnv()) },
    { name: 'TimeLimit', env: new TimeLimit(new TzaarEnv(), 25) },
    { name: 'SeatView', env: new SeatView(new TzaarEnv({ firstMoverSeed: 3 }), 1) },
    { name: 'RecordGames', env: new RecordGames(new TzaarEnv(), (r) => records.push(r), { white: 'a', black: 'b' }) },
    { name: 'all wrappers together', env: new TimeLimit(new SeatView(new RandomSymmetry(new TzaarEnv()), 0), 40) },
  ])('$name', ({ env }) => {
    expect(() => checkEnvironment(env, { games: 2 })).not.toThrow();
  });
});

/** A wrapper that breaks one promise; clones stay broken. */
const broken = (change: (inner: Environment) => Partial<Environment>): Environment => {
  class Broken extends EnvironmentWrapper {
    constructor(inner: Environment) {
      super(inner);
      Object.defineProperties(this, Object.getOwnPropertyDescriptors(change(inner)));
    }
    override clone(): Environment {
      return broken2(this.inner.clone());
    }
  }
  const broken2 = (inner: Environment): Environment => new Broken(inner);
  return broken2(new TzaarEnv());
};

const withInfo = <T extends ResetResult | StepResult>(result: T, change: object): T => ({
  ...result,
  info: { ...result.info, ...change },
});

describe('the checker names the fault of', () => {
  let unseeded = 1000;
  const faults: { name: string; env: () => Environment; says: string }[] = [
    {
      name: 'a reset that ignores the seed',
      env: () =>
        broken((inner) => ({ reset: (request?: ResetRequest) => inner.reset({ ...request, seed: unseeded++ }) })),
      says: 'must depend on the seed alone',
    },
    {
      name: 'a mask that lacks a legal action',
      env: () =>
        broken((inner) => {
          const less = <T extends ResetResult | StepResult>(result: T): T => {
            const actionMask = result.info.actionMask.slice();
            const last = actionMask.lastIndexOf(1);
            if (result.info.legalCount > 1) actionMask[last] = 0;
            const legalCount = actionMask.reduce((sum, bit) => sum + bit, 0);
            return withInfo(result, { actionMask, legalCount });
          };
          return {
            reset: (request?: ResetRequest) => less(inner.reset(request)),
            step: (action: Action) => less(inner.step(action)),
            last: () => less(inner.last()),
          };
        }),
      says: 'but step accepts it',
    },
    {
      name: 'a mask of another length',
      env: () =>
        broken((inner) => ({
          reset: (request?: ResetRequest) => withInfo(inner.reset(request), { actionMask: new Uint8Array(9) }),
        })),
      says: 'info.actionMask is no Uint8Array of 541',
    },
    {
      name: 'a legal count that is off',
      env: () =>
        broken((inner) => ({ reset: (request?: ResetRequest) => withInfo(inner.reset(request), { legalCount: 1 }) })),
      says: 'info.legalCount is 1',
    },
    {
      name: 'a refused action that plays another one',
      env: () =>
        broken((inner) => ({
          step: (action: Action) => {
            const { actionMask } = inner.last().info;
            if (actionMask[action] === 1) return inner.step(action);
            if (inner.agentSelection !== null) inner.step(actionMask.indexOf(1));
            throw new Error('illegal');
          },
        })),
      says: 'a refused action changed the environment',
    },
    {
      name: 'a clone that shares its state',
      env: () => {
        const env: Environment = broken(() => ({ clone: () => env }));
        return env;
      },
      says: 'clone',
    },
    {
      name: 'an undo that does nothing',
      env: () => broken(() => ({ undo: () => {} })),
      says: 'does not restore the environment',
    },
    {
      name: 'a deserialize that forgets',
      env: () => broken((inner) => ({ deserialize: () => void inner.reset({ seed: 5 }) })),
      says: 'deserialize does not restore what serialize wrote',
    },
    {
      name: 'a deserialize that accepts anything',
      env: () =>
        broken((inner) => ({
          deserialize: (text: string) => {
            try {
              inner.deserialize(text);
            } catch {
              // swallowed
            }
          },
        })),
      says: 'deserialize accepts the corrupt text',
    },
    {
      name: 'rewards that are not zero-sum',
      env: () =>
        broken((inner) => ({
          step: (action: Action) => withInfo(inner.step(action), { rewards: { white: 1, black: 1 } }),
        })),
      says: 'not zero-sum',
    },
    {
      name: 'rewards before the end',
      env: () =>
        broken((inner) => ({
          step: (action: Action) => withInfo(inner.step(action), { rewards: { white: 1, black: -1 } }),
        })),
      says: 'a running game has the reward 1',
    },
    {
      name: 'an observation out of bounds',
      env: () =>
        broken((inner) => ({
          reset: (request?: ResetRequest) => {
            const result = inner.reset(request);
            result.observation[0] = 7;
            return result;
          },
        })),
      says: 'not in observationSpace',
    },
    {
      name: 'an observation that does not turn with the board',
      env: () =>
        broken((inner) => {
          const marked = (observation: Float32Array): Float32Array => {
            observation[0] = 1; // A1 always shows an own tzaar
            return observation;
          };
          return {
            reset: (request?: ResetRequest) => {
              const result = inner.reset(request);
              return { ...result, observation: marked(result.observation) };
            },
            step: (action: Action) => {
              const result = inner.step(action);
              return { ...result, observation: marked(result.observation) };
            },
            last: () => {
              const result = inner.last();
              return { ...result, observation: marked(result.observation) };
            },
            observe: (out?: Float32Array) => marked(inner.observe(out)),
          };
        }),
      says: "no image of the original's",
    },
    {
      name: 'a game that takes actions after its end',
      env: () =>
        broken((inner) => ({
          step: (action: Action) => (inner.agentSelection === null ? inner.last() : inner.step(action)),
        })),
      says: 'after the end',
    },
    {
      name: 'resets without seed that are random',
      env: () =>
        broken((inner) => ({
          reset: (request?: ResetRequest) => inner.reset(request?.seed === undefined ? { seed: unseeded++ } : request),
        })),
      says: 'do not follow from the seed',
    },
    {
      name: 'arrays that are shared with the outside',
      env: () => {
        let kept: StepResult | null = null;
        let hash = '';
        return broken((inner) => ({
          last: () => {
            if (kept === null || hash !== inner.serialize()) kept = inner.last();
            hash = inner.serialize();
            return kept;
          },
        }));
      },
      says: 'writing into a returned array changed the environment',
    },
  ];

  test.each(faults)('$name', ({ env, says }) => {
    expect(() => checkEnvironment(env(), { games: 2 })).toThrow(EnvironmentFault);
    expect(() => checkEnvironment(env(), { games: 2 })).toThrow(says);
  });

  /** What a wrapper may do if it likes. */
  const OF_GAMES_ALONE = ['not zero-sum', 'a running game has the reward 1', "no image of the original's"];

  test.each(faults)('$name, at the level contract where that is a fault', ({ env, says }) => {
    const checked = (): unknown => checkEnvironment(env(), { games: 1, level: 'contract' });
    if (OF_GAMES_ALONE.includes(says)) expect(checked).not.toThrow();
    else expect(checked).toThrow(says);
  });
});

/** Rewards captures: half a thousandth for each stack that the opponent has lost. */
class Shaped extends EnvironmentWrapper {
  override step(action: Action): StepResult {
    const before = this.inner.position();
    const result = this.inner.step(action);
    const taken = before.counts.reduce((sum, count) => sum + count, 0) - stacksOf(this.inner);
    return { ...result, reward: result.reward + taken / 2000 };
  }
  override clone(): Shaped {
    return new Shaped(this.inner.clone());
  }
}

const stacksOf = (env: Environment): number => env.position().counts.reduce((sum, count) => sum + count, 0);

/** Shows the first nine planes alone. */
class NinePlanes extends EnvironmentWrapper {
  override get observationSpace(): BoxSpace {
    return new BoxSpace([POINT_COUNT, 9], this.inner.observationSpace.high.slice(0, 9));
  }
  override observe(): Float32Array {
    const all = this.inner.observe();
    return Float32Array.from({ length: POINT_COUNT * 9 }, (_, at) => all[Math.floor(at / 9) * PLANE_COUNT + (at % 9)]);
  }
  override reset(request?: ResetRequest): ResetResult {
    return { ...super.reset(request), observation: this.observe() };
  }
  override step(action: Action): StepResult {
    return { ...super.step(action), observation: this.observe() };
  }
  override last(): StepResult {
    return { ...super.last(), observation: this.observe() };
  }
  override clone(): NinePlanes {
    return new NinePlanes(this.inner.clone());
  }
}

/** Plays the other seat itself, with the first legal action, and does not offer to undo. */
class WithOpponent extends EnvironmentWrapper {
  override step(action: Action): StepResult {
    let result = this.inner.step(action);
    while (this.inner.agentSelection !== null && result.info.seat === 1)
      result = this.inner.step(result.info.actionMask.indexOf(1));
    return { ...result, reward: result.info.rewards.white };
  }
  override undo(): void {
    throw new Error('not offered');
  }
  override clone(): WithOpponent {
    return new WithOpponent(this.inner.clone());
  }
}

describe('a wrapper that is no plain game of two players holds the contract, and is told what else it is not:', () => {
  test.each([
    { name: 'shaped rewards', env: () => new Shaped(new TzaarEnv()), without: [], isNot: "is no player's" },
    {
      name: 'a view of nine planes',
      env: () => new NinePlanes(new TzaarEnv()),
      without: [],
      isNot: 'the shape [60, 9], which is none of [60, 48], [9, 9, 48], [0]',
    },
    {
      name: 'an opponent inside',
      env: () => new WithOpponent(new TzaarEnv()),
      without: ['undo'] as const,
      isNot: 'an error while checking: not offered',
    },
  ])('$name', ({ env, without, isNot }) => {
    const { level, steps, checks } = checkEnvironment(env(), { level: 'contract', without, games: 1 });
    expect([level, steps > 10]).toEqual(['contract', true]);
    expect(checks).not.toContain('mask and observation follow all 12 symmetries');
    expect(checks.includes('step and undo are a round trip')).toBe(without.length === 0);
    expect(() => checkEnvironment(env())).toThrow(isNot);
  });

  test('what it does not offer is not asked for, and nothing else is let go', () => {
    const lame = (): Environment =>
      broken(() => ({
        clone: () => {
          throw new Error('no clone');
        },
        undo: () => {
          throw new Error('no undo');
        },
        serialize: () => {
          throw new Error('no text');
        },
      }));
    const { checks } = checkEnvironment(lame(), { level: 'contract', without: OPTIONAL_FEATURES, games: 2 });
    expect(checks).toContain('a refused action leaves the environment untouched');
    expect(() => checkEnvironment(lame(), { level: 'contract', without: ['undo'] })).toThrow('no text');
    expect(() => checkEnvironment(lame(), { without: OPTIONAL_FEATURES })).toThrow(EnvironmentFault);
  });

  test('a refusal at the level game names the other one', () => {
    expect(() => checkEnvironment(new NinePlanes(new TzaarEnv()))).toThrow("{ level: 'contract' } leaves it out");
  });

  test('options that there are not are refused, all at once', () => {
    const options = { level: 'strict', without: ['render'], games: 0 } as unknown as CheckOptions;
    expect(() => checkEnvironment(new TzaarEnv(), options)).toThrow(InvalidInput);
    expect(() => checkEnvironment(new TzaarEnv(), options)).toThrow(/level.*without.*games/);
  });
});

test('an image of a position begins an image of the game', () => {
  const env = new TzaarEnv();
  env.reset({ seed: 3 });
  const image = formatPosition(applySymmetry(env.position(), 5, emptyPosition()));
  expect(env.reset({ options: { position: image } }).info.setup).toBe('position');
  expect(formatPosition(env.position())).toBe(image);
});
