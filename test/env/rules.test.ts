import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ACTION_COUNT,
  clonePosition,
  formatAction,
  formatPosition,
  isLegal,
  legalMoveTexts,
  MAX_PLIES,
  outcome,
  PLAYERS,
  type Position,
  parseAction,
  parsePosition,
  perft,
  play,
  randomStream,
  SETUPS,
  startPosition,
  undo,
} from '../../env/index.ts';
import { firstInSight } from '../../env/position.ts';
import * as slow from '../reference/slow-engine.ts';
import { choices, legalList, playChoices, snapshot } from '../support/games.ts';

const FIXED = startPosition('fixed', randomStream(0));

const playTexts = (start: string, moves: string): Position => {
  const position = parsePosition(start);
  for (const move of moves.split(' ')) play(position, parseAction(position, move));
  return position;
};

describe('perft', () => {
  test.each([
    { depth: 1, count: 42 },
    { depth: 2, count: 1797 },
    { depth: 3, count: 260_556 },
    { depth: 4, count: 11_010_135 },
  ])('the fixed start has $count sequences of $depth actions', ({ depth, count }) => {
    expect(perft(FIXED, depth)).toBe(count);
  });

  test('the empty board has 180 placements, then 177 each', () => {
    const empty = startPosition('tournament', randomStream(0));
    expect([perft(empty, 1), perft(empty, 2)]).toEqual([180, 180 * 177]);
  });

  test('there is one sequence of no action', () => {
    expect(perft(FIXED, 0)).toBe(1);
  });

  test('leaves the position as it was', () => {
    const position = startPosition('random', randomStream(5));
    const before = snapshot(position);
    perft(position, 3);
    expect(snapshot(position)).toEqual(before);
  });
});

describe('a turn', () => {
  test("white's opening turn is one capture, every later turn has two steps", () => {
    const position = clonePosition(FIXED);
    const seen: string[] = [];
    for (let ply = 0; ply < 5; ply++) {
      seen.push(`${PLAYERS[position.mover]} ${position.step + 1}`);
      play(position, legalList(position)[0]);
    }
    expect(seen).toEqual(['white 1', 'black 1', 'black 2', 'white 1', 'white 2']);
  });

  test('step 1 allows captures only, step 2 stacking and pass as well', () => {
    const position = parsePosition('ZAT../....../......./......../......../......../......./....../..zat w 1 -');
    expect(legalMoveTexts(position)).toEqual([]); // nobody sees an enemy: white has lost
    const facing = 'ZAT.t/....../......./......../......../......../......./....../..zat';
    expect(legalMoveTexts(parsePosition(`${facing} w 1 -`))).toEqual(['A3xA5']);
    expect(legalMoveTexts(parsePosition(`${facing} w 2 -`))).toEqual([
      'A1+A2',
      'A2+A1',
      'A2+A3',
      'A3+A2',
      'A3xA5',
      'pass',
    ]);
  });

  test('a stack takes no higher one, and one of its own height', () => {
    const board = (white: string, black: string): string =>
      `Z${white}.${black}./A...../......./......../......../......../......./....../..z3a3t3 w 1 -`;
    expect(legalMoveTexts(parsePosition(board('T2', 't2')))).toEqual(['A2xA4']);
    expect(legalMoveTexts(parsePosition(board('T2', 't3')))).toEqual([]);
  });

  test('nothing moves across the centre', () => {
    const across = 'ZA.../....../......./......../...Tt.../......../......./....../..za. w 2 -';
    expect(legalMoveTexts(parsePosition(across))).not.toContain('E4xE5');
  });
});

describe('the end of a game', () => {
  const cases = [
    {
      name: 'the last stack of a kind is captured on step 1',
      start: 'ZATz./....../......./......../......../......../......./....../...at w 1 -',
      moves: 'A3xA4',
      winner: 'white',
      reason: 'kind-captured',
    },
    {
      name: 'the last stack of a kind is captured on step 2',
      start: 'ZATz./....../......./......../......../......../......./....../...at w 2 -',
      moves: 'A3xA4',
      winner: 'white',
      reason: 'kind-captured',
    },
    {
      name: 'a player buries the own last stack of a kind',
      start: 'ZATz./....../......./......../......../......../......./....../...at w 2 -',
      moves: 'A2+A1',
      winner: 'black',
      reason: 'kind-buried',
    },
    {
      name: 'the next player cannot capture after a pass',
      start: 'Z2A2T2z./....../......./......../......../......../......./....../...at w 2 -',
      moves: 'pass',
      winner: 'white',
      reason: 'no-capture',
    },
  ];

  test.each(cases)('$name', ({ start, moves, winner, reason }) => {
    const position = playTexts(start, moves);
    const over = outcome(position);
    expect(over && { winner: PLAYERS[over.winner], reason: over.reason }).toEqual({ winner, reason });
    expect(legalList(position)).toEqual([]);
  });

  test.each(cases)('is read from the position text alone: $name', ({ start, moves, winner, reason }) => {
    const over = outcome(parsePosition(formatPosition(playTexts(start, moves))));
    expect(over && { winner: PLAYERS[over.winner], reason: over.reason }).toEqual({ winner, reason });
  });

  test.each([
    {
      name: 'a burial with the loser still at step 2',
      text: 'Z2.T../....../......./......../......../......../......./....../..zat w 2 -',
      reason: 'kind-buried',
    },
    {
      name: 'a burial',
      text: 'Z2.T../....../......./......../......../......../......./....../..zat b 1 -',
      reason: 'kind-buried',
    },
    {
      name: 'no burial without a stack of two',
      text: 'Z.T../....../......./......../......../......../......./....../..zat b 1 -',
      reason: 'kind-captured',
    },
    {
      name: 'a capture with the winner at step 2',
      text: 'Z2.T../....../......./......../......../......../......./....../..zat b 2 -',
      reason: 'kind-captured',
    },
    {
      name: 'a capture with the loser to move',
      text: 'Z2.T../....../......./......../......../......../......./....../..zat w 1 -',
      reason: 'kind-captured',
    },
  ])('a finished position tells $name', ({ text, reason }) => {
    expect(outcome(parsePosition(text))).toEqual({ winner: 1, reason });
  });

  test('burying a kind of which another stack stands is no loss', () => {
    const position = playTexts('ZATAa/....../......./......../......../......../......./....../..zat w 2 -', 'A3+A2');
    expect(outcome(position)).toBeNull();
  });
});

