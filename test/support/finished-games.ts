/** Finished games to write targets from: played at random, or the same game on the turned board. */
import {
  ACTION_COUNT,
  POINT_COUNT,
  randomStream,
  type Symmetry,
  startPosition,
  symmetricAction,
  symmetricPoint,
} from '../../env/index.ts';
import type { FinishedGame } from '../../models/index.ts';
import { randomGame } from './samples.ts';

/** A game from the random set-up whose every action is a sample. */
export const finishedRandomGame = (seed: number): FinishedGame => {
  const rng = randomStream('finished', seed);
  const game = randomGame(startPosition('random', rng), rng);
  return { ...game, plies: game.plies.map((ply) => ({ ...ply, learnt: 'all' as const })) };
};

export const turnedGame = (game: FinishedGame, symmetry: Symmetry): FinishedGame => ({
  ...game,
  cells: turnedCells(game.cells, symmetry),
  plies: game.plies.map((ply) => {
    const policy = new Float32Array(ACTION_COUNT);
    for (const [action, share] of ply.policy.entries()) policy[symmetricAction(symmetry, action)] = share;
    const action = symmetricAction(symmetry, ply.action);
    return { ...ply, cells: turnedCells(ply.cells, symmetry), action, policy };
  }),
});

const turnedCells = (cells: Int8Array, symmetry: Symmetry): Int8Array => {
  const turned = new Int8Array(POINT_COUNT);
  for (let point = 0; point < POINT_COUNT; point++) turned[symmetricPoint(symmetry, point)] = cells[point];
  return turned;
};
