import { describe, expect, test } from 'vitest';
import {
  addPair,
  eloOfScore,
  judgeSprt,
  NO_PAIRS,
  type PairCounts,
  parseSprt,
  ratePool,
  type SprtSettings,
  scoreOfElo,
  summarise,
} from '../../arena/index.ts';
import { InvalidInput, type Rng, randomStream } from '../../env/index.ts';

/**
 * Points of one pair between agents of that expected score. `shared` is how much both games of a pair have in common:
 * with that chance the start decides who wins, whatever the colours (one point each); this is what pairing is for.
 */
const drawPair = (score: number, shared: number, rng: Rng): number => {
  if (rng() < shared) return 1;
  const single = (score - shared / 2) / (1 - shared);
  return (rng() < single ? 1 : 0) + (rng() < single ? 1 : 0);
};

const playPairs = (pairs: number, score: number, shared: number, rng: Rng): PairCounts => {
  let counts = NO_PAIRS;
  for (let pair = 0; pair < pairs; pair++) counts = addPair(counts, drawPair(score, shared, rng));
  return counts;
};

describe('Elo', () => {
  test.each([
    { elo: 0, score: 0.5 },
    { elo: 100, score: 0.6401 },
    { elo: 400, score: 10 / 11 },
    { elo: -400, score: 1 / 11 },
  ])('$elo is a score of $score', ({ elo, score }) => {
    expect(scoreOfElo(elo)).toBeCloseTo(score, 4);
    expect(eloOfScore(scoreOfElo(elo))).toBeCloseTo(elo, 9);
  });

  test('is infinite when everything is won, with a finite lower bound', () => {
    const { elo, eloLow, eloHigh } = summarise([0, 0, 0, 0, 100]);
    expect([elo, eloHigh]).toEqual([Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]);
    expect(eloLow).toBeGreaterThan(400);
    expect(Number.isFinite(eloLow)).toBe(true);
  });

  test.each([1, 7, 30, 100, 999])(
    'is minus infinity with an infinite lower bound when all of %i pairs are lost',
    (pairs) => {
      expect(summarise([pairs, 0, 0, 0, 0])).toMatchObject({
        elo: Number.NEGATIVE_INFINITY,
        eloLow: Number.NEGATIVE_INFINITY,
      });
    },
  );

  test('pairs that always split say that the agents are even, with little doubt', () => {
    const split = summarise([0, 0, 100, 0, 0]);
    const mixed = summarise([25, 0, 50, 0, 25]);
    expect(split.elo).toBeCloseTo(0, 9);
    expect(split.eloHigh).toBeLessThan(mixed.eloHigh);
  });
});

describe('intervals of 95 % cover the truth in at least 94 % of 2 000 simulated matches', () => {
  test.each([
    { pairs: 20, score: 0.5, shared: 0 },
    { pairs: 100, score: 0.5, shared: 0 },
    { pairs: 100, score: 0.5, shared: 0.4 },
    { pairs: 100, score: 0.64, shared: 0.2 },
    { pairs: 100, score: 0.9, shared: 0 },
    { pairs: 100, score: 0.9, shared: 0.1 },
    { pairs: 500, score: 0.53, shared: 0.3 },
    { pairs: 50, score: 0.98, shared: 0 },
  ])('$pairs pairs, expected score $score, $shared shared', ({ pairs, score, shared }) => {
    const rng = randomStream('coverage', pairs, score, shared);
    let covered = 0;
    for (let match = 0; match < 2000; match++) {
      const { eloLow, eloHigh } = summarise(playPairs(pairs, score, shared, rng));
      if (eloLow <= eloOfScore(score) && eloOfScore(score) <= eloHigh) covered++;
    }
    expect(covered / 2000).toBeGreaterThanOrEqual(0.94);
  });
});

