import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  applySymmetry,
  applySymmetryToObservation,
  cellOf,
  emptyPosition,
  encodeObservation,
  GRID_OBSERVATION_SIZE,
  gridIndex,
  HEIGHT_UNIT,
  heightOf,
  KINDS,
  OBSERVATION_SIZE,
  OFF_BOARD,
  observationSpaceOf,
  opponentOf,
  ownerOf,
  PLANE_COUNT,
  PLANES,
  type Player,
  type Position,
  parsePosition,
  planeIndex,
  pointNamed,
  toGrid,
} from '../../env/index.ts';
import { firstInSight } from '../../env/position.ts';
import { choices, playChoices } from '../support/games.ts';

const observe = (position: Position): Float32Array => {
  const observation = new Float32Array(OBSERVATION_SIZE);
  encodeObservation(position, observation);
  return observation;
};

test('names are unique and there are 48 planes', () => {
  expect(new Set(PLANES.map((plane) => plane.name)).size).toBe(PLANE_COUNT);
  expect(PLANE_COUNT).toBe(48);
});

describe('an observation of any position', () => {
  const always = (law: (position: Position, observation: Float32Array) => void): void =>
    fc.assert(
      fc.property(choices(), (game) => {
        const position = playChoices(game);
        law(position, observe(position));
      }),
    );

  test('lies in its space', () => {
    always((_, observation) => expect(observationSpaceOf('points').contains(observation)).toBe(true));
  });

  test('tells the whole board: owner, kind and height of every stack', () => {
    always((position, observation) => {
      const { mover } = position;
      const read = (point: number, name: string): number => observation[point * PLANE_COUNT + planeIndex(name)];
      const decoded = Array.from({ length: 60 }, (_, point) => {
        for (const [side, owner] of [
          ['own', mover],
          ['enemy', opponentOf(mover)],
        ] as [string, Player][]) {
          const kind = KINDS.findIndex((name) => read(point, `${side}-${name}`) === 1);
          if (kind >= 0) return cellOf(owner, kind, Math.round(read(point, `${side}-height`) * HEIGHT_UNIT));
        }
        return 0;
      });
      expect(decoded).toEqual([...position.cells.subarray(0, 60)]);
    });
  });

  test('tells along each line who is seen, who may take and who may be taken', () => {
    always(({ cells, mover }, observation) => {
      for (let point = 0; point < 60; point++) {
        for (let direction = 0; direction < 6; direction++) {
          const seen = firstInSight(cells, point, direction);
          const [here, there] = [cells[point], seen === OFF_BOARD ? 0 : cells[seen]];
          const meets = here !== 0 && there !== 0;
          const hostile = meets && ownerOf(here) !== ownerOf(there);
          const expected = {
            'sees-own-n': meets && ownerOf(there) === mover,
            'sees-enemy-n': meets && ownerOf(there) !== mover,
            'takes-n': hostile && heightOf(there) <= heightOf(here),
            'taken-n': hostile && heightOf(there) >= heightOf(here),
          };
          for (const [name, value] of Object.entries(expected)) {
            const told = observation[point * PLANE_COUNT + planeIndex(name) + direction];
            if (told !== Number(value)) expect.fail(`${name} + ${direction} at ${point}: ${told}`);
          }
        }
      }
    });
  });

  test('has global planes that are equal on all points', () => {
    always((_, observation) => {
      for (const [index, { extent }] of PLANES.entries()) {
        if (extent !== 'global') continue;
        const values = new Set(Array.from({ length: 60 }, (_, point) => observation[point * PLANE_COUNT + index]));
        expect(values.size).toBe(1);
      }
    });
  });

  test('turns with the board under all 12 symmetries', () => {
    always((position, observation) => {
      const image = new Float32Array(OBSERVATION_SIZE);
      for (let symmetry = 0; symmetry < 12; symmetry++) {
        applySymmetryToObservation(observation, symmetry, image);
        expect(image).toEqual(observe(applySymmetry(position, symmetry, emptyPosition())));
      }
    });
  });

  test('keeps every number on the grid, and nothing where no point is', () => {
    always((_, observation) => {
      const grid = new Float32Array(GRID_OBSERVATION_SIZE).fill(9);
      toGrid(observation, grid);
      const places = new Set(Array.from({ length: 60 }, (_, point) => gridIndex(point)));
      expect(places.size).toBe(60);
      for (let point = 0; point < 60; point++) {
        const at = gridIndex(point) * PLANE_COUNT;
        expect(grid.subarray(at, at + PLANE_COUNT)).toEqual(
          observation.subarray(point * PLANE_COUNT, (point + 1) * PLANE_COUNT),
        );
      }
      for (let cell = 0; cell < 81; cell++) {
        if (!places.has(cell))
          expect(grid.subarray(cell * PLANE_COUNT, (cell + 1) * PLANE_COUNT).every((v) => v === 0)).toBe(true);
      }
    });
  });
});

test('step, phase and counts are told', () => {
  const text = 'ZATz2./....../......./......../......../......../......./....../..aat b 2 -';
  const observation = observe(parsePosition(text));
  const at = (name: string, point = 0): number => observation[point * PLANE_COUNT + planeIndex(name)];
  expect([at('second-step'), at('opening-turn'), at('placement')]).toEqual([1, 0, 0]);
  expect(at('own-tzarras-standing')).toBeCloseTo(2 / 9);
  expect(at('own-tzarras-scarcity')).toBe(0.5);
  expect(at('enemy-totts-scarcity')).toBe(1);
  expect([at('last-of-kind', pointNamed('A4')), at('last-of-kind', pointNamed('I3'))]).toEqual([1, 0]);
  expect(at('own-height', pointNamed('A4'))).toBeCloseTo(2 / HEIGHT_UNIT);
});

test('writes only its own part of a larger buffer', () => {
  const buffer = new Float32Array(OBSERVATION_SIZE + 4).fill(7);
  encodeObservation(playChoices({ setup: 'random', seed: 1, picks: [1, 2, 3] }), buffer, 2);
  expect([...buffer.subarray(0, 2), ...buffer.subarray(-2)]).toEqual([7, 7, 7, 7]);
  expect(buffer.subarray(2, -2)).toEqual(observe(playChoices({ setup: 'random', seed: 1, picks: [1, 2, 3] })));
});
