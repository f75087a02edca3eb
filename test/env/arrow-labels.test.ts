import { expect, test } from 'vitest';
import { boxAround, overlapOf, placeLabels } from '../../env/arrow-labels.ts';

const size = { width: 20, height: 20 };
const arrow = { from: { x: 0, y: 0 }, to: { x: 100, y: 0 }, ...size };

test('a label stands on its arrow where nothing is in the way', () => {
  const [{ x, y }] = placeLabels([arrow], []);
  expect([x > 20 && x < 80, y]).toEqual([true, 0]);
});

test('labels of one line, there and back, do not hide each other', () => {
  const [one, other] = placeLabels([arrow, { ...arrow, from: arrow.to, to: arrow.from }], []);
  expect(overlapOf(boxAround(one, 20, 20), boxAround(other, 20, 20))).toBe(0);
});

test.each([
  ['its first half is taken', [{ left: 0, right: 50, top: -10, bottom: 10 }]],
  ['the whole line is taken', [{ left: 0, right: 100, top: -5, bottom: 5 }]],
  ['one side is taken too', [{ left: 0, right: 100, top: -5, bottom: 40 }]],
])('a label makes way where %s', (_, taken) => {
  const [spot] = placeLabels([arrow], taken);
  expect(taken.map((box) => overlapOf(boxAround(spot, 20, 20), box))).toEqual([0]);
});

test('a ring has its label inside, or beside it where that is taken', () => {
  const ring = { from: { x: 5, y: 5 }, to: { x: 5, y: 5 }, ...size };
  expect(placeLabels([ring], [])).toEqual([{ x: 5, y: 5 }]);
  const taken = boxAround({ x: 10, y: 5 }, 20, 20);
  expect(overlapOf(boxAround(placeLabels([ring], [taken])[0], 20, 20), taken)).toBe(0);
});

test('where all is taken it hides as little as it can', () => {
  const wall = { left: -500, right: 500, top: -500, bottom: 500 };
  expect(placeLabels([arrow], [wall])).toHaveLength(1);
});
