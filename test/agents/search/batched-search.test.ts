import { expect, test } from 'vitest';
import { BatchedSearch, SEARCH_RULES, type SearchChanges, type SearchResult } from '../../../agents/search/index.ts';
import { outcome, type Position, play, randomStream, startPosition } from '../../../env/index.ts';
import { evaluatorOf, judgeByHash, lateGames } from '../../support/search.ts';

const evaluator = evaluatorOf(judgeByHash, false);

const games = (): Position[] => [
  ...Array.from({ length: 5 }, (_, seed) => startPosition('random', randomStream('batch', seed))),
  startPosition('tournament', randomStream(0)),
  ...lateGames(6, 20, 'batch'),
];

/** Plays a few actions of each game; games that end rest. */
const playOn = async (search: BatchedSearch, positions: readonly Position[]): Promise<(SearchResult | null)[][]> => {
  const results: (SearchResult | null)[][] = [];
  for (let ply = 0; ply < 6; ply++) {
    const running = positions.map((position) => (outcome(position) === null ? position : null));
    const round = await search.search(running, { simulations: 24 + 8 * ply });
    round.forEach((result, game) => {
      if (result !== null) play(positions[game], result.action);
    });
    results.push(round);
  }
  return results;
};

const VARIANTS: readonly SearchChanges[] = [
  { rule: 'puct', noiseShare: 0.25, temperature: 1 },
  ...SEARCH_RULES.names.flatMap((rule) => [
    { rule, leaves: 1, temperature: 1 },
    { rule, leaves: 4 },
    { rule, leaves: 1, reuse: false },
  ]),
];

test.each(VARIANTS)('a game is searched the same alone and among others: %j', async (options) => {
  const together = new BatchedSearch(evaluator, games().length, options);
  const inBatch = await playOn(together, games());
  for (const [game, position] of games().entries()) {
    const alone = new BatchedSearch(evaluator, 1, options);
    alone.newGame(0, game);
    const results = await playOn(alone, [position]);
    expect(results.map(([result]) => result)).toEqual(inBatch.map((round) => round[game]));
  }
});

test('one round of all games is one call of the evaluator', async () => {
  const counts: number[] = [];
  const counting = {
    ...evaluator,
    evaluate: async (batch: Parameters<typeof evaluator.evaluate>[0], count: number) => {
      counts.push(count);
      await evaluator.evaluate(batch, count);
    },
  };
  const positions = Array.from({ length: 100 }, (_, seed) => startPosition('random', randomStream('calls', seed)));
  await new BatchedSearch(counting, 100).search(positions, { simulations: 8 });
  expect(counts[0]).toBe(100);
  expect(counts.length).toBeLessThanOrEqual(9);
});

test('a wrong number of positions or games is refused', async () => {
  expect(() => new BatchedSearch(evaluator, 0)).toThrow(/invalid number of games 0/);
  await expect(new BatchedSearch(evaluator, 2).search([null], { simulations: 1 })).rejects.toThrow(
    /expected one for each of 2/,
  );
});
