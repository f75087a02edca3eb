import { describe, expect, test } from 'vitest';
import { type Agent, createAgent } from '../../agents/index.ts';
import { isLegal, PLAYERS, parsePosition, play, randomStream, SETUPS, startPosition } from '../../env/index.ts';
import { winnerAfter, winnerOf } from '../reference/minimax.ts';
import { randomEndgames } from '../support/endgames.ts';
import { legalList, snapshot } from '../support/games.ts';

const ALL = [
  'random',
  'greedy',
  'alphabeta:nodes=300',
  'alphabeta:depth=2',
  'mcts:sims=60',
  'mcts:sims=60,rollout=random',
];

describe.each(ALL)('%s', (spec) => {
  test.each(SETUPS)('plays whole %s games of legal actions, and leaves the position as it was', async (setup) => {
    const agent = await createAgent(spec);
    const position = startPosition(setup, randomStream(3));
    agent.newGame(3);
    const opponent = randomStream('opponent');
    while (legalList(position).length > 0) {
      const legal = legalList(position);
      if (position.mover === 0) {
        const before = snapshot(position);
        const { action, nodes, timeMs } = await agent.choose(position);
        expect(isLegal(position, action)).toBe(true);
        expect(nodes).toBeGreaterThan(0);
        expect(timeMs).toBeGreaterThanOrEqual(0);
        expect(snapshot(position)).toEqual(before);
        play(position, action);
      } else {
        play(position, legal[Math.floor(opponent() * legal.length)]);
      }
    }
  });

  test('chooses the same again after newGame with the same seed', async () => {
    const agent = await createAgent(spec);
    const game = async (seed: number): Promise<number[]> => {
      const position = startPosition('random', randomStream(8));
      agent.newGame(seed);
      const actions: number[] = [];
      for (let ply = 0; ply < 12 && legalList(position).length > 0; ply++) {
        const { action } = await agent.choose(position);
        actions.push(action);
        play(position, action);
      }
      return actions;
    };
    const once = await game(1);
    await game(2);
    expect(await game(1)).toEqual(once);
  });
});

/** Wins at once with A3xA4; anything else leaves black a game. */
const WIN_NOW = 'ZATz./....../......./......../......../......../......./....../t..at w 1 -';

test.each(['greedy', 'alphabeta:depth=1', 'mcts:sims=50'])('%s takes a win at hand', async (spec) => {
  const position = parsePosition(WIN_NOW);
  const agent = await createAgent(spec);
  agent.newGame(1);
  const { action } = await agent.choose(position);
  play(position, action);
  expect(position.bereft).toBe(1);
});

describe('proofs', () => {
  const endgames = randomEndgames(60, 11, 'proofs');

  const checkProofs = async (agent: Agent): Promise<number> => {
    let proofs = 0;
    for (const [index, position] of endgames.entries()) {
      agent.newGame(index);
      const { action, proven, value } = await agent.choose(position);
      if (proven === undefined) continue;
      proofs++;
      expect(value).toBe(proven === 'win' ? 1 : -1);
      const { mover } = position;
      expect(`${index} ${PLAYERS[winnerOf(position)]}`).toBe(
        `${index} ${PLAYERS[proven === 'win' ? mover : mover === 0 ? 1 : 0]}`,
      );
      if (proven === 'win')
        expect(`${index} ${PLAYERS[winnerAfter(position, action)]}`).toBe(`${index} ${PLAYERS[mover]}`);
    }
    return proofs;
  };

  test('alpha-beta is right whenever it is certain, and certain of every small endgame', async () => {
    expect(await checkProofs(await createAgent('alphabeta:nodes=100000'))).toBe(endgames.length);
  });

  test('alpha-beta is right whenever it is certain, with few nodes too', async () => {
    expect(await checkProofs(await createAgent('alphabeta:nodes=150'))).toBeGreaterThan(20);
  });

  test('Monte-Carlo tree search is right whenever it is certain', async () => {
    expect(await checkProofs(await createAgent('mcts:sims=3000'))).toBeGreaterThan(40);
  });
});

describe('limits', () => {
  const position = startPosition('random', randomStream(4));
  test('nodes are counted and kept', async () => {
    const { nodes } = await (await createAgent('alphabeta:nodes=777')).choose(position);
    expect(nodes).toBe(777);
    expect((await (await createAgent('mcts:sims=33')).choose(position)).nodes).toBe(33);
  });
  test('a budget tightens what the spec allows', async () => {
    expect((await (await createAgent('alphabeta:depth=9')).choose(position, { nodes: 50 })).nodes).toBe(50);
    expect((await (await createAgent('mcts:sims=5000')).choose(position, { nodes: 20 })).nodes).toBe(20);
  });
  test('more depth needs more nodes', async () => {
    const nodes = await Promise.all(
      [1, 2, 3].map(async (depth) => (await (await createAgent(`alphabeta:depth=${depth}`)).choose(position)).nodes),
    );
    expect(nodes).toEqual(nodes.toSorted((one, other) => one - other));
  });
});

test("mcts's policy is a distribution over legal actions", async () => {
  const position = startPosition('random', randomStream(4));
  const { policy } = await (await createAgent('mcts:sims=200')).choose(position);
  expect(policy!.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 5);
  policy!.forEach((share, action) => {
    if (share > 0) expect(isLegal(position, action)).toBe(true);
  });
});
