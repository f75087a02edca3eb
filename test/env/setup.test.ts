import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  emptyPosition,
  formatPosition,
  InvalidInput,
  KINDS,
  kindOf,
  ownerOf,
  PLAYERS,
  POINT_NAMES,
  parseSetup,
  randomStream,
  SETUPS,
  setUp,
  startPosition,
} from '../../env/index.ts';
import { lackingShared, sharedPath } from '../support/lacking.ts';

test.skipIf(lackingShared('data/fixed-start.json'))('the fixed start is the table of the rulebook', () => {
  const { fixedStart } = JSON.parse(readFileSync(sharedPath('data/fixed-start.json'), 'utf8'));
  const { cells } = startPosition('fixed', randomStream(0));
  const ours = POINT_NAMES.map((name, point) => [
    name,
    `${PLAYERS[ownerOf(cells[point])][0]}_${KINDS[kindOf(cells[point])]}`,
  ]);
  expect(Object.fromEntries(ours)).toEqual(fixedStart);
});

test('the random set-up uses all pieces, differs by seed and repeats by seed', () => {
  const texts = Array.from({ length: 50 }, (_, seed) => formatPosition(startPosition('random', randomStream(seed))));
  expect(new Set(texts).size).toBe(50);
  for (const [seed, text] of texts.entries()) {
    expect(formatPosition(startPosition('random', randomStream(seed)))).toBe(text);
    expect([...startPosition('random', randomStream(seed)).counts]).toEqual([6, 9, 15, 6, 9, 15]);
  }
});

test('every piece is equally likely on every point', () => {
  const rng = randomStream('uniform');
  const position = emptyPosition();
  const tzaars = new Float64Array(60);
  const games = 6000;
  for (let game = 0; game < games; game++) {
    setUp(position, 'random', rng);
    for (let point = 0; point < 60; point++) if (kindOf(position.cells[point]) === 0) tzaars[point]++;
  }
  const expected = (games * 12) / 60;
  const chiSquare = tzaars.reduce((sum, count) => sum + (count - expected) ** 2 / (expected * 0.8), 0);
  expect(chiSquare).toBeLessThan(100); // 59 degrees of freedom: above 98 in one of a thousand seeds
});

test.each(SETUPS)('%s overwrites whatever the position held', (setup) => {
  const used = startPosition('fixed', randomStream(1));
  expect(formatPosition(setUp(used, setup, randomStream(9)))).toBe(
    formatPosition(startPosition(setup, randomStream(9))),
  );
});

test('an unknown set-up is refused with the known ones', () => {
  expect(() => parseSetup('standard')).toThrow(InvalidInput);
  expect(() => parseSetup('standard')).toThrow('invalid set-up "standard": expected random, fixed, tournament');
});
