import { describe, expect, test } from 'vitest';
import {
  type GameRecord,
  InvalidInput,
  parseAction,
  RandomSymmetry,
  RecordGames,
  randomStream,
  replayRecord,
  type Seat,
  SeatView,
  symmetricAction,
  TimeLimit,
  TzaarEnv,
} from '../../env/index.ts';

const NEAR_END = 'ZATz./....../......./......../......../......../......./....../...at w 2 -';

test('RandomSymmetry shows the same game from another side, all sides in turn', () => {
  const plain = new TzaarEnv();
  const turned = new RandomSymmetry(new TzaarEnv());
  const seen = new Set<number>();
  const rng = randomStream(1);
  for (let seed = 0; seed < 60; seed++) {
    plain.reset({ seed });
    turned.reset({ seed });
    seen.add(turned.symmetry);
    for (let ply = 0; ply < 10 && plain.agentSelection !== null; ply++) {
      const action = plain.actionSpace.sample(plain.last().info.actionMask, rng);
      const { reward, terminated } = plain.step(action);
      expect(turned.step(symmetricAction(turned.symmetry, action))).toMatchObject({ reward, terminated });
    }
    expect(turned.hash()).toBe(plain.hash());
  }
  expect(seen.size).toBe(12);
});

test('RandomSymmetry needs the points view', () => {
  expect(() => new RandomSymmetry(new TzaarEnv({ observation: 'grid' }))).toThrow(InvalidInput);
});

describe('SeatView', () => {
  test.each([
    { seat: 0, move: 'A3xA4', reward: 1 },
    { seat: 1, move: 'A3xA4', reward: -1 },
    { seat: 0, move: 'A2+A1', reward: -1 },
    { seat: 1, move: 'A2+A1', reward: 1 },
  ])('seat $seat gets $reward when white plays $move', ({ seat, move, reward }) => {
    const env = new SeatView(new TzaarEnv({ position: NEAR_END }), seat as Seat);
    env.reset({ seed: 1 });
    expect(env.step(parseAction(env.position(), move)).reward).toBe(reward);
    expect(env.last().reward).toBe(reward);
  });

  test('follows the seats when they are drawn', () => {
    const env = new SeatView(new TzaarEnv({ position: NEAR_END, firstMoverSeed: 2 }), 0);
    const seen = new Set<string>();
    for (let game = 0; game < 20; game++) {
      const { info } = env.reset(game === 0 ? { seed: 1 } : {});
      const { reward } = env.step(parseAction(env.position(), 'A3xA4'));
      expect(reward).toBe(info.seat === 0 ? 1 : -1);
      seen.add(`${info.seat}`);
    }
    expect(seen.size).toBe(2);
  });

  test('there are two seats', () => {
    expect(() => new SeatView(new TzaarEnv(), 2 as Seat)).toThrow('invalid seat 2');
  });
});

test('TimeLimit cuts games off and undo brings them back', () => {
  const env = new TimeLimit(new TzaarEnv(), 2);
  env.reset({ seed: 1 });
  const first = (): number => env.last().info.actionMask.indexOf(1);
  expect(env.step(first()).truncated).toBe(false);
  expect(env.step(first()).truncated).toBe(true);
  expect(env.agentSelection).toBeNull();
  expect(() => env.step(first())).toThrow('cut off at its limit of 2 actions');
  env.undo();
  expect(env.agentSelection).not.toBeNull();
  expect(() => new TimeLimit(new TzaarEnv(), 0)).toThrow('invalid limit 0');
});

test('RecordGames hands over records that replay, finished and cut off', () => {
  const records: GameRecord[] = [];
  const players = { white: 'one', black: 'other' };
  const env = new RecordGames(new TzaarEnv({ setup: 'tournament' }), (record) => records.push(record), players);
  const rng = randomStream(1);
  for (let seed = 0; seed < 5; seed++) {
    env.reset({ seed, options: seed === 4 ? { stepLimit: 70 } : {} });
    while (env.agentSelection !== null) env.step(env.actionSpace.sample(env.last().info.actionMask, rng));
  }
  expect(records.map(({ setup, result }) => [setup, result === null])).toEqual([
    ['tournament', false],
    ['tournament', false],
    ['tournament', false],
    ['tournament', false],
    ['tournament', true],
  ]);
  for (const record of records) expect(replayRecord(record).actions.length).toBe(record.moves.length);
  expect(records[0].players).toEqual(players);
});
