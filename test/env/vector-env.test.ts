import { describe, expect, test } from 'vitest';
import {
  ACTION_COUNT,
  formatPosition,
  formatRecord,
  type GameRecord,
  InvalidInput,
  MAX_LEGAL_ACTIONS,
  movesSoFar,
  NOBODY,
  outcome,
  PLAYERS,
  play,
  REASONS,
  RecordGames,
  randomBelow,
  randomStream,
  SETUPS,
  type Setup,
  TzaarEnv,
  TzaarVectorEnv,
  type VectorEnvOptions,
  type VectorResetRequest,
} from '../../env/index.ts';

const SEED = 42;
const NAMES = { white: 'random', black: 'random' };

/** Uniform choices among the legal actions, each game from a stream of its own: the same whatever runs beside it. */
const randomPolicy = (env: TzaarVectorEnv): (() => Int32Array) => {
  const actions = new Int32Array(env.count);
  const rngs = Array.from({ length: env.count }, (_, game) => randomStream('policy', SEED + game));
  return () => {
    const { legal, legalCount } = env.result.info;
    for (let game = 0; game < env.count; game++) {
      if (legalCount[game] === 0) continue;
      actions[game] = legal[game * MAX_LEGAL_ACTIONS + randomBelow(rngs[game], legalCount[game])];
    }
    return actions;
  };
};

/** The first games of a seed, as one environment plays them. */
const playSingle = (setup: Setup, seed: number, games: number): string[] => {
  const records: GameRecord[] = [];
  const env = new RecordGames(new TzaarEnv({ setup, observation: 'none' }), (record) => records.push(record), NAMES);
  const rng = randomStream('policy', seed);
  for (let game = 0; game < games; game++) {
    env.reset(game === 0 ? { seed } : {});
    while (env.agentSelection !== null) env.step(env.actionSpace.sample(env.last().info.actionMask, rng));
  }
  return records.map(formatRecord);
};

/** The same games out of a vector environment: `records[i]` are those of game i. */
const playVector = (setup: Setup, count: number, steps: number): string[][] => {
  const env = new TzaarVectorEnv(count, { setup, observation: 'none' });
  const choose = randomPolicy(env);
  const records: string[][] = Array.from({ length: count }, () => []);
  const { terminated, info } = env.reset({ seed: SEED });
  for (let step = 0; step < steps; step++) {
    env.step(choose());
    for (let game = 0; game < count; game++) {
      if (terminated[game] === 0) continue;
      const position = env.position(game);
      const { winner, reason } = outcome(position)!;
      const notes = { seed: info.seed[game], episode: info.episode[game] };
      const result = { winner: PLAYERS[winner], reason };
      records[game].push(formatRecord({ ...movesSoFar(position), setup, result, players: NAMES, notes }));
    }
  }
  return records;
};

describe('the same seed gives the same bytes', () => {
  test.each(SETUPS)('on one environment, among 64, and again: %s', (setup) => {
    const vector = playVector(setup, 64, 400);
    expect(playVector(setup, 64, 400)).toEqual(vector);
    expect(playVector(setup, 1, 400)[0]).toEqual(vector[0]);
    for (const game of [0, 1, 63]) {
      expect(vector[game].length).toBeGreaterThan(2);
      expect(playSingle(setup, SEED + game, vector[game].length)).toEqual(vector[game]);
    }
  });
});

test('observations, masks and counters are those of single environments', () => {
  const env = new TzaarVectorEnv(8, { autoreset: 'disabled' });
  const choose = randomPolicy(env);
  const { observations, rewards, playerRewards, terminated, info } = env.reset({ seed: SEED });
  const singles = Array.from({ length: 8 }, (_, game) => {
    const single = new TzaarEnv();
    single.reset({ seed: SEED + game });
    return single;
  });
  for (let step = 0; step < 25; step++) {
    const actions = choose();
    env.step(actions);
    for (const [game, single] of singles.entries()) {
      const expected = single.step(actions[game]);
      const size = expected.observation.length;
      expect(observations.subarray(game * size, (game + 1) * size)).toEqual(expected.observation);
      const mask = info.actionMask.subarray(game * ACTION_COUNT, (game + 1) * ACTION_COUNT);
      expect(mask).toEqual(expected.info.actionMask);
      expect({
        reward: rewards[game],
        rewards: { white: playerRewards[game * 2], black: playerRewards[game * 2 + 1] },
        terminated: terminated[game] === 1,
        mover: PLAYERS[info.mover[game]],
        seat: info.seat[game],
        ply: info.ply[game],
        seed: info.seed[game],
      }).toEqual({
        reward: expected.reward,
        rewards: expected.info.rewards,
        terminated: expected.terminated,
        mover: expected.info.mover,
        seat: expected.info.seat,
        ply: expected.info.ply,
        seed: expected.info.seed,
      });
    }
    const done = terminated.slice();
    if (done.includes(1)) {
      env.reset({ resetMask: done });
      for (const [game, single] of singles.entries()) if (done[game] === 1) single.reset();
    }
  }
});

