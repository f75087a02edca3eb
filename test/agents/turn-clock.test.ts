import { expect, test } from 'vitest';
import { actionTimeMs, clockedTimeMs, createTurnClock, noteSpent } from '../../agents/turn-clock.ts';
import { FIXED_START_TEXT, parsePosition } from '../../env/index.ts';

const BOARD = 'ZATz./....../......./......../......../......../......./....../t..at';
const [opening, first, second] = [FIXED_START_TEXT, `${BOARD} w 1 -`, `${BOARD} w 2 -`].map(parsePosition);

test('half of the time is for the first of two steps, all of it where the turn ends', () => {
  expect([opening, first, second].map((position) => actionTimeMs(position, 100))).toEqual([100, 50, 100]);
});

test('a clock gives the second step what the first has left', () => {
  const clock = createTurnClock(200);
  expect(clockedTimeMs(clock, first)).toBe(100);
  noteSpent(clock, first, 30);
  expect(clockedTimeMs(clock, second)).toBe(170);
  noteSpent(clock, second, 170);
  expect(clockedTimeMs(clock, first)).toBe(100);
  noteSpent(clock, first, 900);
  expect(clockedTimeMs(clock, second)).toBe(0);
});
