import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EMPTY, encodeObservation, OBSERVATION_SIZE, OFF_BOARD, POINT_COUNT } from '../../../env/index.ts';
import { fillSightTable, HEX_TABLE, REVERSED_PLACES, TABLE_SIZE } from '../../../models/network/neighbour-table.ts';
import { choices, playChoices } from '../../support/games.ts';

const PLACES = 7;

/** q is p's neighbour at a place if and only if p is q's at the reversed one: the gradient of a layer relies on it. */
const expectMutual = (table: ArrayLike<number>, nothing: number): void => {
  for (let point = 0; point < POINT_COUNT; point++) {
    for (let place = 0; place < PLACES; place++) {
      const other = table[point * PLACES + place];
      if (other !== nothing) expect(table[other * PLACES + REVERSED_PLACES[place]]).toBe(point);
    }
  }
};

test('hex neighbours are mutual', () => expectMutual(HEX_TABLE, OFF_BOARD));

test('neighbours along rays are what the rules see, between stacks, and mutual', () => {
  fc.assert(
    fc.property(choices(80), (game) => {
      const position = playChoices(game);
      const observation = new Float32Array(OBSERVATION_SIZE);
      encodeObservation(position, observation);
      const table = new Int32Array(TABLE_SIZE);
      fillSightTable('ray', observation, 1, table);
      expectMutual(table, POINT_COUNT);
      for (let point = 0; point < POINT_COUNT; point++) {
        expect(table[point * PLACES]).toBe(point);
        for (let direction = 0; direction < 6; direction++) {
          const seen = position.cells[point] === EMPTY ? OFF_BOARD : position.sight[point * 6 + direction];
          expect(table[point * PLACES + 1 + direction]).toBe(seen);
        }
      }
    }),
    { numRuns: 30 },
  );
});

test('in a batch, rows are counted through and nothing is the row after the last', () => {
  const table = new Int32Array(2 * TABLE_SIZE);
  fillSightTable('ray', new Float32Array(2 * OBSERVATION_SIZE), 2, table);
  expect(table[TABLE_SIZE]).toBe(POINT_COUNT);
  expect(table[TABLE_SIZE + 1]).toBe(2 * POINT_COUNT);
});
