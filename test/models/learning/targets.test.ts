import { describe, expect, test } from 'vitest';
import { ACTION_COUNT, BLACK, cellOf, POINT_COUNT, WHITE } from '../../../env/index.ts';
import {
  denseLayer,
  emptyColumn,
  type FinishedGame,
  type GamePly,
  HEADS,
  type Head,
  headsOf,
  POLICY_UNIT,
  parseTargets,
  squaredLoss,
  TARGETS,
  targetsFor,
} from '../../../models/index.ts';

const ply = (mover: 0 | 1, action: number, share = 1): GamePly => ({
  cells: new Int8Array(POINT_COUNT),
  mover,
  step: 0,
  phase: 2,
  action,
  policy: new Float32Array(ACTION_COUNT).fill(share, action, action + 1),
  searchValue: 0.5,
  policyValue: 0.75,
  surprise: 0,
  learnt: 'all',
});

/** White's opening of one step, then turns of two; black's second action was not searched. Black is shut in. */
const cells = new Int8Array(POINT_COUNT);
cells.set([cellOf(WHITE, 0, 3), cellOf(BLACK, 2, 1)], 10);
const game: FinishedGame = {
  plies: [ply(WHITE, 7), ply(BLACK, 8), ply(BLACK, 9, 0), ply(WHITE, 10, 0.25), ply(WHITE, 11)],
  winner: WHITE,
  reason: 'no-capture',
  cells,
};

const written = (name: string, at: number, options: object = { searchValue: 'mean' }): number[] => {
  const target = TARGETS.get(name);
  const { column } = HEADS.get(target.head);
  const out = emptyColumn(column.type, column.width);
  target.write(game, at, { ...options }, out);
  return [...out];
};
const policyOf = (action: number, share = 1): number[] =>
  Array.from({ length: ACTION_COUNT }, (_, at) => (at === action ? Math.round(share * POLICY_UNIT) : 0));
const NOTHING = Array(ACTION_COUNT).fill(0);

describe('a target writes what came of it', () => {
  test.each([
    { target: 'search', at: 0, row: policyOf(7) },
    { target: 'search', at: 2, row: NOTHING },
    { target: 'search', at: 3, row: policyOf(10, 0.25) },
    { target: 'mixed', at: 0, options: { searchShare: 0, searchValue: 'mean' }, row: [1] },
    { target: 'mixed', at: 1, options: { searchShare: 0, searchValue: 'mean' }, row: [-1] },
    { target: 'mixed', at: 1, options: { searchShare: 0.25, searchValue: 'mean' }, row: [-0.75 + 0.125] },
    { target: 'mixed', at: 2, options: { searchShare: 1, searchValue: 'mean' }, row: [0.5] },
    { target: 'mixed', at: 1, options: { searchShare: 0.5, searchValue: 'policy' }, row: [-0.5 + 0.375] },
    { target: 'mixed', at: 2, options: { searchShare: 1, searchValue: 'both' }, row: [0.625] },
    { target: 'returns', at: 0, options: { lambda: 0, searchValue: 'mean' }, row: [0.5] },
    { target: 'returns', at: 1, options: { lambda: 1, searchValue: 'mean' }, row: [-1] },
    { target: 'returns', at: 4, options: { lambda: 0.5, searchValue: 'policy' }, row: [0.875] },
    // For black: half of its own 0.5, a quarter of its next 0.5, then white's 0.5 twice and white's win, all against it.
    {
      target: 'returns',
      at: 1,
      options: { lambda: 0.5, searchValue: 'mean' },
      row: [0.25 + 0.125 - 0.0625 - 0.03125 - 0.0625],
    },
    { target: 'final-outcome', at: 0, row: [2] }, // white wins by the third reason
    { target: 'final-outcome', at: 1, row: [5] }, // black loses by it
    { target: 'final-length', at: 0, row: [5] },
    { target: 'final-length', at: 4, row: [1] },
    { target: 'final-board', at: 3, row: Array.from(cells, (_, point) => (point === 10 ? 1 : point === 11 ? 2 : 0)) },
    { target: 'final-board', at: 2, row: Array.from(cells, (_, point) => (point === 10 ? 2 : point === 11 ? 1 : 0)) },
    { target: 'opponent', at: 0, row: policyOf(8) },
    { target: 'opponent', at: 1, row: policyOf(10, 0.25) }, // past black's own second action
    { target: 'opponent', at: 3, row: NOTHING }, // the game is over before black plays again
  ])('$target at ply $at $options', ({ target, at, options, row }) => {
    expect(written(target, at, options)).toEqual(row);
  });

  test('a proof needs nothing from later', () => {
    const proven = { ...game, plies: game.plies.map((each, at) => (at === 3 ? { ...each, searchValue: 1 } : each)) };
    const out = emptyColumn('float32', 1);
    TARGETS.get('returns').write(proven, 2, { lambda: 0.5, searchValue: 'mean' }, out);
    expect([...out]).toEqual([0.25 - 0.5]);
  });

  test('nothing for the opponent where nobody searched', () => {
    const unsearched = { ...game, plies: [ply(WHITE, 1), ply(BLACK, 2, 0), ply(BLACK, 3)] };
    const out = emptyColumn('uint16', ACTION_COUNT);
    TARGETS.get('opponent').write(unsearched, 0, {}, out);
    expect([...out]).toEqual(NOTHING);
  });
});

describe('which target writes which head', () => {
  const heads = headsOf({ auxiliaryHeads: ['stepsLeft'] });

  test('is the default of the head unless something else is said, with all options', () => {
    expect(parseTargets({}, heads)).toEqual({
      policy: { type: 'search' },
      value: { type: 'mixed', searchShare: 0.3, searchValue: 'mean' },
      stepsLeft: { type: 'final-length' },
    });
    const [, value] = targetsFor(heads, { value: { type: 'mixed', searchShare: 0.5 } });
    const options = { searchShare: 0.5, searchValue: 'mean' };
    expect(value).toEqual({ head: HEADS.get('value'), target: TARGETS.get('mixed'), options });
  });

  test('is checked, all problems at once', () => {
    const wrong = {
      policy: { type: 'mixed' },
      value: { searchShare: 2, depth: 3 },
      pointFates: { type: 'final-board' },
      stepsLeft: 7,
    };
    const parse = (): unknown => parseTargets(wrong, heads);
    expect(parse).toThrow('policy.type must be one of search');
    expect(parse).toThrow('value.searchShare must be a number from 0 to 1');
    expect(parse).toThrow('value.depth is not known: known are type, searchShare');
    expect(parse).toThrow('pointFates is not known: known are policy, value, stepsLeft');
    expect(parse).toThrow('stepsLeft must be an object');
  });

  test('must be known for every head', () => {
    const mute: Head = {
      ...HEADS.get('stepsLeft'),
      name: 'mute',
      output: ({ hidden }) => denseLayer('mute', hidden, 1),
      loss: (output, target) => squaredLoss(output, target),
      target: 'nobody',
    };
    expect(() => parseTargets({}, [mute])).toThrow(
      'mute is missing: must be a target, but none is registered for this head',
    );
    const undo = TARGETS.add({ ...TARGETS.get('final-length'), name: 'somebody', head: 'mute' });
    expect(parseTargets({ mute: { type: 'somebody' } }, [mute])).toEqual({ mute: { type: 'somebody' } });
    undo();
  });
});
