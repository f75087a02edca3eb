import { describe, expect, test } from 'vitest';
import { AgainstAgent, type Agent, createAgent } from '../../agents/index.ts';
import {
  EnvironmentWrapper,
  InvalidInput,
  parseAction,
  RandomSymmetry,
  randomStream,
  type Seat,
  type StepResult,
  TzaarEnv,
} from '../../env/index.ts';

const NEAR_END = 'ZATz./....../......./......../......../......../......./....../...at w 2 -';

/** Plays a game with random actions; tells what was seen. */
const playOne = async (env: AgainstAgent, seed: number): Promise<StepResult[]> => {
  const rng = randomStream('learner', seed);
  const results: StepResult[] = [];
  let { info } = await env.reset({ seed });
  for (;;) {
    expect(info.seat).toBe(env.seat);
    const result = await env.step(env.actionSpace.sample(info.actionMask, rng));
    results.push(result);
    ({ info } = result);
    if (result.terminated || result.truncated) return results;
  }
};

describe.each([0, 1] as const)('in seat %d', (seat) => {
  test.each(['random', 'greedy', 'alphabeta:nodes=50'])('one player meets %s, and twice alike', async (spec) => {
    const agent = await createAgent(spec);
    const env = new AgainstAgent(new TzaarEnv(), agent, { seat });
    for (let seed = 0; seed < 2; seed++) {
      const results = await playOne(env, seed);
      const { info, reward } = results[results.length - 1];
      expect(Math.abs(reward)).toBe(1);
      expect(reward === 1).toBe(info.outcome?.winner === (seat === 0 ? 'white' : 'black'));
      expect(results.slice(0, -1).every((result) => result.reward === 0 && !result.terminated)).toBe(true);
      expect(env.last().reward).toBe(reward);
      const ended = env.env.serialize();
      await playOne(env, seed);
      expect(env.env.serialize()).toBe(ended);
    }
    await agent.close();
  });
});

test('seats are drawn where the environment draws them', async () => {
  const env = new AgainstAgent(new TzaarEnv({ firstMoverSeed: 1 }), await createAgent('random'));
  const first = new Set<string>();
  for (let game = 0; game < 12; game++) first.add((await env.reset(game === 0 ? { seed: 1 } : {})).info.mover);
  expect(first).toEqual(new Set(['white', 'black']));
});

test('rewards of both players’ actions are summed', async () => {
  class PerAction extends EnvironmentWrapper {
    override step(action: number): StepResult {
      const result = this.inner.step(action);
      return { ...result, info: { ...result.info, rewards: { white: 0.25, black: -0.5 } } };
    }
    override clone(): PerAction {
      return new PerAction(this.inner.clone());
    }
  }
  const env = new AgainstAgent(new PerAction(new TzaarEnv()), await createAgent('random'));
  const { info } = await env.reset({ seed: 1 });
  const before = info.ply;
  const result = await env.step(info.actionMask.indexOf(1));
  expect(result.info.ply).toBeGreaterThan(before + 1);
  expect(result.reward).toBe(0.25 * (result.info.ply - before));
});

describe('refuses in a sentence and changes nothing:', () => {
  const silly = (choose: Agent['choose']): Agent => ({
    name: 'silly',
    newGame: () => {},
    choose,
    close: async () => {},
  });
  const begun = async (agent: Agent): Promise<AgainstAgent> => {
    const env = new AgainstAgent(new TzaarEnv(), agent);
    await env.reset({ seed: 1 });
    return env;
  };

  test.each([
    { what: 'an illegal action of the caller', choose: async () => ({ action: 0, nodes: 0, timeMs: 0 }), action: 360, says: 'invalid action' },
    { what: 'an illegal action of the agent', choose: async () => ({ action: 540, nodes: 0, timeMs: 0 }), action: -1, says: 'invalid action of silly' },
    { what: 'an agent that fails', choose: async () => Promise.reject(new Error('engine gone')), action: -1, says: 'engine gone' },
  ])('$what', async ({ choose, action, says }) => {
    const env = await begun(silly(choose));
    const before = env.env.serialize();
    const wanted = action === -1 ? env.last().info.actionMask.indexOf(1) : action;
    await expect(env.step(wanted)).rejects.toThrow(says);
    expect(env.env.serialize()).toBe(before);
  }); // biome-ignore format: a table

  test('a step while the agent thinks', async () => {
    const env = await begun(await createAgent('random'));
    const first = env.last().info.actionMask.indexOf(1);
    const pending = env.step(first);
    await expect(env.step(first)).rejects.toThrow('await the call before it first');
    expect((await pending).info.seat).toBe(0);
  });

  test('a third seat, and an environment that turns the board', async () => {
    const agent = await createAgent('random');
    expect(() => new AgainstAgent(new TzaarEnv(), agent, { seat: 2 as Seat })).toThrow(InvalidInput);
    const turned = new RandomSymmetry(new TzaarEnv({ setup: 'random' }));
    const starts = Array.from({ length: 4 }, (_, seed) => new AgainstAgent(turned, agent).reset({ seed }));
    await expect(Promise.all(starts)).rejects.toThrow('it may turn the board');
  });

  test('a game that is over', async () => {
    const env = new AgainstAgent(new TzaarEnv({ position: NEAR_END }), await createAgent('random'));
    await env.reset({ seed: 1 });
    const { reward, info } = await env.step(parseAction(env.env.position(), 'A3xA4'));
    expect([reward, info.outcome?.reason]).toEqual([1, 'kind-captured']);
    await expect(env.step(0)).rejects.toThrow('the game is over');
  });
});
