import { expect, test } from 'vitest';
import { createAgent } from '../../../agents/index.ts';
import { Prover } from '../../../agents/proof/index.ts';
import { clonePosition, outcome, play, randomBelow, randomStream, startPosition } from '../../../env/index.ts';
import { winnerOf } from '../../reference/minimax.ts';
import { legalList, snapshot } from '../../support/games.ts';
import { lateGames, quietEndgames } from '../../support/search.ts';

const LONG_MS = 60_000; // a limit that no proof here comes near

test('a won game is won against any reply, and the position is left as it was', () => {
  const prover = new Prover(1);
  const rng = randomStream('replies');
  let won = 0;
  for (const position of quietEndgames(60, 12, 'prover')) {
    prover.newGame();
    const winner = prover.resultOf(position, {}) === 'win' ? position.mover : null;
    if (winner === null) continue;
    const game = clonePosition(position);
    while (outcome(game) === null) {
      const before = snapshot(game);
      const choice = game.mover === winner ? prover.proveFirst(game, { timeMs: LONG_MS }) : null;
      expect(snapshot(game)).toEqual(before);
      if (game.mover === winner) expect(choice?.proven).toBe('win');
      const legal = legalList(game);
      play(game, choice?.action ?? legal[randomBelow(rng, legal.length)]);
    }
    expect(outcome(game)?.winner).toBe(winner);
    won++;
  }
  expect(won).toBeGreaterThan(10);
});

test('labels are exact, and nothing is said of what the nodes do not reach', () => {
  const prover = new Prover(1);
  for (const position of lateGames(60, 9, 'labels')) {
    const wins = winnerOf(position) === position.mover;
    expect(prover.resultOf(position, { nodes: 100_000 })).toBe(wins ? 'win' : 'loss');
  }
  expect(
    prover.resultOf(
      startPosition('fixed', () => 0),
      { nodes: 2000 },
    ),
  ).toBe('unknown');
});

test('a full board and a time of nothing are not tried', () => {
  const prover = new Prover(1);
  expect(
    prover.proveFirst(
      startPosition('fixed', () => 0),
      { timeMs: LONG_MS },
    ),
  ).toBeNull();
  expect(prover.proveFirst(quietEndgames(1, 12, 'prover')[0], { timeMs: 0 })).toBeNull();
});

test('alpha-beta plays what is proven, by time and not by nodes', async () => {
  const [proving, counting] = await Promise.all(
    ['alphabeta:ms=60000,prove=1', 'alphabeta:nodes=20,prove=1'].map((spec) => createAgent(spec)),
  );
  const plain = await createAgent('alphabeta:nodes=20');
  for (const position of quietEndgames(10, 10, 'agents')) {
    for (const agent of [proving, counting, plain]) agent.newGame(0);
    const wins = winnerOf(position) === position.mover;
    expect((await proving.choose(position)).proven).toBe(wins ? 'win' : 'loss');
    expect((await counting.choose(position)).nodes).toBe((await plain.choose(position)).nodes);
  }
});
