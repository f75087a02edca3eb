import { expect, test } from 'vitest';
import { type Budget, proveAtOnce } from '../../agents/index.ts';
import { playSettings, readLines, SEARCH_RULES } from '../../agents/search/index.ts';
import { ZeroAgent } from '../../agents/zero-agent.ts';
import {
  BOTH_PLAYERS,
  clonePosition,
  opponentOf,
  outcome,
  type Player,
  type Position,
  play,
  randomBelow,
  randomStream,
  SETUPS,
  startPosition,
} from '../../env/index.ts';
import { UniformEvaluator } from '../../models/index.ts';
import { winnerOf, winsWithinTurns } from '../reference/minimax.ts';
import { legalList, snapshot } from '../support/games.ts';
import { evaluatorOf, judgeByHash, lateGames, quietEndgames, searchSync } from '../support/search.ts';

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

test('by the clock a single legal action takes no time', async () => {
  const agent = new ZeroAgent(new UniformEvaluator());
  const [only] = lateGames(400, 8, 'one action').filter(
    (position) => legalList(position).length === 1 && !winsWithinTurns(position, 1),
  );
  const { action, nodes } = await agent.choose(only, { timeMs: 3_600_000 }); // would outlast the test
  expect(action).toBe(legalList(only)[0]);
  expect(nodes).toBeLessThan(1000);
});

test('by the clock a lead that cannot be caught up ends the search', () => {
  const { isDecided } = SEARCH_RULES.get('puct');
  const search = searchSync(startPosition('fixed', randomStream(1)), 500, { rule: 'puct' }, judgeByHash);
  const [most, second] = readLines(search, 181)
    .map(({ visits }) => visits)
    .sort((a, b) => b - a);
  expect(most).toBeGreaterThan(second);
  const decided = (more: number): boolean | undefined =>
    isDecided?.(search.tree, search.ruleState, search.options, more);
  expect([most - second - 1, most - second].map(decided)).toEqual([true, false]);
});

test('without a rule it takes the one that suits the budget, and an option of a rule is for that rule', async () => {
  const position = startPosition('fixed', randomStream(1));
  const agents = [{}, playSettings({ simulations: 300 }), { rule: 'gumbel' as const }].map(
    (options) => new ZeroAgent(evaluatorOf(judgeByHash, false), { sims: 300, ...options }),
  );
  const [standard, suited, gumbel] = await Promise.all(
    agents.map(async (agent) => (await agent.choose(position)).policy),
  );
  expect(standard).toEqual(suited);
  expect(standard).not.toEqual(gumbel);
  const considered = new ZeroAgent(evaluatorOf(judgeByHash, false), { sims: 300, considered: 2 });
  await considered.choose(position);
  expect(considered.lines(181).filter(({ visits }) => visits > 0)).toHaveLength(2);
});

test('what it ponders about is known when its turn comes, until the signal and no longer', async () => {
  const agent = new ZeroAgent(evaluatorOf(judgeByHash, false), { sims: 50 });
  const position = startPosition('fixed', randomStream(1));
  agent.newGame(1);
  play(position, (await agent.choose(position)).action); // white opens with a single step
  const stop = new AbortController();
  const pondering = agent.ponder(position, stop.signal);
  const visits = (): number => agent.lines(181).reduce((sum, line) => sum + line.visits, 0);
  while (visits() < 300) await new Promise((done) => setTimeout(done, 1)); // it lets others have their turn
  stop.abort();
  await pondering;
  const [likely] = agent.lines(1);
  for (const action of likely.actions.slice(0, 2)) play(position, action);
  await agent.choose(position, { nodes: 1 });
  expect(visits()).toBeGreaterThan(5);
});

test('a share of the budget may go to a proof of a win, by the clock and by simulations, but not of a single one', async () => {
  let evaluated = 0;
  const evaluator = evaluatorOf((batch, row) => {
    evaluated++;
    judgeByHash(batch, row);
  }, false);
  const agent = new ZeroAgent(evaluator, { prove: 0.5, sims: 100 });
  const plain = new ZeroAgent(evaluator, { prove: 0, sims: 100 });
  const wins = quietEndgames(60, 9, 'proofs of zero').filter((position) => winnerOf(position) === position.mover);
  expect(wins.length).toBeGreaterThan(5);
  const evaluations = async (zero: ZeroAgent, position: Position, budget: Budget): Promise<number> => {
    zero.newGame(0);
    evaluated = 0;
    const { proven, value, action, line, policy } = await zero.choose(position, budget);
    if (evaluated > 0) return evaluated;
    expect([proven, value, line?.[0], policy?.[action]]).toEqual(['win', 1, action, 1]); // the proof came first
    expect(zero.lines(5)).toMatchObject([{ action, visits: 0, proven: 'win', value: 1, actions: line }]);
    const after = clonePosition(position);
    play(after, action);
    expect(winnerOf(after)).toBe(position.mover);
    return 0;
  };
  for (const position of wins) {
    expect(await evaluations(agent, position, { timeMs: 60_000 })).toBe(0);
    expect(await evaluations(agent, position, {})).toBe(0);
    for (const [zero, budget] of [
      [agent, { nodes: 1 }],
      [plain, { timeMs: 60_000 }],
      [plain, {}],
    ] as const)
      expect(await evaluations(zero, position, budget)).toBeGreaterThan(0);
  }
});

test('positions that a search meets are looked at by a proof: it sees losses that its simulations do not', async () => {
  const losses = quietEndgames(80, 12, 'looks of zero').filter((position) => proveAtOnce(position).result === 'loss');
  expect(losses.length).toBeGreaterThan(5);
  const provenBy = async (prove: number): Promise<number> => {
    const agent = new ZeroAgent(evaluatorOf(judgeByHash, false), { prove, sims: 16 });
    let proven = 0;
    for (const position of losses) {
      agent.newGame(0);
      const choice = await agent.choose(position);
      expect(choice.proven).not.toBe('win');
      if (choice.proven === 'loss') proven++;
    }
    return proven;
  };
  expect(await provenBy(0.5)).toBeGreaterThan(await provenBy(0));
});
