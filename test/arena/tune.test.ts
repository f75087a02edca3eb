import { describe, expect, test } from 'vitest';
import {
  judgeSprt,
  type PairCounts,
  type PlayedSchedule,
  parseVariation,
  type Schedule,
  type TunedValue,
  tune,
  withOption,
} from '../../arena/index.ts';

const OPTIONS = { games: 100, setup: 'random', seed: 1, sprt: '0,40' };

/** How a match went, by how many pairs the first won and lost. */
const played = ({ sprt }: Schedule, won: number, lost: number): PlayedSchedule => {
  const counts: PairCounts = [lost, 0, 50 - won - lost, 0, won];
  const rest = { records: [], timeMs: [0, 0], nodes: [0, 0], forfeits: 0, names: [], networks: {}, modules: {} };
  const pairs = { pairsPlayed: 50, pairsPlanned: 50, pairsResumed: 0 };
  return { ...rest, ...pairs, counts: [counts], sprt: sprt === null ? null : judgeSprt(counts, sprt) };
};

const all = async (tuning: AsyncGenerator<TunedValue>): Promise<TunedValue[]> => {
  const values: TunedValue[] = [];
  for await (const value of tuning) values.push(value);
  return values;
};

describe('tuning', () => {
  test('meets the best agent so far, one option after the other, and keeps what wins', async () => {
    const names: string[] = [];
    const tried = await all(
      tune(
        'mcts:sims=10',
        [parseVariation('sims=10,20,40'), parseVariation('rollout=guarded,random')],
        OPTIONS,
        async (schedule, name) => {
          names.push(name);
          const better = /sims=20$/.test(schedule.agents[0]) || /rollout=random$/.test(schedule.agents[0]);
          return better ? played(schedule, 30, 5) : played(schedule, 5, 30);
        },
      ),
    );
    expect(names).toEqual(['01-sims-20', '02-sims-40', '03-rollout-random']); // 10 and guarded are what it has
    expect(tried.map(({ candidate, incumbent, isBetter }) => [candidate, incumbent, isBetter])).toEqual([
      ['mcts:sims=20', 'mcts:sims=10', true],
      ['mcts:sims=40', 'mcts:sims=20', false],
      ['mcts:sims=20,rollout=random', 'mcts:sims=20', true],
    ]);
  });

  test('where the games run out, keeps what fits the better hypothesis', async () => {
    const keeps = async (won: number, lost: number): Promise<boolean> => {
      const [{ isBetter, standing }] = await all(
        tune('mcts:sims=10', [parseVariation('sims=20')], OPTIONS, async (schedule) => played(schedule, won, lost)),
      );
      expect(standing.sprt?.verdict).toBe('undecided');
      return isBetter;
    };
    expect(await keeps(6, 1)).toBe(true);
    expect(await keeps(3, 3)).toBe(false);
  });

  test('tells what is wrong before the first game', async () => {
    const refuse = async (agent: string, ...texts: string[]): Promise<unknown> =>
      all(tune(agent, texts.map(parseVariation), OPTIONS, () => Promise.reject(new Error('played'))));
    await expect(refuse('mcts:sims=10', 'sims=20,x')).rejects.toThrow(/invalid agent .*sims=x/);
    await expect(refuse('mcts:sims=10', 'sims=20', 'speed=3')).rejects.toThrow(/it has no option speed/);
    for (const text of ['sims', 'sims=', 'sims=1,,2', '=3'])
      await expect(refuse('mcts:sims=10', text)).rejects.toThrow(/invalid variation .*as in exploration=/);
  });

  test('changes an option that is there and adds one that is not', () => {
    expect(withOption('alphabeta', 'ms', '50')).toBe('alphabeta:ms=50');
    expect(withOption('mcts:sims=10,name=slow', 'sims', '7')).toBe('mcts:sims=7,name=slow');
    expect(withOption('zero:model=a,sims=8,rule=puct', 'exploration', '2')).toBe(
      'zero:model=a,sims=8,rule=puct,exploration=2',
    );
    expect(() => withOption('zero:model=a,sims=8,rule=puct', 'considered', '2')).toThrow(/it has no option considered/);
  });
});
