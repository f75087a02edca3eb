import { expect, test } from 'vitest';
import { SEARCH_RULES } from '../../agents/search/index.ts';
import { ZeroAgent } from '../../agents/zero-agent.ts';
import {
  BOTH_PLAYERS,
  opponentOf,
  outcome,
  type Player,
  play,
  randomBelow,
  randomStream,
  SETUPS,
  startPosition,
} from '../../env/index.ts';
import { UniformEvaluator } from '../../models/index.ts';
import { winsWithinTurns } from '../reference/minimax.ts';
import { legalList, snapshot } from '../support/games.ts';
import { lateGames } from '../support/search.ts';

/** Plays a game against random play and returns the winner. */
const playRandom = async (agent: ZeroAgent, side: Player, seed: number): Promise<Player> => {
  const rng = randomStream('against random', seed);
  const position = startPosition(SETUPS[seed % 2], rng);
  agent.newGame(seed);
  for (let over = outcome(position); ; over = outcome(position)) {
    if (over !== null) return over.winner;
    const legal = legalList(position);
    const isOwn = position.mover === side;
    play(position, isOwn ? (await agent.choose(position)).action : legal[randomBelow(rng, legal.length)]);
  }
};

test.each(SEARCH_RULES.names)('%s: even without knowledge it always beats random play', async (rule) => {
  const agent = new ZeroAgent(new UniformEvaluator(), { sims: 800, rule });
  for (let seed = 0; seed < 2; seed++) {
    for (const side of BOTH_PLAYERS) expect(await playRandom(agent, side, seed)).not.toBe(opponentOf(side));
  }
});

test('every win within a turn is taken', async () => {
  const wins = lateGames(500, 13, 'one turn').filter((position) => winsWithinTurns(position, 1));
  expect(wins.length).toBeGreaterThanOrEqual(200);
  const agent = new ZeroAgent(new UniformEvaluator(), { sims: 800 });
  for (const position of wins) {
    agent.newGame(0);
    const { mover } = position;
    while (outcome(position) === null) {
      expect(position.mover).toBe(mover);
      const { action, proven } = await agent.choose(position);
      expect(proven).toBe('win');
      play(position, action);
    }
    expect(outcome(position)?.winner).toBe(mover);
  }
});

test('a choice says what was spent, leaves the position as it was, and follows from the seed', async () => {
  const position = startPosition('random', randomStream(1));
  const before = snapshot(position);
  const choices = await Promise.all(
    [7, 7, 8].map(async (seed) => {
      const agent = new ZeroAgent(new UniformEvaluator(), { sims: 64, gumbelScale: 1, considered: 8 });
      agent.newGame(seed);
      return agent.choose(position);
    }),
  );
  expect(snapshot(position)).toEqual(before);
  const [first, second, other] = choices.map(({ timeMs: _, ...rest }) => rest);
  expect(first).toEqual(second);
  expect(first.action).not.toBe(other.action);
  expect(first.nodes).toBe(64);
  expect(first.value).toBeCloseTo(0, 5);
});

test('a budget of nodes or time goes before the simulations of the spec', async () => {
  const agent = new ZeroAgent(new UniformEvaluator(), { sims: 100 });
  const position = startPosition('fixed', randomStream(1));
  expect(agent.name).toBe('zero:model=uniform,sims=100');
  expect((await agent.choose(position, { nodes: 17 })).nodes).toBe(17);
  expect((await agent.choose(position, { nodes: 5, timeMs: 60_000 })).nodes).toBe(5);
  expect((await agent.choose(position, { timeMs: 20 })).nodes).toBeGreaterThan(0);
  expect(() => new ZeroAgent(new UniformEvaluator(), { sims: 0 })).toThrow(/invalid simulations 0/);
});
