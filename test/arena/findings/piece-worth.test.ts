import { expect, test } from 'vitest';
import { changedPositions, createWorthMeter, PIECE_CHANGES } from '../../../arena/findings/piece-worth.ts';
import type { PositionJudge } from '../../../arena/findings/position-judge.ts';
import { samplePositions } from '../../../arena/findings/sample-positions.ts';
import {
  EMPTY,
  formatPosition,
  heightOf,
  KINDS,
  kindOf,
  outcome,
  ownerOf,
  POINT_COUNT,
  type Position,
  parsePosition,
} from '../../../env/index.ts';
import { randomFindingGames } from '../../support/finding-games.ts';

/** Worth of a piece of each kind, and of each level above the first, in winning chance. */
const WORTH = [0.004, 0.002, 0.001];
const LEVEL = 0.003;

/** Adds up the pieces of both players: what each is worth is known. */
const materialJudge: PositionJudge = async (positions) =>
  Float64Array.from(positions, ({ cells, mover }) => {
    let chance = 0.5;
    for (const cell of cells.subarray(0, POINT_COUNT)) {
      if (cell === EMPTY) continue;
      const worth = WORTH[kindOf(cell)] + LEVEL * (heightOf(cell) - 1);
      chance += ownerOf(cell) === mover ? worth : -worth;
    }
    return chance;
  });

test('finds what each kind and each level is worth', async () => {
  const meter = createWorthMeter(materialJudge, 1);
  for (const game of randomFindingGames('random', 6)) await meter.look(game);
  const { take, double, raise } = meter.read();
  for (const kind of [0, 1, 2]) {
    for (const stage of [0, 1, 2]) {
      expect(take[kind][stage]?.value).toBeCloseTo(WORTH[kind], 10);
      expect(double[kind][stage]?.value).toBeCloseTo(LEVEL, 10);
    }
    expect(take[kind][0]?.games).toBe(12);
  }
  expect(raise.flat().filter((each) => each !== null).length).toBeGreaterThan(5);
  for (const each of raise.flat()) if (each !== null) expect(each.value).toBeCloseTo(LEVEL, 10);
});

test('changes one stack at a time, and only to positions that are legal and go on', () => {
  const positions: Position[] = randomFindingGames('fixed', 3).flatMap((game) =>
    samplePositions(game, 0, 7).map(({ position }) => position),
  );
  for (const position of positions) {
    const changed = changedPositions(position);
    expect(changed.length).toBeGreaterThan(0);
    for (const { change, kind, position: after } of changed) {
      expect(formatPosition(parsePosition(formatPosition(after)))).toBe(formatPosition(after));
      expect(outcome(after)).toBeNull();
      const points = Array.from({ length: POINT_COUNT }, (_, point) => point);
      const [point, ...others] = points.filter((each) => after.cells[each] !== position.cells[each]);
      expect(others).toEqual([]);
      expect(KINDS[kindOf(position.cells[point])]).toBe(KINDS[kind]);
      expect(PIECE_CHANGES.indexOf(change)).toBe(
        ownerOf(position.cells[point]) !== position.mover ? 0 : heightOf(position.cells[point]) === 1 ? 1 : 2,
      );
    }
  }
});

test('leaves the last stack of a kind, and higher ones of the opponent, where they are', () => {
  const position = parsePosition('ZATz./....a./......./..t2...../......../......../......./....../ttTAZ w 1 -');
  const taken = changedPositions(position).filter(({ change }) => change === 'take');
  expect(taken.map(({ kind }) => KINDS[kind])).toEqual(['tott', 'tott']);
});
