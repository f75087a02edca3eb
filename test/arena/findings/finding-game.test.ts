import { describe, expect, test } from 'vitest';
import { readFindingGame, walkGame, walkUndecided } from '../../../arena/findings/finding-game.ts';
import { samplePositions } from '../../../arena/findings/sample-positions.ts';
import { STAGES, stageOf } from '../../../arena/findings/stage.ts';
import { type GameRecord, InvalidInput, MAIN } from '../../../env/index.ts';
import { randomFindingGame, randomRecord } from '../../support/finding-games.ts';

const record = randomRecord('random', 3);
const valuesAt = (changes: Readonly<Record<number, unknown>>): unknown[] =>
  record.moves.map((_, ply) => changes[ply] ?? 0);

describe('a game of a record', () => {
  test('has its actions, its result, and who wins by each proof', () => {
    // White opens with one action, then black has two: action 2 is black's, action 3 white's.
    const notes = { values: valuesAt({ 2: -1, 3: 1, 5: -1 }), proven: [2, 3, 5] };
    const game = readFindingGame(randomRecord('random', 3, 0, notes));
    expect(game.actions).toHaveLength(record.moves.length);
    expect(game.proofs).toEqual([
      { ply: 2, winner: 0 },
      { ply: 3, winner: 0 },
      { ply: 5, winner: 0 },
    ]);
    expect([...walkUndecided(game)].map(({ ply }) => ply)).toEqual([0, 1]);
    expect([...walkGame(game)]).toHaveLength(record.moves.length);
  });

  const wrong: readonly { why: string; given: GameRecord; says: string }[] = [
    { why: 'unfinished', given: { ...record, result: null }, says: 'findings are of finished games' },
    {
      why: 'a forfeit',
      given: { ...record, result: { winner: 'white', reason: 'forfeit' }, notes: { forfeit: 'out of memory' } },
      says: 'it ended by forfeit: out of memory',
    },
    { why: 'from no set-up', given: { ...record, setup: 'position' }, says: 'games from a set-up' },
    { why: 'of no match', given: { ...record, notes: {} }, says: 'which game of which pair' },
    { why: 'older', given: randomRecord('random', 3, 0, { proven: undefined }), says: 'what was proven when' },
    { why: 'cut', given: randomRecord('random', 3, 0, { values: [0] }), says: 'what was proven when' },
    { why: 'at odds with itself', given: randomRecord('random', 3, 0, { proven: [1] }), says: 'what was proven when' },
    { why: 'beyond its end', given: randomRecord('random', 3, 0, { proven: [500] }), says: 'what was proven when' },
  ];
  test.each(wrong)('is refused where it is $why', ({ given, says }) => {
    expect(() => readFindingGame(given)).toThrow(InvalidInput);
    expect(() => readFindingGame(given)).toThrow(says);
  });
});

test('stages follow one another, and every position has one', () => {
  for (const pair of [1, 2, 3]) {
    let before = 0;
    for (const { position } of walkGame(randomFindingGame('fixed', pair))) {
      const stage = stageOf(position);
      const stacks = position.counts.reduce((sum, count) => sum + count, 0);
      expect(stage).toBeGreaterThanOrEqual(before);
      expect([STAGES[stage].least <= stacks, stacks <= STAGES[stage].most]).toEqual([true, true]);
      before = stage;
    }
  }
});

test('of each stage at most one undecided position is drawn, at the step asked for, by the seed', () => {
  const game = { ...randomFindingGame('random', 9), proofs: [{ ply: 25, winner: 0 as const }] };
  for (const step of [0, 1] as const) {
    const drawn = samplePositions(game, step, 1);
    expect(new Set(drawn.map(({ stage }) => stage)).size).toBe(drawn.length);
    expect(drawn.length).toBeGreaterThan(1);
    for (const { stage, position } of drawn) {
      expect({ step: position.step, phase: position.phase }).toEqual({ step, phase: MAIN });
      expect(stageOf(position)).toBe(stage);
      expect(position.ply).toBeLessThan(25);
    }
    const hashes = (seed: number): number[] =>
      samplePositions(game, step, seed).map(({ position }) => position.hashLow);
    expect(hashes(1)).toEqual(drawn.map(({ position }) => position.hashLow));
    expect([2, 3, 4, 5].some((seed) => hashes(seed).join() !== hashes(1).join())).toBe(true);
  }
  expect([...walkUndecided(game)]).toHaveLength(25);
});
