import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findFirstOfTwo, findLastCapture } from '../../../agents/search/last-capture.ts';
import { NO_ACTION } from '../../../agents/search/turn-result.ts';
import { MAIN, outcome, type Position, play, undo } from '../../../env/index.ts';
import { choices, legalList, playChoices, snapshot } from '../../support/games.ts';
import { lateGames } from '../../support/search.ts';

const winsWith = (position: Position, first: number): boolean => {
  play(position, first);
  const wins = findLastCapture(position) !== NO_ACTION;
  undo(position);
  return wins;
};

const expectExact = (position: Position): boolean => {
  const before = snapshot(position);
  const first = findFirstOfTwo(position);
  expect(snapshot(position)).toEqual(before);
  const legal = legalList(position);
  expect(first !== NO_ACTION).toBe(legal.some((action) => winsWith(position, action)));
  if (first === NO_ACTION) return false;
  expect(legal).toContain(first);
  expect(winsWith(position, first)).toBe(true);
  return true;
};

/** Where it is asked: at the first of two steps, when no single capture wins. */
const isAsked = (position: Position): boolean =>
  outcome(position) === null &&
  position.phase === MAIN &&
  position.step === 0 &&
  findLastCapture(position) === NO_ACTION;

test('two captures that take a last stack are found exactly where playing them out finds them', () => {
  fc.assert(
    fc.property(choices(), (game) => {
      const position = playChoices(game);
      fc.pre(isAsked(position));
      expectExact(position);
    }),
  );
  const found = [16, 20, 24, 28]
    .flatMap((stacks) => lateGames(150, stacks, 'two captures').filter(isAsked))
    .filter(expectExact);
  expect(found.length).toBeGreaterThan(20);
});