/** One action before the end of a game that white wins, whatever is played. */
const LAST_MOVE = 'ZATz./....../......./......../......../......../......./....../...at w 1 -';

describe('autoreset', () => {
  const start = (autoreset: VectorEnvOptions['autoreset']): TzaarVectorEnv => {
    const env = new TzaarVectorEnv(2, { position: LAST_MOVE, autoreset: autoreset! });
    env.reset({ seed: 1 });
    env.step(Int32Array.of(env.result.info.legal[0], env.result.info.legal[MAX_LEGAL_ACTIONS]));
    return env;
  };

  test('next-step shows the end, then ignores one action and shows the new beginning', () => {
    const env = start('next-step');
    const { terminated, rewards, info } = env.result;
    expect([terminated[0], rewards[0], info.legalCount[0], info.episode[0]]).toEqual([1, 1, 0, 0]);
    env.step(Int32Array.of(-5, 99_999));
    expect([terminated[0], rewards[0], info.ply[0], info.episode[0]]).toEqual([0, 0, 0, 1]);
    expect(info.legalCount[0]).toBeGreaterThan(0);
    expect(formatPosition(env.position(0))).toBe(LAST_MOVE);
  });

  test('same-step begins at once and keeps the end', () => {
    const env = start('same-step');
    const { terminated, rewards, observations, info, final } = env.result;
    expect([terminated[0], rewards[0], info.ply[0], info.episode[0]]).toEqual([1, 1, 0, 1]);
    expect([final.present[0], final.ply[0]]).toEqual([1, 1]);
    const single = new TzaarEnv({ position: LAST_MOVE });
    const begun = single.reset({ seed: 1 });
    const size = begun.observation.length;
    expect(observations.subarray(0, size)).toEqual(begun.observation);
    const ended = single.step(begun.info.actionMask.indexOf(1));
    expect(final.observations.subarray(0, size)).toEqual(ended.observation);
    expect(PLAYERS[final.mover[0]]).toBe(ended.info.mover);
  });

  test('disabled waits for a reset of the finished games', () => {
    const env = start('disabled');
    expect(() => env.step(Int32Array.of(0, 0))).toThrow('game 0 is over; restart it with reset({ resetMask })');
    env.reset({ resetMask: Uint8Array.of(0, 1) });
    expect([...env.result.terminated]).toEqual([1, 0]);
    expect([...env.result.info.episode]).toEqual([0, 1]);
    expect([...env.result.playerRewards]).toEqual([1, -1, 0, 0]);
  });

  test.each(['next-step', 'same-step', 'disabled'] as const)(
    '%s tells who won and why, like a single one',
    (autoreset) => {
      const env = new TzaarVectorEnv(8, { observation: 'none', autoreset });
      const choose = randomPolicy(env);
      const { terminated, truncated, info, final } = env.reset({ seed: SEED });
      const seen = new Set<string>();
      for (let step = 0; step < 400; step++) {
        const ends = Array.from({ length: 8 }, (_, game) => env.position(game));
        const actions = choose().slice();
        const waiting = Array.from(terminated);
        env.step(actions);
        const { winner, reason } = autoreset === 'same-step' ? final : info;
        for (let game = 0; game < 8; game++) {
          if (waiting[game] === 1 && autoreset !== 'same-step') {
            expect([info.winner[game], info.reason[game]]).toEqual([NOBODY, NOBODY]);
            continue;
          }
          play(ends[game], actions[game]);
          const over = outcome(ends[game]);
          expect(terminated[game]).toBe(over === null ? 0 : 1);
          if (over === null) continue;
          expect([winner[game], REASONS[reason[game]]]).toEqual([over.winner, over.reason]);
          seen.add(over.reason);
        }
        if (autoreset === 'disabled') env.reset({ resetMask: terminated.slice() });
      }
      expect(truncated.some((bit) => bit === 1)).toBe(false);
      expect(seen.size).toBeGreaterThan(1);
    },
  );

  test('nobody has won a truncated game', () => {
    const env = new TzaarVectorEnv(1, { stepLimit: 1, autoreset: 'same-step', observation: 'none' });
    const choose = randomPolicy(env);
    env.reset({ seed: SEED });
    const { final } = env.step(choose());
    expect([final.present[0], final.winner[0], final.reason[0]]).toEqual([1, NOBODY, NOBODY]);
  });

  test('truncation begins a new game too', () => {
    const env = new TzaarVectorEnv(3, { stepLimit: 2, autoreset: 'same-step', observation: 'none' });
    const choose = randomPolicy(env);
    env.reset({ seed: 9 });
    env.step(choose());
    expect([...env.result.truncated]).toEqual([0, 0, 0]);
    env.step(choose());
    expect([...env.result.truncated]).toEqual([1, 1, 1]);
    expect([...env.result.info.episode]).toEqual([1, 1, 1]);
  });
});

