import { expect, test } from 'vitest';
import { measureBalance } from '../../../arena/findings/balance.ts';
import { emptyPosition, type Player } from '../../../env/index.ts';
import { madeUpGame } from '../../support/finding-games.ts';

const pairs = (winners: (pair: number) => readonly [Player, Player]): ReturnType<typeof madeUpGame>[] =>
  Array.from({ length: 100 }, (_, pair) =>
    winners(pair).map((winner, number) => madeUpGame(pair, number, { winner })),
  ).flat();

test('white’s share is that of all games, with Wilson’s interval for independent ones', () => {
  // Of four games three are white's, and both games of a pair know nothing of each other: 9, 3, 3 and 1 of 16 pairs.
  const games = pairs((pair) => {
    const place = pair % 16;
    return [place < 12 ? 0 : 1, place % 4 < 3 ? 0 : 1];
  });
  const [{ white, games: count }] = measureBalance(games);
  const won = games.filter(({ winner }) => winner === 0).length;
  expect([count, white.value]).toEqual([200, won / 200]);
  expect(white.low).toBeCloseTo(0.69, 1);
  expect(white.high).toBeCloseTo(0.81, 1);
});

test('two games that always end alike count as one witness', () => {
  const alike = measureBalance(pairs((pair) => (pair % 2 === 0 ? [0, 0] : [1, 1])))[0].white;
  const free = measureBalance(pairs((pair) => [pair % 2 === 0 ? 0 : 1, pair % 4 < 2 ? 0 : 1]))[0].white;
  expect([alike.value, free.value]).toEqual([0.5, 0.5]);
  expect((alike.high - alike.low) / (free.high - free.low)).toBeCloseTo(Math.SQRT2, 1);
});

test('lengths leave placements out, and endings add up', () => {
  const games = Array.from({ length: 40 }, (_, index) =>
    madeUpGame(index >> 1, index % 2, {
      setup: 'tournament',
      start: emptyPosition(),
      actions: Array.from({ length: 60 + index }, () => 0),
      reason: index % 4 === 0 ? 'no-capture' : 'kind-captured',
    }),
  );
  const [{ setup, length, lengths, endings }] = measureBalance(games);
  expect(setup).toBe('tournament');
  expect(length?.value).toBe(19.5);
  expect(lengths.map((each) => Number(each.toFixed(6)))).toEqual([3.9, 19.5, 35.1]);
  expect(endings['no-capture'].value).toBe(0.25);
  expect(endings['kind-buried'].value).toBe(0);
  expect(endings['kind-buried'].high).toBeGreaterThan(0.05);
  expect(endings['kind-captured'].value).toBe(0.75);
});

test('set-ups stand in their own order, without those that have no games', () => {
  const games = ['tournament', 'random'] as const;
  const setups = measureBalance(games.flatMap((setup) => [0, 1].map((number) => madeUpGame(0, number, { setup })))).map(
    ({ setup }) => setup,
  );
  expect(setups).toEqual(['random', 'tournament']);
});
