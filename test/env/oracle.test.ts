/** Agreement with positions, counts and games made by a public implementation. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  cellOf,
  emptyPosition,
  FIXED_START_TEXT,
  formatPosition,
  KINDS,
  type KindName,
  legalMoveTexts,
  MAIN,
  OPENING,
  outcome,
  PLAYERS,
  type PlayerName,
  type Position,
  parseAction,
  parsePosition,
  perft,
  play,
  pointNamed,
  type Reason,
  type Step,
  setPosition,
} from '../../env/index.ts';
import { lackingShared, sharedPath } from '../support/lacking.ts';

type Stack = { at: string; color: PlayerName; type: KindName; height: number };
type Start = { kind: 'standard' | 'random'; layout?: Record<string, string> };
type Board = { stacks: Stack[]; sideToMove: PlayerName; halfMove: 1 | 2; firstTurn: boolean };
type OraclePosition = Board & {
  id: string;
  start: Start;
  history: string[];
  legalHalfMoves: string[];
  perft: Record<string, number>;
};
type OracleEnd = {
  id: string;
  before: Board;
  lastHalfMove: string;
  stacks: Stack[];
  winner: PlayerName;
  terminalReason: string;
};
type OracleGame = {
  id: string;
  start: Start;
  halfMoves: string[];
  legalCountBeforeEach: number[];
  sideAndHalfBeforeEach: string;
  winner: PlayerName;
  terminalReason: string;
};

const skip = lackingShared('data/oracle');
const read = <T>(file: string, key: string): T[] =>
  skip ? [] : JSON.parse(readFileSync(sharedPath(`data/oracle/${file}`), 'utf8'))[key];

const fromBoard = ({ stacks, sideToMove, halfMove, firstTurn }: Board): Position => {
  const cells = new Int8Array(60);
  for (const { at, color, type, height } of stacks) {
    cells[pointNamed(at)] = cellOf(PLAYERS.indexOf(color) as 0 | 1, KINDS.indexOf(type), height);
  }
  const mover = PLAYERS.indexOf(sideToMove) as 0 | 1;
  return setPosition(emptyPosition(), cells, mover, (halfMove - 1) as Step, firstTurn ? OPENING : MAIN);
};

const fromStart = ({ layout }: Start): Position => {
  if (layout === undefined) return parsePosition(FIXED_START_TEXT);
  const stacks = Object.entries(layout).map(([at, piece]) => ({
    at,
    color: piece.startsWith('w') ? ('white' as const) : ('black' as const),
    type: piece.slice(2) as KindName,
    height: 1,
  }));
  return fromBoard({ stacks, sideToMove: 'white', halfMove: 1, firstTurn: true });
};

const reasonOf = (theirs: string): Reason => {
  if (theirs.includes('buried')) return 'kind-buried';
  return theirs.includes('cannot_capture') ? 'no-capture' : 'kind-captured';
};

const playTexts = (position: Position, moves: readonly string[]): Position => {
  for (const move of moves) play(position, parseAction(position, move));
  return position;
};

const resultOf = (position: Position): { winner: PlayerName; reason: Reason } | null => {
  const over = outcome(position);
  return over && { winner: PLAYERS[over.winner], reason: over.reason };
};

describe.skipIf(skip)('the oracle agrees', () => {
  const positions = read<OraclePosition>('positions.json', 'positions');
  const ends = read<OracleEnd>('terminal-positions.json', 'positions');
  const games = read<OracleGame>('games.json', 'games');

  test('on the legal moves and the counts of every position, set up and played to', () => {
    for (const { id, start, history, legalHalfMoves, perft: counts, ...board } of positions) {
      const position = fromBoard(board);
      expect(formatPosition(playTexts(fromStart(start), history)), id).toBe(formatPosition(position));
      expect(legalMoveTexts(position), id).toEqual(legalHalfMoves.toSorted());
      for (const [depth, count] of Object.entries(counts)) expect(perft(position, Number(depth)), id).toBe(count);
    }
    expect(positions.length).toBeGreaterThan(100);
  });

  test('on every final position, its winner and the reason', () => {
    for (const { id, before, lastHalfMove, stacks, winner, terminalReason } of ends) {
      const position = playTexts(fromBoard(before), [lastHalfMove]);
      expect(resultOf(position), id).toEqual({ winner, reason: reasonOf(terminalReason) });
      expect(legalMoveTexts(position), id).toEqual([]);
      const theirs = fromBoard({ ...before, stacks });
      expect([...position.cells.subarray(0, 60)], id).toEqual([...theirs.cells.subarray(0, 60)]);
    }
    expect(ends.length).toBeGreaterThan(30);
  });

  test('on whole games: legal counts, whose step it is, winner and reason', () => {
    for (const { id, start, halfMoves, legalCountBeforeEach, sideAndHalfBeforeEach, winner, terminalReason } of games) {
      const position = fromStart(start);
      for (const [ply, move] of halfMoves.entries()) {
        expect(legalMoveTexts(position).length, `${id} ply ${ply}`).toBe(legalCountBeforeEach[ply]);
        expect('WwBb'[position.mover * 2 + position.step], `${id} ply ${ply}`).toBe(sideAndHalfBeforeEach[ply]);
        play(position, parseAction(position, move));
      }
      expect(resultOf(position), id).toEqual({ winner, reason: reasonOf(terminalReason) });
    }
    expect(games.length).toBeGreaterThan(50);
  });
});
