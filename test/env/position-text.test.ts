import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emptyPosition, FIXED_START_TEXT, formatPosition, InvalidInput, parsePosition } from '../../env/index.ts';
import { choices, playChoices, snapshot } from '../support/games.ts';

const EMPTY_BOARD = '...../....../......./......../......../......../......./....../.....';
const ENDGAME = '...Z5./..A5.../.....z./T2......./.t2....../......../......./t4...../..a5Tt3 w 1 -';

test('a position reads back from its text, in every set-up and at every ply', () => {
  fc.assert(
    fc.property(choices(), (game) => {
      const position = playChoices(game);
      const text = formatPosition(position);
      const fresh = parsePosition(text);
      expect(formatPosition(fresh)).toBe(text);
      expect(snapshot(fresh)).toEqual({ ...snapshot(position), ply: 0, trail: [] });
    }),
  );
});

test.each([FIXED_START_TEXT, ENDGAME, `${EMPTY_BOARD} w 1 p`])('reads and writes %s', (text) => {
  expect(formatPosition(parsePosition(text))).toBe(text);
});

test('the empty position is the start of placement', () => {
  expect(formatPosition(emptyPosition())).toBe(`${EMPTY_BOARD} w 1 p`);
});

describe('refuses, each with its own sentence,', () => {
  const on = (change: (text: string) => string): string => change(FIXED_START_TEXT);
  test.each([
    { fault: 'no text', text: '', says: 'expected four fields' },
    { fault: 'a missing field', text: on((text) => text.slice(0, -2)), says: 'expected four fields' },
    { fault: 'two spaces', text: on((text) => text.replace(' w', '  w')), says: 'expected four fields' },
    { fault: 'a tenth column', text: on((text) => `./${text}`), says: 'nine columns A to I separated by /, found 10' },
    {
      fault: 'a short column',
      text: on((text) => text.replace('ttttT/', 'ttt/')),
      says: 'column A has 5 points, found 3',
    },
    { fault: 'a long column', text: ENDGAME.replace('...Z5.', '...Z5..'), says: 'column A has 5 points, found 6' },
    { fault: 'an unknown letter', text: ENDGAME.replace('Z5', 'Q5'), says: 'unknown letter "Q" in column A' },
    { fault: 'a height on nothing', text: ENDGAME.replace('...Z5.', '...Z5.2'), says: 'followed by the height "2"' },
    { fault: 'a height without stack', text: `2${ENDGAME}`, says: 'unknown letter "2" in column A' },
    { fault: 'height 1 written out', text: ENDGAME.replace('Z5', 'Z1'), says: 'left out when it is 1' },
    { fault: 'height 0', text: ENDGAME.replace('Z5', 'Z0'), says: 'height "0" in column A' },
    { fault: 'height 31', text: ENDGAME.replace('Z5', 'Z31'), says: 'height "31" in column A' },
    { fault: 'a leading zero', text: ENDGAME.replace('Z5', 'Z05'), says: 'height "05" in column A' },
    {
      fault: 'a seventh tzaar',
      text: on((text) => text.replace('TaaaAT', 'ZaaaAT')),
      says: 'white shows 7 tzaars, there are 6',
    },
    {
      fault: 'a tenth tzarra',
      text: on((text) => text.replace('ttttT', 'tttaT')),
      says: 'black shows 10 tzarras, there are 9',
    },
    {
      fault: 'a sixteenth tott',
      text: on((text) => text.replace('TAzzZAT', 'TTzzZAT')),
      says: 'white shows 16 totts, there are 15',
    },
    {
      fault: 'too many pieces in heights',
      text: ENDGAME.replace('Z5', 'Z23'),
      says: 'white has 31 pieces, heights included',
    },
    { fault: 'an unknown mover', text: on((text) => text.replace(' w ', ' x ')), says: 'the mover is w or b, not "x"' },
    { fault: 'both movers', text: on((text) => text.replace(' w ', ' wb ')), says: 'the mover is w or b' },
    { fault: 'step 3', text: ENDGAME.replace(' 1 ', ' 3 '), says: 'the step of the turn is 1 or 2, not "3"' },
    { fault: 'an unknown phase', text: ENDGAME.replace(/-$/, 'x'), says: 'the phase is p (placement), o' },
    { fault: 'two phases', text: ENDGAME.replace(/-$/, 'po'), says: 'the phase is p (placement), o' },
    { fault: 'no phase', text: ENDGAME.replace(/-$/, ''), says: 'the phase is p (placement), o' },
    {
      fault: 'too many black pieces',
      text: ENDGAME.replace('a5', 'a21'),
      says: 'black has 31 pieces, heights included',
    },
    {
      fault: 'a height on nothing at first',
      text: ENDGAME.replace('...Z5', '.2..Z5'),
      says: 'followed by the height "2"',
    },
    { fault: 'a letter beyond the alphabet', text: ENDGAME.replace('Z5', '😀'), says: 'unknown letter "😀"' },
    {
      fault: 'black ahead in placement',
      text: `z${EMPTY_BOARD.slice(1)} w 1 p`,
      says: 'white has placed 0 and black 1',
    },
    {
      fault: 'a second step in the opening turn',
      text: on((text) => text.replace(' 1 o', ' 2 o')),
      says: 'expected w 1 o',
    },
    { fault: "black's opening turn", text: on((text) => text.replace(' w ', ' b ')), says: 'expected w 1 o' },
    {
      fault: 'a second step in placement',
      text: `${EMPTY_BOARD} w 2 p`,
      says: 'in placement (p) the step is always 1',
    },
    {
      fault: 'black to place first',
      text: `${EMPTY_BOARD} b 1 p`,
      says: 'white has placed 0 and black 0 with black to place',
    },
    {
      fault: 'a stack in placement',
      text: `Z2${EMPTY_BOARD.slice(1)} b 1 p`,
      says: 'every stack has height 1, A1 has 2',
    },
    { fault: 'placement on a full board', text: on((text) => text.replace(' o', ' p')), says: 'placement (p) is over' },
    { fault: 'two losers', text: `${EMPTY_BOARD} w 1 -`, says: 'both players lack a kind' },
  ])('$fault', ({ text, says }) => {
    expect(() => parsePosition(text)).toThrow(InvalidInput);
    expect(() => parsePosition(text)).toThrow(says);
  });
});

test('a sentence stays short whatever was given', () => {
  for (const text of [
    'Z'.repeat(1e5),
    `Z${'9'.repeat(1e5)}${ENDGAME}`,
    `${ENDGAME.slice(0, -5)}${'w'.repeat(1e5)} 1 -`,
  ]) {
    try {
      parsePosition(text);
      expect.fail('accepted');
    } catch (error) {
      expect((error as Error).message.length).toBeLessThan(400);
    }
  }
});

test('never accepts a damaged text as another position without round-tripping it', () => {
  fc.assert(
    fc.property(fc.nat(), fc.string({ maxLength: 3, unit: 'grapheme-ascii' }), (at, patch) => {
      const place = at % ENDGAME.length;
      const damaged = ENDGAME.slice(0, place) + patch + ENDGAME.slice(place + 1);
      try {
        expect(formatPosition(parsePosition(damaged))).toBe(damaged);
      } catch (error) {
        expect(error).toBeInstanceOf(InvalidInput);
      }
    }),
    { numRuns: 2000 },
  );
});
