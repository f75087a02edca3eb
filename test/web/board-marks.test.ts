/** What stands on the board's points must be told apart and read: heights, signs of targets, ranks of candidates. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Box, boxAround, overlapOf } from '../../env/arrow-labels.ts';
import {
  cellOf,
  heightOf,
  originOf,
  outcome,
  PASS,
  POINT_COUNT,
  type Position,
  play,
  randomBelow,
  randomStream,
  startPosition,
} from '../../env/index.ts';
import { COLUMN_LABELS } from '../../web/play/geometry.ts';
import { heightBox, RANK_RADIUS, rankSpots, signBox } from '../../web/play/marks.ts';
import { legalList } from '../support/games.ts';

const POINTS = Array.from({ length: POINT_COUNT }, (_, point) => point);
const HEIGHTS = [2, 3, 4, 5, 6, 7, 12];

const collisions = (boxes: readonly Box[]): number =>
  boxes.flatMap((one, index) => boxes.slice(index + 1).filter((other) => overlapOf(one, other) > 0)).length;

test('heights and signs reach into no other point, however high the stacks', () => {
  const heightsOf = (point: number): Box[] => HEIGHTS.map((height) => heightBox(point, cellOf(0, 2, height)));
  const labels = COLUMN_LABELS.map(({ x, y }) => boxAround({ x, y: y - 8 }, 34, 18));
  for (const point of POINTS) {
    const others = POINTS.filter((other) => other !== point);
    for (const box of [...heightsOf(point), signBox(point)]) {
      const near = [...others.flatMap(heightsOf), ...others.map(signBox), ...labels];
      expect(near.filter((other) => overlapOf(box, other) > 0)).toEqual([]);
    }
    for (const box of heightsOf(point)) expect(overlapOf(box, signBox(point))).toBe(0);
  }
});

/** A position in the middle of a random game that likes to stack. */
const middlePosition = (seed: number, plies: number): Position => {
  const rng = randomStream('marks', seed);
  const position = startPosition('random', rng);
  for (let ply = 0; ply < plies && outcome(position) === null; ply++) {
    const legal = legalList(position);
    const real = legal.filter((action) => action !== PASS);
    const pool = real.length > 0 ? real : legal;
    play(position, pool[randomBelow(rng, pool.length)]);
  }
  return position;
};

test('ranks of any four candidates hide no height, no sign and no other rank', () => {
  fc.assert(
    fc.property(
      fc.nat(1000),
      fc.nat(45),
      fc.array(fc.nat(), { minLength: 4, maxLength: 4 }),
      fc.nat(),
      (seed, plies, picks, hand) => {
        const position = middlePosition(seed, plies);
        const legal = legalList(position).filter((action) => action !== PASS);
        fc.pre(legal.length > 0 && outcome(position) === null);
        const actions = [...new Set(picks.map((pick) => legal[pick % legal.length]))];
        const from = originOf(legal[hand % legal.length]);
        const signs = legal.filter((action) => originOf(action) === from).map((action) => position.sight[action]);
        const ranks = rankSpots(position, actions, signs).map((spot) =>
          boxAround(spot, 2 * RANK_RADIUS, 2 * RANK_RADIUS),
        );
        const heights = POINTS.filter((point) => heightOf(position.cells[point]) > 1).map((point) =>
          heightBox(point, position.cells[point]),
        );
        expect(collisions([...heights, ...signs.map(signBox), ...ranks])).toBe(0);
      },
    ),
    { numRuns: 300 },
  );
});