describe('SPRT', () => {
  const runTest = (
    settings: SprtSettings,
    elo: number,
    shared: number,
    rng: Rng,
  ): { verdict: string; pairs: number } => {
    let counts = NO_PAIRS;
    for (let pairs = 1; ; pairs++) {
      counts = addPair(counts, drawPair(scoreOfElo(elo), shared, rng));
      const { verdict } = judgeSprt(counts, settings);
      if (verdict !== 'undecided') return { verdict, pairs };
    }
  };

  test.each([
    { text: '0,60', shared: 0 },
    { text: '0,60', shared: 0.4 },
    { text: '-20,60', shared: 0.2 },
    { text: '0,200', shared: 0 },
  ])('$text errs no more often than it says, in 2 000 matches each way ($shared shared)', ({ text, shared }) => {
    const settings = parseSprt(text);
    const rng = randomStream('sprt', text, shared);
    let [falseAlarms, misses] = [0, 0];
    for (let match = 0; match < 2000; match++) {
      if (runTest(settings, settings.elo0, shared, rng).verdict === 'elo1') falseAlarms++;
      if (runTest(settings, settings.elo1, shared, rng).verdict === 'elo0') misses++;
    }
    expect(falseAlarms / 2000).toBeLessThanOrEqual(settings.alpha);
    expect(misses / 2000).toBeLessThanOrEqual(settings.beta);
  });

  test('stops early when the difference is large', () => {
    const rng = randomStream('early');
    expect(runTest(parseSprt('0,60'), 400, 0, rng)).toMatchObject({ verdict: 'elo1' });
    expect(runTest(parseSprt('0,60'), 400, 0, rng).pairs).toBeLessThan(60);
  });

  test.each(['', '30', '30,0', '5,5', 'a,b', '0,30,60', '0,'])('refuses %j', (text) => {
    expect(() => parseSprt(text)).toThrow(InvalidInput);
  });
});

describe('Bradley–Terry', () => {
  test('two agents differ by the Elo of their score, less a little for the prior', () => {
    const [first, second] = ratePool([
      [0, 750],
      [250, 0],
    ]);
    expect(first.elo - second.elo).toBeCloseTo(eloOfScore(0.75), -1);
    expect(first).toMatchObject({ games: 1000, score: 0.75 });
  });

  test('the order of the pool does not matter, and ratings average zero', () => {
    const points = [
      [0, 30, 45],
      [20, 0, 35],
      [5, 15, 0],
    ];
    const order = [2, 0, 1];
    const turned = order.map((row) => order.map((column) => points[row][column]));
    const [one, other] = [ratePool(points), ratePool(turned)];
    for (const [index, agent] of order.entries()) expect(other[index].elo).toBeCloseTo(one[agent].elo, 6);
    expect(one.reduce((sum, { elo }) => sum + elo, 0)).toBeCloseTo(0, 6);
  });

  test('somebody who won everything has a finite rating and a wide interval', () => {
    const [best] = ratePool([
      [0, 20],
      [0, 0],
    ]);
    expect(Number.isFinite(best.elo)).toBe(true);
    expect(best.high - best.low).toBeGreaterThan(200);
  });

  test('a larger pool has the ratings and intervals that it had when each was solved for by itself', () => {
    const rng = randomStream('identical');
    const points = Array.from({ length: 12 }, (_, row) =>
      Array.from({ length: 12 }, (_, column) => (row === column ? 0 : Math.floor(rng() * (row + 1) * 4))),
    );
    const rated = ratePool(points).map(({ low, elo, high }) => [low, elo, high]);
    const known = [
      [0, -499.40738967, -399.43181743, -299.45624519],
      [5, 17.00620608, 61.45429088, 105.90237569],
      [7, 204.2953095, 245.87047757, 287.44564564],
      [11, 67.90017476, 102.93970282, 137.97923089],
    ];
    for (const [agent, ...rating] of known)
      for (const [index, value] of rating.entries()) expect(rated[agent][index]).toBeCloseTo(value, 6);
  });

  test('intervals cover the true ratings in 2 000 simulated tournaments', () => {
    const truth = [0, 100, 250, 400];
    const average = truth.reduce((sum, elo) => sum + elo, 0) / truth.length;
    const rng = randomStream('pool');
    let covered = 0;
    for (let pool = 0; pool < 500; pool++) {
      const points = truth.map(() => truth.map(() => 0));
      for (let one = 0; one < 4; one++) {
        for (let other = one + 1; other < 4; other++) {
          for (let game = 0; game < 60; game++) {
            if (rng() < scoreOfElo(truth[one] - truth[other])) points[one][other]++;
            else points[other][one]++;
          }
        }
      }
      for (const [agent, { low, high }] of ratePool(points).entries()) {
        const elo = truth[agent] - average;
        if (low <= elo && elo <= high) covered++;
      }
    }
    expect(covered / 2000).toBeGreaterThanOrEqual(0.94);
  });
});
