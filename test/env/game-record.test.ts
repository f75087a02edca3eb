import { describe, expect, test } from 'vitest';
import {
  FIXED_START_TEXT,
  formatAction,
  formatPosition,
  formatRecord,
  type GameRecord,
  InvalidInput,
  opponentNamed,
  outcome,
  PLAYERS,
  parseRecord,
  randomStream,
  replayRecord,
  SETUPS,
  startPosition,
} from '../../env/index.ts';
import { playChoices } from '../support/games.ts';

const recordOf = (setup: (typeof SETUPS)[number], seed: number): GameRecord => {
  const moves: string[] = [];
  const picks = Array.from({ length: 200 }, (_, ply) => ply * 7919 + seed);
  const end = playChoices({ setup, seed, picks }, (position, action) => moves.push(formatAction(position, action)));
  const over = outcome(end);
  return {
    setup,
    start: formatPosition(startPosition(setup, randomStream(seed))),
    moves,
    result: over && { winner: PLAYERS[over.winner], reason: over.reason },
    players: { white: 'random', black: 'random' },
    notes: { seed },
  };
};

test.each(SETUPS)('a %s game reads back from its line and replays to its result', (setup) => {
  for (let seed = 0; seed < 20; seed++) {
    const record = recordOf(setup, seed);
    const read = parseRecord(formatRecord(record));
    expect(read).toEqual(record);
    expect(replayRecord(read).actions.length).toBe(record.moves.length);
  }
});

test('a forfeited game and an unfinished one may stop before the end', () => {
  const unfinished: GameRecord = {
    ...recordOf('fixed', 1),
    result: null,
    moves: recordOf('fixed', 1).moves.slice(0, 5),
  };
  expect(replayRecord(unfinished).position.ply).toBe(5);
  expect(replayRecord({ ...unfinished, result: { winner: 'white', reason: 'forfeit' } }).position.ply).toBe(5);
});

describe('refuses', () => {
  const good = recordOf('fixed', 3);
  const line = (change: object): string => JSON.stringify({ ...JSON.parse(formatRecord(good)), ...change });
  test.each([
    { fault: 'no JSON', text: '{"format":', says: 'one line of JSON' },
    { fault: 'a list', text: '[]', says: 'a JSON object' },
    { fault: 'another format', text: line({ format: 'sgf' }), says: '"format": "tzaar-game"' },
    { fault: 'a later version', text: line({ version: 2 }), says: 'knows version 1, the record has 2' },
    { fault: 'an unknown set-up', text: line({ setup: 'chess' }), says: '"setup": random' },
    { fault: 'no start', text: line({ start: 7 }), says: '"start"' },
    { fault: 'moves that are no list', text: line({ moves: 'D7xE7' }), says: '"moves"' },
    { fault: 'a winner nobody knows', text: line({ result: { winner: 'red', reason: 'forfeit' } }), says: '"result"' },
    { fault: 'nameless players', text: line({ players: {} }), says: '"players"' },
    { fault: 'notes that are no object', text: line({ notes: [] }), says: '"notes"' },
    { fault: 'a broken start', text: line({ start: 'x w 1 o' }), says: 'invalid position "x w 1 o"' },
    { fault: 'an illegal move', text: line({ moves: ['D7xE7', 'pass'] }), says: 'move 2: invalid move "pass"' },
    { fault: 'a move after the end', text: line({ moves: [...good.moves, 'pass'] }), says: 'the game is over' },
    { fault: 'a missing move', text: line({ moves: good.moves.slice(0, -1) }), says: 'the game is not over' },
    { fault: 'no result at the end', text: line({ result: null }), says: 'has won by' },
    {
      fault: 'the wrong winner',
      text: line({ result: { ...good.result, winner: opponentNamed(good.result!.winner) } }),
      says: 'has won by',
    },
    { fault: 'another reason', text: line({ result: { ...good.result, reason: 'no-capture' } }), says: 'has won by' },
    { fault: 'a reason nobody knows', text: line({ result: { ...good.result, reason: 'luck' } }), says: '"result"' },
    {
      fault: 'a forfeit after the end',
      text: line({ result: { ...good.result, reason: 'forfeit' } }),
      says: 'has won by',
    },
  ])('$fault', ({ text, says }) => {
    expect(() => replayRecord(parseRecord(text))).toThrow(InvalidInput);
    expect(() => replayRecord(parseRecord(text))).toThrow(says);
  });
  test('a set-up that is not the one played from', () => {
    const random = JSON.parse(formatRecord(recordOf('random', 4)));
    const relabelled = (setup: string): string => JSON.stringify({ ...random, setup });
    expect(() => replayRecord(parseRecord(relabelled('fixed')))).toThrow('the fixed set-up does not begin so');
    expect(() => replayRecord(parseRecord(relabelled('tournament')))).toThrow('the tournament set-up');
    expect(() => replayRecord(parseRecord(relabelled('position')))).not.toThrow();
  });
  test('nothing that is right', () => {
    expect(good.start).toBe(FIXED_START_TEXT);
    expect(() => replayRecord(parseRecord(line({})))).not.toThrow();
  });
});