describe('bad input throws InvalidInput and plays nothing:', () => {
  const begun = (): TzaarVectorEnv => {
    const env = new TzaarVectorEnv(2, { setup: 'fixed' });
    env.reset({ seed: 1 });
    return env;
  };
  test.each<{ name: string; act: (env: TzaarVectorEnv) => unknown; says: string }>([
    {
      name: 'a list',
      act: (env) => env.step([1, 2] as unknown as Int32Array),
      says: 'expected an Int32Array of 2 actions',
    },
    { name: 'too few actions', act: (env) => env.step(new Int32Array(1)), says: 'expected an Int32Array of 2 actions' },
    {
      name: 'one illegal action',
      act: (env) => env.step(Int32Array.of(env.result.info.legal[0], 360)),
      says: 'invalid action of game 1 360: pass is not legal',
    },
    {
      name: 'an action out of range',
      act: (env) => env.step(Int32Array.of(541, 0)),
      says: 'invalid action of game 0 541',
    },
    { name: 'a negative action', act: (env) => env.step(Int32Array.of(-1, 0)), says: 'invalid action of game 0 -1' },
    {
      name: 'seeds of another number',
      act: (env) => env.reset({ seed: [1] }),
      says: 'seed must be a whole number of at least 0, or a list of 2 of them',
    },
    { name: 'a bad seed among them', act: (env) => env.reset({ seed: [1, -1] }), says: 'or a list of 2 of them' },
    {
      name: 'an unknown request',
      act: (env) => env.reset({ mask: 1 } as VectorResetRequest),
      says: 'mask is not known: known are seed, options, resetMask',
    },
    {
      name: 'an unknown option',
      act: (env) => env.reset({ options: { x: 1 } as object }),
      says: 'options.x is not known',
    },
    {
      name: 'a short reset mask',
      act: (env) => env.reset({ resetMask: new Uint8Array(1) }),
      says: 'a Uint8Array of 2 zeros and ones',
    },
    { name: 'a game that is not there', act: (env) => env.position(2), says: 'a whole number from 0 to 1' },
  ])('$name', ({ act, says }) => {
    const env = begun();
    const before = JSON.stringify([env.result, formatPosition(env.position(0)), formatPosition(env.position(1))]);
    expect(() => act(env)).toThrow(InvalidInput);
    expect(() => act(env)).toThrow(says);
    expect(JSON.stringify([env.result, formatPosition(env.position(0)), formatPosition(env.position(1))])).toBe(before);
  });

  test('step before reset, no games at all, an unknown mode', () => {
    expect(() => new TzaarVectorEnv(2).step(new Int32Array(2))).toThrow('call reset() first');
    expect(() => new TzaarVectorEnv(0)).toThrow('invalid count 0');
    expect(() => new TzaarVectorEnv(1, { autoreset: 'always' as 'disabled' })).toThrow(
      'autoreset must be one of next-step',
    );
  });
});

test('seeds may be given one by one', () => {
  const env = new TzaarVectorEnv(2, { observation: 'none' });
  env.reset({ seed: [7, 7] });
  expect(formatPosition(env.position(0))).toBe(formatPosition(env.position(1)));
});

test('boards are those of the positions, into arrays of the right size alone', () => {
  const env = new TzaarVectorEnv(3, { setup: 'random' });
  const [cells, turns] = [new Int8Array(3 * 60), new Uint8Array(3 * 3)];
  expect(() => env.writeBoards(cells, turns)).toThrow('call reset() first');
  const { info } = env.reset({ seed: 4 });
  env.step(Int32Array.from({ length: 3 }, (_, game) => info.legal[game * MAX_LEGAL_ACTIONS]));
  env.writeBoards(cells, turns);
  for (let game = 0; game < 3; game++) {
    const { cells: stacks, mover, step, phase } = env.position(game);
    expect(cells.subarray(game * 60, game * 60 + 60)).toEqual(stacks.subarray(0, 60));
    expect(Array.from(turns.subarray(game * 3, game * 3 + 3))).toEqual([mover, step, phase]);
  }
  expect(() => env.writeBoards(cells, turns.subarray(1))).toThrow('expected 180 and 9 numbers');
});
