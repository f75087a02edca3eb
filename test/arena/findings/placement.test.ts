import { expect, test } from 'vitest';
import { measurePlacement, ringOf } from '../../../arena/findings/placement.ts';
import { type Action, emptyPosition, POINT_COUNT, type Point, placementAction } from '../../../env/index.ts';
import { madeUpGame, randomFindingGames } from '../../support/finding-games.ts';

const points = Array.from({ length: POINT_COUNT }, (_, point) => point);

/** White's tzaars beside the centre, black's at the edge, all else in the order of the points. */
const opposites = (): Action[] => {
  const [inner, edge] = [1, 4].map((ring) => points.filter((point) => ringOf(point) === ring).slice(0, 6));
  const rest = points.filter((point) => !inner.includes(point) && !edge.includes(point));
  const kinds = [...Array<number>(9).fill(1), ...Array<number>(15).fill(2)];
  const white = [
    ...inner.map((point) => placementAction(point, 0)),
    ...kinds.map((kind, index) => placementAction(rest[2 * index], kind)),
  ];
  const black = [
    ...edge.map((point) => placementAction(point, 0)),
    ...kinds.map((kind, index) => placementAction(rest[2 * index + 1], kind)),
  ];
  return white.flatMap((action, index) => [action, black[index]]);
};

test('chance is 6, 12, 18 and 24 points of 60, and 29 of the 59 other pieces', () => {
  const { chance } = measurePlacement([]);
  expect(chance.rings).toEqual([0.1, 0.2, 0.3, 0.4]);
  expect(chance.distance).toBe(3);
  expect(chance.ownNeighbours).toBeCloseTo(29 / 59, 10);
});

test('finds where each kind stands, and whose stood farther out', () => {
  const actions = opposites();
  const games = Array.from({ length: 8 }, (_, index) =>
    madeUpGame(index >> 1, index % 2, { setup: 'tournament', start: emptyPosition(), actions, winner: 0 }),
  );
  const { games: count, kinds } = measurePlacement([...games, madeUpGame(9, 0)]);
  const [tzaars] = kinds;
  expect(count).toBe(8);
  expect(tzaars.rings.map((ring) => ring?.value)).toEqual([0.5, 0, 0, 0.5]);
  expect(tzaars.distance?.value).toBe(2.5);
  expect(tzaars.winnerFarther?.value).toBe(-3);
  const byRing = (ring: number): number[] => tzaars.density.filter((_, point: Point) => ringOf(point) === ring);
  for (const density of byRing(1)) expect(density).toBeCloseTo(5, 10); // all six points, 6 of 12 pieces on a tenth of the board
  for (const ring of [2, 3]) expect(byRing(ring).every((density) => density === 0)).toBe(true);
  expect(tzaars.density.reduce((sum, density) => sum + density, 0)).toBeCloseTo(POINT_COUNT, 8);
});

test('random placement is told from chance by nobody', () => {
  const { kinds, chance } = measurePlacement(randomFindingGames('tournament', 100));
  for (const { distance, ownNeighbours, winnerFarther, density } of kinds) {
    expect(Math.abs(distance!.value - chance.distance)).toBeLessThan(0.08);
    expect(Math.abs(ownNeighbours!.value - chance.ownNeighbours)).toBeLessThan(0.02);
    expect(Math.abs(winnerFarther!.value)).toBeLessThan(0.15);
    expect(distance!.high - distance!.low).toBeLessThan(0.2);
    for (const each of density) expect(Math.abs(each - 1)).toBeLessThan(0.5);
  }
});
