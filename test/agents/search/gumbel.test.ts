import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSearch, readLines, readResult } from '../../../agents/search/index.ts';
import { improvePolicy, valueWeight } from '../../../agents/search/rules/gumbel.ts';
import { allocateHalving, beginHalving, nextConsidered } from '../../../agents/search/rules/sequential-halving.ts';
import { edgesOf, NO_EDGE, ROOT } from '../../../agents/search/tree.ts';
import { ACTION_COUNT, randomStream, startPosition } from '../../../env/index.ts';
import { type JudgeRow, judgeByHash, quietEndgames, runSync, searchSync } from '../../support/search.ts';

const expected = (policy: ArrayLike<number>, values: readonly number[]): number =>
  values.reduce((sum, value, edge) => sum + policy[edge] * value, 0);

/** Every subset of so many edges, as bits. */
const subsets = (count: number): number[] => Array.from({ length: 2 ** count }, (_, bits) => bits);

test('the improved policy never lowers the expected value, whichever actions have been visited', () => {
  const arms = fc.array(
    fc.record({ prior: fc.integer({ min: 0, max: 1000 }), value: fc.double({ min: -1, max: 1, noNaN: true }) }),
    { minLength: 1, maxLength: 6 },
  );
  fc.assert(
    fc.property(arms, fc.nat({ max: 2000 }), (rows, mostVisits) => {
      const sum = rows.reduce((total, { prior }) => total + prior, 0);
      fc.pre(sum > 0);
      const priors = rows.map(({ prior }) => prior / sum);
      const exact = rows.map(({ value }) => value);
      const before = expected(priors, exact);
      for (const visited of subsets(rows.length)) {
        // What has not been visited is completed by the policy's own value.
        const completed = exact.map((value, edge) => ((visited >> edge) & 1 ? value : before));
        const improved = new Float64Array(rows.length);
        improvePolicy(priors, completed, valueWeight({ visitOffset: 50, valueScale: 1 }, mostVisits), improved);
        expect(improved.reduce((total, share) => total + share, 0)).toBeCloseTo(1, 9);
        expect(expected(improved, exact)).toBeGreaterThanOrEqual(before - 1e-9);
      }
    }),
  );
});

test.each([
  { simulations: 16, size: 4, visits: [6, 6, 2, 2] },
  { simulations: 16, size: 16, visits: Array(16).fill(1) },
  { simulations: 32, size: 8, visits: [11, 11, 3, 3, 1, 1, 1, 1] },
  { simulations: 5, size: 1, visits: [5] },
  { simulations: 2, size: 4, visits: [1, 1, 0, 0] },
])('$simulations simulations halve $size considered actions', ({ simulations, size, visits }) => {
  const halving = allocateHalving();
  const score = (edge: number): number => -edge;
  beginHalving(halving, size, 16, simulations, score);
  const given = Array<number>(size).fill(0);
  for (
    let edge = nextConsidered(
      halving,
      () => score,
      () => false,
    );
    edge !== NO_EDGE;
  ) {
    given[edge]++;
    edge = nextConsidered(
      halving,
      () => score,
      () => false,
    );
  }
  expect(given).toEqual(visits);
});

test('a lost action gets no simulation', () => {
  const halving = allocateHalving();
  const isLost = (edge: number): boolean => edge % 2 === 1;
  const score = (edge: number): number => (isLost(edge) ? Number.NEGATIVE_INFINITY : 0);
  beginHalving(halving, 8, 16, 50, () => 0);
  for (let given = 0; given < 50; given++) expect(isLost(nextConsidered(halving, () => score, isLost))).toBe(false);
});

test('the policy target is the improved policy over all legal actions', () => {
  const search = searchSync(startPosition('fixed', randomStream(1)), 16, { considered: 4 });
  const { policy } = readResult(search);
  expect(policy.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 5);
  expect(policy.filter((share) => share > 0).length).toBe(edgesOf(search.tree, ROOT));
});

test('noise is drawn anew for every search of a seed, and is the same for the same seed', () => {
  const position = startPosition('fixed', randomStream(1));
  const considered = (): number[][] => {
    const search = createSearch({ considered: 4, reuse: false }, 5);
    return [1, 2].map(() => {
      runSync(search, position, { simulations: 4 }, judgeByHash);
      return readLines(search, 181).flatMap(({ action, visits }) => (visits > 0 ? [action] : []));
    });
  };
  const [first, second] = considered();
  expect(first).not.toEqual(second);
  expect(considered()).toEqual([first, second]);
});

test('a simulation that was taken back is given again: many leaves at once are shared out as single ones are', () => {
  const position = startPosition('fixed', randomStream(1));
  for (const leaves of [1, 16, 64]) {
    const search = searchSync(position, 64, { considered: 4, leaves });
    const visits = readLines(search, 181).map((line) => line.visits);
    expect(visits.sort((a, b) => b - a).slice(0, 5)).toEqual([24, 24, 8, 8, 0]);
  }
});

test('where everything that the evaluator thought of is proven lost, the policy is on what is left', () => {
  let tried = 0;
  for (const position of quietEndgames(300, 16, 'ruled out')) {
    const before = searchSync(position, 300, { rule: 'gumbel' });
    if (readResult(before).proven !== undefined) continue;
    const lost = readLines(before, 181).filter(({ proven }) => proven === 'loss');
    if (lost.length === 0) continue;
    const { action } = lost[0];
    // All of the prior is on an action that loses, here and wherever else it is legal.
    const judgeRow: JudgeRow = (batch, row) => {
      judgeByHash(batch, row);
      const priors = batch.priors.subarray(row * ACTION_COUNT, (row + 1) * ACTION_COUNT);
      if (batch.masks[row * ACTION_COUNT + action] === 1) priors.fill(0)[action] = 1;
    };
    const search = searchSync(position, 300, { rule: 'gumbel' }, judgeRow);
    const { proven, policy } = readResult(search);
    if (proven !== undefined) continue;
    const line = readLines(search, 181).find((each) => each.action === action);
    if (line?.proven !== 'loss') continue;
    tried++;
    expect(policy.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 5);
    expect(policy[action]).toBe(0);
    if (tried === 5) break;
  }
  expect(tried).toBe(5);
});
