import { describe, expect, test } from 'vitest';
import { formatPosition, InvalidInput, parseAction, parsePosition } from '../../env/index.ts';

const BOARD = 'ZAT.t2/....../......./......../...Tt.../......../......./....../..zat';

describe('a move that cannot be played is refused with the reason:', () => {
  test.each([
    { move: '', step: 1, says: 'expected a capture D7xE7' },
    { move: 'a3xa5', step: 1, says: 'expected a capture D7xE7' },
    { move: 'A3-A5', step: 1, says: 'expected a capture D7xE7' },
    { move: 'A9xA5', step: 1, says: 'expected a capture D7xE7' },
    { move: 'A6xA5', step: 1, says: 'the board has no point A6' },
    { move: 'Z@I6', step: 1, says: 'the board has no point I6' },
    { move: 'A4xA5', step: 1, says: 'white is to move and has no stack on A4' },
    { move: 'I5xA1', step: 1, says: 'white is to move and has no stack on I5' },
    { move: 'A3xA4', step: 1, says: 'nothing stands on A4' },
    { move: 'A3+A5', step: 2, says: 'A3 to A5 would be a capture, written with x' },
    { move: 'A1xA2', step: 2, says: 'A1 to A2 would be a stacking, written with +' },
    { move: 'A3xA5', step: 1, says: 'the stack on A5 is higher than the one on A3' },
    { move: 'E4xE5', step: 1, says: 'E4 does not see E5 along a line of empty points' },
    { move: 'A1+A2', step: 1, says: 'the first step of a turn is a capture' },
    { move: 'pass', step: 1, says: 'the first step of a turn is a capture' },
    { move: 'Z@E1', step: 1, says: 'all pieces have been placed' },
    { move: 'A1xA1', step: 1, says: 'a stack moves to another point' },
  ])('$move at step $step', ({ move, step, says }) => {
    const position = parsePosition(`${BOARD} w ${step} -`);
    const before = formatPosition(position);
    expect(() => parseAction(position, move)).toThrow(InvalidInput);
    expect(() => parseAction(position, move)).toThrow(says);
    expect(formatPosition(position)).toBe(before);
  });

  test('an illegal move names the legal ones', () => {
    const position = parsePosition(`${BOARD.replace('t2', 't')} w 1 -`);
    expect(() => parseAction(position, 'pass')).toThrow('is a capture; legal are A2xE5, A3xA5, E4xI4');
  });

  test.each([
    { move: 'pass', says: 'the pieces are still being placed; legal are A@A2, A@A3, ' },
    { move: 'Z@A1', says: 'A1 is taken' },
  ])('$move in placement', ({ move, says }) => {
    const placing = parsePosition('Z..../....../......./......../......../......../......./....../..... b 1 p');
    expect(() => parseAction(placing, move)).toThrow(says);
  });

  test('a kind that is used up cannot be placed', () => {
    const placing = parsePosition('ZZZZZ/Z...../......./......../......../......../......./tttttt/..... w 1 p');
    expect(() => parseAction(placing, 'Z@C1')).toThrow('white has no tzaar left to place');
  });

  test('twelve legal moves are named, no more', () => {
    const placing = parsePosition('...../....../......./......../......../......../......./....../..... w 1 p');
    expect(() => parseAction(placing, 'pass')).toThrow(/legal are ([A-Z]@[A-I]\d, ){12}… \(180 in all\)/);
  });

  test('a finished game says who has won', () => {
    const over = parsePosition(`${BOARD.replace('z', '.')} w 2 -`);
    expect(() => parseAction(over, 'pass')).toThrow('the game is over, white has won');
  });
});
