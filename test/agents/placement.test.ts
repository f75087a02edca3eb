import { expect, test } from 'vitest';
import { evaluate } from '../../agents/evaluation.ts';
import { AlphaBetaAgent } from '../../agents/index.ts';
import { ZeroAgent } from '../../agents/zero-agent.ts';
import {
  BLACK,
  clonePosition,
  isPlacement,
  PLACEMENT,
  type Player,
  type Position,
  play,
  randomStream,
  startPosition,
  WHITE,
} from '../../env/index.ts';
import { legalList, snapshot } from '../support/games.ts';
import { evaluatorOf } from '../support/search.ts';

const judging = new AlphaBetaAgent('judging', { nodes: 1, placing: 'judged' });
const random = new AlphaBetaAgent('random', { nodes: 1, placing: 'random' });

/** A start that both have placed. */
const placed = async (white: AlphaBetaAgent, black: AlphaBetaAgent, seed: number): Promise<Position> => {
  const position = startPosition('tournament', randomStream('placing', seed));
  white.newGame(2 * seed);
  black.newGame(2 * seed + 1);
  while (position.phase === PLACEMENT) {
    const { action } = await (position.mover === WHITE ? white : black).choose(position);
    expect(legalList(position)).toContain(action);
    play(position, action);
  }
  return position;
};

test.each<[side: string, player: Player]>([
  ['white', WHITE],
  ['black', BLACK],
])('alpha-beta that judges placements as %s comes to better starts than by chance', async (_side, player) => {
  let gain = 0;
  for (let seed = 0; seed < 3; seed++) {
    const own = player === WHITE ? await placed(judging, random, seed) : await placed(random, judging, seed);
    const before = await placed(random, random, seed);
    gain += (player === WHITE ? 1 : -1) * (evaluate(own) - evaluate(before));
  }
  expect(gain / 3).toBeGreaterThan(0.1);
});

test('a judged placement leaves the position as it was, and follows from the seed', async () => {
  const position = startPosition('tournament', randomStream('same'));
  const before = snapshot(clonePosition(position));
  const chosen: number[] = [];
  for (const seed of [5, 5, 6]) {
    judging.newGame(seed);
    const choice = await judging.choose(position);
    expect(choice.nodes).toBe(8 * 180);
    chosen.push(choice.action);
  }
  expect(snapshot(position)).toEqual(before);
  expect(chosen[1]).toBe(chosen[0]);
});

test('a judged placement keeps to its time: one start is judged whatever happens, more only before the end of it', async () => {
  const position = startPosition('tournament', randomStream('hurried'));
  judging.newGame(1);
  expect((await judging.choose(position, { timeMs: 0 })).nodes).toBe(180);
  expect((await judging.choose(position, { timeMs: 3_600_000 })).nodes).toBe(8 * 180);
});

test('zero places by chance if it is told to, and searches in play', async () => {
  let evaluated = 0;
  const evaluator = evaluatorOf(() => {
    evaluated++;
  }, false);
  const agent = new ZeroAgent(evaluator, { sims: 4, placing: 'random' });
  const position = startPosition('tournament', randomStream('chance'));
  agent.newGame(1);
  while (position.phase === PLACEMENT) {
    const { action } = await agent.choose(position);
    expect(isPlacement(action)).toBe(true);
    play(position, action);
  }
  expect(evaluated).toBe(0);
  await agent.choose(position);
  expect(evaluated).toBeGreaterThan(0);
});