describe('laws', () => {
  test('play and undo restore every position of a random game', () => {
    fc.assert(
      fc.property(choices(), (game) => {
        const before: object[] = [];
        const position = playChoices(game, (current) => before.push(snapshot(current)));
        for (const expected of before.reverse()) {
          undo(position);
          expect(snapshot(position)).toEqual(expected);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('links always name the first stack in sight', () => {
    fc.assert(
      fc.property(choices(), (game) => {
        const check = (position: Position): void => {
          for (let action = 0; action < 360; action++) {
            const point = Math.floor(action / 6);
            if (position.cells[point] === 0) continue;
            if (position.sight[action] !== firstInSight(position.cells, point, action % 6)) {
              expect.fail(`${formatPosition(position)}: link ${action}`);
            }
          }
        };
        check(playChoices(game, check));
      }),
      { numRuns: 60 },
    );
  });

  test('an action is legal exactly if it is listed, and the list ascends', () => {
    fc.assert(
      fc.property(choices(), (game) => {
        const position = playChoices(game);
        const legal = legalList(position);
        expect(legal).toEqual(legal.toSorted((a, b) => a - b));
        const asked = Array.from({ length: ACTION_COUNT }, (_, action) => action).filter((a) => isLegal(position, a));
        expect(asked).toEqual(legal);
      }),
    );
  });

  test('the hash is that of the position read afresh', () => {
    fc.assert(
      fc.property(choices(), (game) => {
        const position = playChoices(game);
        const fresh = parsePosition(formatPosition(position));
        expect([position.hashLow, position.hashHigh]).toEqual([fresh.hashLow, fresh.hashHigh]);
      }),
    );
  });

  test('different positions of many games have different hashes', () => {
    const texts = new Map<string, string>();
    for (let seed = 0; seed < 300; seed++) {
      const picks = Array.from({ length: 170 }, (_, ply) => seed * 7919 + ply * 104_729);
      playChoices({ setup: SETUPS[seed % 3], seed, picks }, (position) => {
        const key = `${position.hashHigh}/${position.hashLow}`;
        const text = formatPosition(position);
        expect(texts.get(key) ?? text).toBe(text);
        texts.set(key, text);
      });
    }
    expect(texts.size).toBeGreaterThan(15_000);
  });

  test('the longest game there can be fits into the trail', () => {
    // 60 placements, then nothing but turns of a capture and a pass: at most 59 stacks can be captured.
    expect(MAX_PLIES).toBeGreaterThanOrEqual(60 + 2 * 59);
    fc.assert(fc.property(choices(400), (game) => playChoices(game).ply <= 60 + 108));
  });

  test('a copy has the same past and the same end', () => {
    fc.assert(
      fc.property(choices(), (game) => {
        const position = playChoices(game);
        const copy = clonePosition(position);
        expect(snapshot(copy)).toEqual(snapshot(position));
        while (copy.ply > 0) undo(copy);
        while (position.ply > 0) undo(position);
        expect(snapshot(copy)).toEqual(snapshot(position));
      }),
      { numRuns: 40 },
    );
  });
});

describe('agreement with the slow engine', () => {
  test('on every position of 2 000 random games', () => {
    const rng = randomStream('slow engine');
    for (let game = 0; game < 2000; game++) {
      const setup = game % 10 === 0 ? 'tournament' : game % 10 === 1 ? 'fixed' : 'random';
      const position = startPosition(setup, rng);
      let theirs = slow.readPosition(formatPosition(position));
      for (;;) {
        const moves = legalMoveTexts(position);
        if (moves.join() !== slow.legalMoves(theirs).join()) expect.fail(formatPosition(position));
        if (moves.length === 0) break;
        const move = moves[Math.floor(rng() * moves.length)];
        play(position, parseAction(position, move));
        theirs = slow.playMove(theirs, move);
        if (formatPosition(position) !== slow.writePosition(theirs))
          expect.fail(`${move} → ${formatPosition(position)}`);
      }
      const over = outcome(position);
      expect(over && { winner: PLAYERS[over.winner], reason: over.reason }).toEqual(slow.outcome(theirs));
    }
  });
});

test('the text of every legal action reads back as that action', () => {
  fc.assert(
    fc.property(choices(), (game) => {
      const position = playChoices(game);
      for (const action of legalList(position)) {
        expect(parseAction(position, formatAction(position, action))).toBe(action);
      }
    }),
  );
});
