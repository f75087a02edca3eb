import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NO_ACTION } from '../../../agents/search/turn-result.ts';
import { findWinningStep, findWinningTurn } from '../../../agents/search/turn-win.ts';
import { outcome, type Position, parsePosition, play, undo } from '../../../env/index.ts';
import { winsWithinTurns } from '../../reference/minimax.ts';
import { choices, legalList, playChoices, snapshot } from '../../support/games.ts';
import { lateGames } from '../../support/search.ts';

const stepOf = (position: Position): number => findWinningStep(position);
const turnOf = (position: Position): number => {
  const legal = legalList(position);
  return findWinningTurn(position, Uint16Array.from(legal), legal.length);
};
const winsAtOnce = (position: Position, action: number): boolean => {
  const { mover } = position;
  play(position, action);
  const wins = outcome(position)?.winner === mover;
  undo(position);
  return wins;
};

test('a winning step is found exactly where one exists, and the position is left as it was', () => {
  fc.assert(
    fc.property(choices(), (game) => {
      const position = playChoices(game);
      const before = snapshot(position);
      const found = stepOf(position);
      expect(snapshot(position)).toEqual(before);
      const exists = legalList(position).some((action) => winsAtOnce(position, action));
      expect(found !== NO_ACTION).toBe(exists);
      if (exists) expect(winsAtOnce(position, found)).toBe(true);
    }),
    { numRuns: 300 },
  );
});

test('late in the game a win within the turn is found exactly where one exists', () => {
  let found = 0;
  for (const position of lateGames(300, 16, 'turns')) {
    const step = stepOf(position);
    const turn = step === NO_ACTION ? turnOf(position) : NO_ACTION;
    expect(step !== NO_ACTION || turn !== NO_ACTION).toBe(winsWithinTurns(position, 1));
    if (turn === NO_ACTION) continue;
    found++;
    play(position, turn);
    expect(stepOf(position)).not.toBe(NO_ACTION);
  }
  expect(found).toBeGreaterThan(10);
});

test('the last two tzaars are taken by both steps of a turn', () => {
  const position = parsePosition('...../....../......./Z2z.T..t./..z.A..a/.....t../..a..../....../..... w 1 -');
  expect(stepOf(position)).toBe(NO_ACTION);
  play(position, turnOf(position));
  play(position, stepOf(position));
  expect(outcome(position)).toEqual({ winner: 0, reason: 'kind-captured' });
});
