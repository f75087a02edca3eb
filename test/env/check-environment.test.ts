import { describe, expect, test } from 'vitest';
import {
  type Action,
  applySymmetry,
  checkEnvironment,
  type Environment,
  EnvironmentFault,
  EnvironmentWrapper,
  emptyPosition,
  formatPosition,
  type GameRecord,
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
});

test('an image of a position begins an image of the game', () => {
  const env = new TzaarEnv();
  env.reset({ seed: 3 });
  const image = formatPosition(applySymmetry(env.position(), 5, emptyPosition()));
  expect(env.reset({ options: { position: image } }).info.setup).toBe('position');
  expect(formatPosition(env.position())).toBe(image);
});
