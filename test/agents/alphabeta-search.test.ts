/** Alpha-beta against the plain search that it is short for: every action to the full depth. */
import { describe, expect, test } from 'vitest';
import { judgeLeaf, WIN } from '../../agents/alphabeta/leaf.ts';
import { createAlphaBeta, PROVEN, STANDARD_PRUNING, searchPosition } from '../../agents/alphabeta/search.ts';
import { NOBODY, type Position, play, randomBelow, randomStream, startPosition, undo } from '../../env/index.ts';
import { legalList } from '../support/games.ts';

const DEPTH = 3;
const LIMITS = { depth: DEPTH, nodes: Number.POSITIVE_INFINITY, deadline: Number.POSITIVE_INFINITY };
const NEVER_LATE = 181;

/** The best score for the mover, and no move left out. */
const minimax = (position: Position, depth: number, ply = 0): number => {
  const { mover } = position;
  if (position.bereft !== NOBODY) return position.bereft === mover ? ply - WIN : WIN - ply;
  if (depth === 0) return judgeLeaf(position, ply);
  let best = ply - WIN;
  for (const action of legalList(position)) {
    play(position, action);
    const score = minimax(position, depth - 1, ply + 1);
    best = Math.max(best, position.mover === mover ? score : -score);
    undo(position);
  }
  return best;
};

/** Late in random games, where there are few enough moves to look at them all. */
const somePositions = (): Position[] => {
  const rng = randomStream('alphabeta');
  const found: Position[] = [];
  while (found.length < 24) {
    const position = startPosition('random', rng);
    for (let plies = 30 + randomBelow(rng, 8); plies > 0 && legalList(position).length > 0; plies--) {
      const legal = legalList(position);
      play(position, legal[randomBelow(rng, legal.length)]);
    }
    const { length } = legalList(position);
    if (position.bereft === NOBODY && length > 1 && length < 40) found.push(position);
  }
  return found;
};

/** How soon a game is won need not be the same: a proof that was remembered may be longer than the shortest. */
const withoutDistance = (score: number): number => (Math.abs(score) > PROVEN ? Math.sign(score) * WIN : score);

describe('alpha-beta without reductions', () => {
  const positions = somePositions();
  const expected = positions.map((position) => withoutDistance(minimax(position, DEPTH)));

  test('there is something to find out', () => {
    expect(expected.filter((score) => Math.abs(score) < WIN).length).toBeGreaterThan(8);
  });

  test.each([0, 1, 20, 400])('finds the score of the plain search, with a window of %i', (window) => {
    const scores = positions.map(
      (position) => searchPosition(createAlphaBeta({ late: NEVER_LATE, window }), position, LIMITS).score,
    );
    expect(scores.map(withoutDistance)).toEqual(expected);
  });

  test('a window changes how many positions are looked at', () => {
    const nodes = [0, 20].map((window) =>
      positions
        .map((position) => searchPosition(createAlphaBeta({ late: NEVER_LATE, window }), position, LIMITS).nodes)
        .reduce((sum, count) => sum + count),
    );
    expect(nodes[0]).not.toBe(nodes[1]);
  });
});

test('a search that is stopped anywhere within a narrow window has a legal action', () => {
  for (const position of somePositions().slice(0, 6)) {
    for (let nodes = 50; nodes < 1500; nodes += 250) {
      const search = createAlphaBeta({ ...STANDARD_PRUNING, window: 1 });
      const { action } = searchPosition(search, position, { ...LIMITS, depth: 100, nodes });
      expect(legalList(position)).toContain(action);
    }
  }
});
