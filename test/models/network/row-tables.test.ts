import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  EMPTY,
  encodeObservation,
  NEIGHBOURS,
  OBSERVATION_SIZE,
  OFF_BOARD,
  PHASES,
  POINT_COUNT,
  type Position,
} from '../../../env/index.ts';
import { fillSightTable, TABLE_SIZE } from '../../../models/network/neighbour-table.ts';
import { rowTablesOf } from '../../../models/network/row-tables.ts';
import { choices, playChoices } from '../../support/games.ts';

const PLACES = 7;

const isPlacing = ({ phase }: Position): boolean => PHASES[phase] === 'placement';

const observe = (positions: readonly Position[]): Float32Array => {
  const observations = new Float32Array(positions.length * OBSERVATION_SIZE);
  for (const [row, position] of positions.entries()) {
    encodeObservation(position, observations.subarray(row * OBSERVATION_SIZE, (row + 1) * OBSERVATION_SIZE));
  }
  return observations;
};

test('rows are the stacks, in order, and see the same stacks as the table of all points says', () => {
  fc.assert(
    fc.property(choices(80), choices(30), (first, second) => {
      const positions = [playChoices(first), playChoices(second)];
      const observations = observe(positions);
      const { rows, points, places, neighbours } = rowTablesOf(observations, positions.length);
      const stacks = positions.flatMap((position, board) =>
        Array.from(position.cells.subarray(0, POINT_COUNT).entries()).flatMap(([point, cell]) =>
          cell === EMPTY && !isPlacing(position) ? [] : [board * POINT_COUNT + point],
        ),
      );
      expect([...points]).toEqual(stacks);
      expect(rows).toBe(stacks.length);
      const table = new Int32Array(positions.length * TABLE_SIZE);
      fillSightTable('stack', observations, positions.length, table);
      const nothing = positions.length * POINT_COUNT;
      for (const [row, point] of points.entries()) {
        expect(places[point]).toBe(row);
        for (let place = 0; place < PLACES; place++) {
          const seen = table[point * PLACES + place];
          expect(neighbours[row * PLACES + place]).toBe(seen === nothing ? rows : places[seen]);
        }
      }
      const empty = [...places.keys()].filter((point) => !stacks.includes(point));
      expect(empty.every((point) => places[point] === rows)).toBe(true);
    }),
    { numRuns: 20 },
  );
});

test('while pieces are being placed every point is a row and sees the points next to it', () => {
  const position = playChoices({ setup: 'tournament', seed: 1, picks: [3, 1, 4, 1, 5] });
  const { rows, neighbours } = rowTablesOf(observe([position]), 1);
  expect(rows).toBe(POINT_COUNT);
  for (let point = 0; point < POINT_COUNT; point++) {
    for (let direction = 0; direction < 6; direction++) {
      const next = NEIGHBOURS[point * 6 + direction];
      expect(neighbours[point * PLACES + 1 + direction]).toBe(next === OFF_BOARD ? rows : next);
    }
  }
});
