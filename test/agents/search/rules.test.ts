import { afterAll, describe, expect, test } from 'vitest';
import {
  completeOptions,
  createSearch,
  readLines,
  readResult,
  SEARCH_RULES,
  SEARCH_SCHEMA,
  type SearchChanges,
  withoutNoise,
} from '../../../agents/search/index.ts';
import { hasChildren, proofOf, ROOT, UNPROVEN } from '../../../agents/search/tree.ts';
import {
  choicesOf,
  InvalidInput,
  isLegal,
  outcome,
  type Player,
  type Position,
  play,
  randomStream,
  startPosition,
} from '../../../env/index.ts';
import { winnerAfter, winnerOf, winsWithinTurns } from '../../reference/minimax.ts';
import { judgeByHash, lateGames, quietEndgames, runSync, searchSync } from '../../support/search.ts';
import { ucb } from '../../support/ucb-rule.ts';

const removeUcb = SEARCH_RULES.add(ucb);
afterAll(removeUcb);

const opening = (seed: number): Position => startPosition('random', randomStream('rules', seed));

describe.each(SEARCH_RULES.names)('%s', (rule) => {
  test.each([1, 2, 7, 64, 300])('spends %i simulations, one leaf or many at once', (simulations) => {
    for (const leaves of [1, 8, 32]) {
      const search = searchSync(opening(1), simulations, { rule, leaves });
      expect(readResult(search).simulations).toBe(simulations);
      expect(readLines(search, 181).reduce((sum, { visits }) => sum + visits, 0)).toBe(simulations);
    }
  });

  test('gives a policy over the legal actions that sums to 1', () => {
    for (const position of [opening(2), opening(3), ...lateGames(30, 24, 'policy')]) {
      for (const simulations of [1, 40]) {
        const { policy, surprise } = readResult(searchSync(position, simulations, { rule, leaves: 2 }));
        expect(policy.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 5);
        expect(policy.every((share, action) => share === 0 || (share > 0 && isLegal(position, action)))).toBe(true);
        expect(surprise).toBeGreaterThanOrEqual(0);
      }
    }
  });

  test('says what the actions are worth that it recommends, as its lines do', () => {
    for (const position of [opening(2), ...lateGames(30, 24, 'policy')]) {
      const search = searchSync(position, 40, { rule, leaves: 2 });
      const { policyValue, proven } = readResult(search);
      const expected = readLines(search, 181).reduce((sum, { policy, value }) => sum + policy * value, 0);
      expect(policyValue).toBeCloseTo(proven === undefined ? expected : proven === 'win' ? 1 : -1, 4);
    }
  });

  test('takes back what collides: more leaves than a small endgame has nodes still end in a proof', () => {
    for (const position of quietEndgames(15, 8, 'collide')) {
      const { proven, action } = readResult(searchSync(position, 20_000, { rule, leaves: 64 }));
      const known = new Map<bigint, Player>();
      const winner = winnerOf(position, known);
      expect(proven).toBe(winner === position.mover ? 'win' : 'loss');
      expect(winnerAfter(position, action, known)).toBe(winner);
    }
  });

  test('respects proofs: a won root has its win alone in the policy, a lost one the priors, a lost action nothing', () => {
    let [won, lost, open] = [0, 0, 0];
    for (const position of quietEndgames(60, 13, 'proofs of rules')) {
      const search = searchSync(position, 60, { rule });
      const { tree } = search;
      const { action, policy, surprise, proven } = readResult(search);
      if (proven === 'win') {
        won++;
        expect(policy[action]).toBe(1);
      } else if (proven === 'loss' && hasChildren(tree, ROOT)) {
        lost++;
        expect(surprise).toBeCloseTo(0, 4);
      } else if (proofOf(tree, ROOT) === UNPROVEN) {
        open++;
        for (const line of readLines(search, 181)) if (line.proven === 'loss') expect(line.policy).toBe(0);
        expect(readLines(search, 1)[0].proven).not.toBe('loss');
      }
    }
    expect(Math.min(won, lost, open)).toBeGreaterThan(0);
  });

  test('takes every win within a turn', () => {
    const wins = lateGames(150, 13, 'win of rules').filter((position) => winsWithinTurns(position, 1));
    expect(wins.length).toBeGreaterThan(30);
    for (const position of wins) {
      const { mover } = position;
      while (outcome(position) === null && position.mover === mover) {
        play(position, readResult(searchSync(position, 50, { rule })).action);
      }
      expect(outcome(position)?.winner).toBe(mover);
    }
  });

  test('does the same with the same seed, game after game', () => {
    const game = (changes: SearchChanges): number[] => {
      const search = createSearch(changes, 'seed');
      const position = opening(4);
      return Array.from({ length: 6 }, () => {
        const { action } = readResult(runSync(search, position, { simulations: 60 }, judgeByHash));
        play(position, action);
        return action;
      });
    };
    for (const changes of [{ rule, leaves: 4 }, { rule, temperature: 1 }, withoutNoise({ rule })]) {
      expect(game(changes)).toEqual(game(changes));
    }
  });

  test('plays without noise the same whatever the seed', () => {
    const line = (seed: number): number[] =>
      readLines(
        runSync(createSearch(withoutNoise({ rule }), seed), opening(5), { simulations: 80 }, judgeByHash),
        9,
      ).map(({ action }) => action);
    expect(line(1)).toEqual(line(2));
  });
});

describe('options', () => {
  test('are those of the rule, with its defaults, and those that all rules share', () => {
    expect(completeOptions({ rule: 'ucb' })).toEqual({
      rule: 'ucb',
      leaves: 1,
      temperature: 0,
      skipLost: false,
      reuse: true,
      memoryMb: 1024,
      width: 0.7,
    });
    expect(completeOptions().rule).toBe('gumbel');
    expect(Object.keys(choicesOf(SEARCH_SCHEMA)!)).toEqual(['gumbel', 'puct', 'ucb']);
  });

  test.each([
    [{ rule: 'best' }, 'rule must be one of gumbel, puct, ucb'],
    [{ rule: 'puct', leaves: 0, noiseShare: 2 }, 'leaves must be a whole number from 1 to 4096; noiseShare must be a'],
    [{ exploration: 1 }, 'exploration is an option of the rule puct, not of gumbel'],
    [{ rule: 'ucb', considered: 1 }, 'considered is an option of the rule gumbel, not of ucb'],
    [
      { rule: 'ucb', depth: 1 },
      'depth is not known: known are rule, leaves, temperature, skipLost, reuse, memoryMb, width',
    ],
    [{ reuse: 1, memoryMb: Number.NaN }, 'reuse must be true or false; memoryMb must be a number from 1 to 16384'],
  ])('%j are refused', (changes, says) => {
    expect(() => completeOptions(changes as SearchChanges)).toThrow(InvalidInput);
    expect(() => completeOptions(changes as SearchChanges)).toThrow(says);
  });

  test('of play without noise are what the rule says, unless told otherwise', () => {
    expect(withoutNoise({ leaves: 2 })).toEqual({ gumbelScale: 0, leaves: 2 });
    expect(withoutNoise({ rule: 'gumbel', gumbelScale: 0.5 })).toEqual({ rule: 'gumbel', gumbelScale: 0.5 });
    expect(withoutNoise({ rule: 'ucb' })).toEqual({ rule: 'ucb' });
    expect(() => withoutNoise({ rule: 'best' })).toThrow('invalid search rule "best"');
  });
});
