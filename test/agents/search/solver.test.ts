import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readLines, readResult, SEARCH_RULES, type Search } from '../../../agents/search/index.ts';
import {
  actionAt,
  childAt,
  hasChildren,
  NO_NODE,
  openedOf,
  proofOf,
  ROOT,
  UNPROVEN,
} from '../../../agents/search/tree.ts';
import {
  formatAction,
  opponentOf,
  outcome,
  type Player,
  type Position,
  parsePosition,
  play,
  signOf,
  undo,
} from '../../../env/index.ts';
import { canForce, winnerAfter, winnerOf, winsWithinTurns } from '../../reference/minimax.ts';
import { lackingShared, sharedPath } from '../../support/lacking.ts';
import { judgeByHash, lateGames, quietEndgames, searchSync } from '../../support/search.ts';

/** Visits every node of a search's tree with the position it stands for. */
const walk = ({ tree, position }: Search, visit: (node: number, position: Position) => void): void => {
  const seen = new Set<number>();
  const enter = (node: number): void => {
    if (seen.has(node)) return;
    seen.add(node);
    visit(node, position);
    if (!hasChildren(tree, node)) return;
    for (let edge = 0; edge < openedOf(tree, node); edge++) {
      const child = childAt(tree, node, edge);
      if (child === NO_NODE) continue;
      play(position, actionAt(tree, node, edge));
      enter(child);
      undo(position);
    }
  };
  enter(ROOT);
};

test.each(SEARCH_RULES.names)('%s: every proven node of small endgames is what minimax says', (rule) => {
  let proven = 0;
  for (const position of quietEndgames(60, 12, 'minimax')) {
    const known = new Map<bigint, Player>();
    const search = searchSync(position, 300, { rule, leaves: 3 });
    walk(search, (node, there) => {
      if (proofOf(search.tree, node) === UNPROVEN) return;
      proven++;
      expect(proofOf(search.tree, node)).toBe(signOf(winnerOf(there, known)));
    });
  }
  expect(proven).toBeGreaterThan(200);
});

test.each(SEARCH_RULES.names)('%s: small endgames are proven, and a won one is not given away', (rule) => {
  for (const position of quietEndgames(40, 10, 'decided')) {
    const known = new Map<bigint, Player>();
    const winner = winnerOf(position, known);
    const { action, proven, value, simulations } = readResult(searchSync(position, 20_000, { rule }));
    expect(proven).toBe(winner === position.mover ? 'win' : 'loss');
    expect(value).toBe(proven === 'win' ? 1 : -1);
    expect(simulations).toBeLessThan(20_000);
    expect(winnerAfter(position, action, known)).toBe(winner);
  }
});

test('the principal variation of a proven result ends the game after as many plies as it says', () => {
  for (const position of quietEndgames(60, 11, 'variation')) {
    const [best] = readLines(searchSync(position, 20_000), 1);
    expect(best.actions.length).toBe(best.distance);
    const { mover } = position;
    for (const action of best.actions) play(position, action);
    expect(outcome(position)?.winner === mover).toBe(best.proven === 'win');
  }
});

test('what is decided as the root is made takes no simulation and has one line', () => {
  const lost = quietEndgames(60, 14, 'seen').find((position) => canForce(position, opponentOf(position.mover), 2))!;
  const won = lateGames(60, 14, 'seen').find((position) => winsWithinTurns(position, 1))!;
  for (const [position, proven] of [
    [lost, 'loss'],
    [won, 'win'],
  ] as const) {
    const search = searchSync(position, 100);
    const { action, policy, ...result } = readResult(search);
    expect(result).toMatchObject({ proven, simulations: 0, value: proven === 'win' ? 1 : -1 });
    expect(policy[action]).toBe(1);
    expect(readLines(search, 9)).toMatchObject([{ action, proven, distance: result.distance }]);
  }
});

test('a line is called proven only if minimax agrees', () => {
  for (const position of quietEndgames(40, 11, 'lines')) {
    const known = new Map<bigint, Player>();
    for (const { action, proven, value } of readLines(searchSync(position, 400), 181)) {
      if (proven === undefined) expect(Math.abs(value)).toBeLessThan(1);
      else expect(winnerAfter(position, action, known) === position.mover).toBe(proven === 'win');
    }
  }
});

test('of two proven wins the shorter is played, of proven losses the longest', () => {
  for (const position of quietEndgames(40, 10, 'length')) {
    const lines = readLines(searchSync(position, 3000, { rule: 'puct' }), 181);
    const wins = lines.filter(({ proven }) => proven === 'win').map(({ distance }) => distance!);
    const losses = lines.map(({ distance }) => distance!);
    if (wins.length > 0) expect(lines[0].distance).toBe(Math.min(...wins));
    else if (lines.every(({ proven }) => proven === 'loss')) expect(lines[0].distance).toBe(Math.max(...losses));
  }
});

test('a win within two turns is proven with 20 000 simulations, nine times in ten at least', () => {
  const positions = quietEndgames(80, 16, 'two turns').filter((position) => winsWithinTurns(position, 3));
  expect(positions.length).toBeGreaterThan(15);
  const proven = positions.filter((position) => readResult(searchSync(position, 20_000)).proven === 'win');
  expect(proven.length).toBeGreaterThanOrEqual(0.9 * positions.length);
});

type Endgame = { readonly id: string; readonly position: string; readonly winner: string; readonly best: string[] };

test.skipIf(lackingShared('data/endgames.jsonl'))('solved endgames are played right', () => {
  const lines = readFileSync(sharedPath('data/endgames.jsonl'), 'utf8').trim().split('\n');
  const endgames = lines.map((line) => JSON.parse(line) as Endgame);
  const wrong = endgames.filter(({ position: text, winner, best }) => {
    const position = parsePosition(text);
    const { action, proven } = readResult(searchSync(position, 20_000, { leaves: 8 }, judgeByHash));
    const won = winner === ['white', 'black'][position.mover];
    if (proven !== undefined) expect(proven).toBe(won ? 'win' : 'loss');
    return won && !best.includes(formatAction(position, action));
  });
  expect(wrong.length).toBeLessThanOrEqual(0.05 * endgames.length);
});
