import { expect, test } from 'vitest';
import {
  beginSearch,
  createSearch,
  readLines,
  readResult,
  SEARCH_RULES,
  type Search,
  TYPICAL_NODE_BYTES,
  treeBytes,
  withoutNoise,
} from '../../../agents/search/index.ts';
import {
  actionAt,
  childAt,
  edgesOf,
  edgeVisitsAt,
  hasChildren,
  hashHighOf,
  hashLowOf,
  meanOf,
  moverOf,
  NO_NODE,
  openedOf,
  PENDING,
  priorAt,
  proofOf,
  ROOT,
  type SearchTree,
  stateOf,
  UNPROVEN,
  visitsOf,
} from '../../../agents/search/tree.ts';
import {
  applySymmetry,
  emptyPosition,
  formatAction,
  InvalidInput,
  isLegal,
  type Position,
  parsePosition,
  play,
  randomStream,
  SYMMETRY_COUNT,
  signOf,
  startPosition,
  symmetricAction,
} from '../../../env/index.ts';
import { legalList, snapshot } from '../../support/games.ts';
import {
  judgeByHash,
  judgeByMaterial,
  judgeEquivariantly,
  judgeForWhite,
  lateGames,
  runSync,
  searchSync,
} from '../../support/search.ts';

const RULES = SEARCH_RULES.names.map((rule) => ({ rule }));
/** All of a tree. */
const nodesOf = (tree: SearchTree): number[] => Array.from({ length: tree.nodeCount }, (_, node) => node);

const opening = (seed: number): Position => startPosition('random', randomStream('opening', seed));

/** After the opening turn: black is about to make the first of two steps. */
const firstOfTwo = (seed: number): Position => {
  const position = opening(seed);
  play(position, readResult(searchSync(position, 1)).action);
  return position;
};

test.each(RULES)('$rule: a value belongs to a player and never changes sign with depth', ({ rule }) => {
  let [searched, quiet] = [0, 0];
  for (const position of [firstOfTwo(1), firstOfTwo(2), ...lateGames(10, 30, 'sign')]) {
    const search = createSearch({ rule, leaves: 4 });
    runSync(search, position, { simulations: 400 }, judgeForWhite(search, 0.6));
    const { tree } = search;
    if (proofOf(tree, ROOT) !== UNPROVEN) continue; // proofs have their own tests
    searched++;
    let [unproven, ownTwice] = [0, 0];
    for (let node = 0; node < tree.nodeCount; node++) {
      if (proofOf(tree, node) !== UNPROVEN || !hasChildren(tree, node)) continue;
      for (let edge = 0; edge < openedOf(tree, node); edge++) {
        const child = childAt(tree, node, edge);
        if (child !== NO_NODE && moverOf(tree, child) === moverOf(tree, node)) ownTwice++;
      }
      unproven++;
    }
    expect(unproven).toBeGreaterThan(10);
    expect(ownTwice).toBeGreaterThan(10);
    // Nothing but proofs may move a value away from what every leaf says.
    const isQuiet = nodesOf(tree).every((node) => proofOf(tree, node) === UNPROVEN);
    if (!isQuiet) continue;
    quiet++;
    for (let node = 0; node < tree.nodeCount; node++) {
      expect(meanOf(tree, node)).toBeCloseTo(0.6, 5);
    }
    expect(readResult(search).value).toBeCloseTo(0.6 * signOf(position.mover), 5);
  }
  expect(searched).toBeGreaterThan(4);
  expect(quiet).toBeGreaterThan(1);
});

test.each(RULES)(
  '$rule: whoever wants captures makes both steps of a turn captures, white and black alike',
  ({ rule }) => {
    for (const position of [firstOfTwo(1), ...lateGames(6, 40, 'captures').filter(({ step }) => step === 0)]) {
      const search = searchSync(
        position,
        1500,
        withoutNoise(rule === 'gumbel' ? { rule: 'gumbel', considered: 181 } : { rule }),
        judgeByMaterial,
      );
      const [{ actions }] = readLines(search, 1);
      for (const action of actions.slice(0, 2)) {
        expect(formatAction(position, action)).toMatch(/x/);
        play(position, action);
      }
    }
  },
);

test.each(RULES)('$rule: a search turns with the board', ({ rule }) => {
  for (const position of [firstOfTwo(4), ...lateGames(1, 26, 'symmetry')]) {
    const options = withoutNoise({ rule });
    const plain = searchSync(position, 100, options, judgeEquivariantly);
    const lines = readLines(plain, 181);
    for (let symmetry = 1; symmetry < SYMMETRY_COUNT; symmetry++) {
      const image = applySymmetry(position, symmetry, emptyPosition());
      const turned = readLines(searchSync(image, 100, options, judgeEquivariantly), 181);
      const expected = lines.map(({ action, visits }) => [symmetricAction(symmetry, action), visits]);
      const byAction = (a: number[], b: number[]): number => a[0] - b[0];
      expect(turned.map(({ action, visits }) => [action, visits]).sort(byAction)).toEqual(expected.sort(byAction));
      expect(turned[0].action).toBe(symmetricAction(symmetry, lines[0].action));
      expect(turned[0].value).toBeCloseTo(lines[0].value, 5);
    }
  }
});

test.each(RULES)('$rule: a search leaves the position as it was and counts its simulations exactly', ({ rule }) => {
  const position = firstOfTwo(5);
  const before = snapshot(position);
  for (const simulations of [1, 2, 7, 100]) {
    for (const leaves of [1, 8]) {
      const search = searchSync(position, simulations, { rule, leaves });
      const result = readResult(search);
      expect(result.simulations).toBe(simulations);
      expect(isLegal(position, result.action)).toBe(true);
      const visits = readLines(search, 181).reduce((sum, line) => sum + line.visits, 0);
      expect(visits).toBe(simulations);
      expect(snapshot(search.position)).toEqual(before);
    }
  }
  expect(snapshot(position)).toEqual(before);
});

test.each(RULES)('$rule: no virtual loss and no waiting node is left behind, move after move', ({ rule }) => {
  const position = firstOfTwo(6);
  const noisy = rule === 'puct' ? ({ rule: 'puct', noiseShare: 0.25 } as const) : { rule };
  const search = createSearch({ ...noisy, leaves: 16 });
  for (let ply = 0; ply < 6; ply++) {
    const { action } = readResult(runSync(search, position, { simulations: 500 }, judgeByHash));
    expectSound(search.tree);
    play(position, action);
  }
});

/** Every node is evaluated, and its visits are its own and those of its edges. */
const expectSound = (tree: SearchTree): void => {
  for (let node = 0; node < tree.nodeCount; node++) {
    expect(stateOf(tree, node)).not.toBe(PENDING);
    if (!hasChildren(tree, node)) continue;
    let passes = 0;
    for (let edge = 0; edge < openedOf(tree, node); edge++) passes += edgeVisitsAt(tree, node, edge);
    if (proofOf(tree, node) === UNPROVEN) expect(visitsOf(tree, node)).toBe(1 + passes);
  }
};

test('positions reached in two ways are one node', () => {
  const { tree } = searchSync(firstOfTwo(7), 3000, { rule: 'puct' });
  const hashes = new Set<string>();
  for (let node = 0; node < tree.nodeCount; node++) hashes.add(`${hashLowOf(tree, node)} ${hashHighOf(tree, node)}`);
  expect(hashes.size).toBe(tree.nodeCount);
  expect(tree.nodeCount).toBeLessThan(3001);
});

/** What the tree knows of the position at its root, whatever its nodes are called. */
const knowledge = (tree: SearchTree, node: number): object => {
  const edges = Array.from({ length: edgesOf(tree, node) }, (_, edge) => {
    const isOpen = hasChildren(tree, node) && edge < openedOf(tree, node) && childAt(tree, node, edge) !== NO_NODE;
    return {
      action: actionAt(tree, node, edge),
      prior: priorAt(tree, node, edge),
      visits: isOpen ? edgeVisitsAt(tree, node, edge) : 0,
      child: isOpen ? knowledge(tree, childAt(tree, node, edge)) : null,
    };
  }).sort((a, b) => a.action - b.action);
  return { visits: visitsOf(tree, node), mean: meanOf(tree, node), proof: proofOf(tree, node), edges };
};

test('what was searched below the next position is kept', () => {
  const position = firstOfTwo(8);
  const search = searchSync(position, 800, { rule: 'puct' });
  const [line] = readLines(search, 1);
  const { tree } = search;
  const edge = Array.from({ length: edgesOf(tree, ROOT) }, (_, index) => index).find(
    (index) => actionAt(tree, ROOT, index) === line.action,
  )!;
  const before = knowledge(tree, childAt(tree, ROOT, edge));
  play(position, line.action);
  beginSearch(search, position, { simulations: 1 });
  expect(visitsOf(search.tree, ROOT)).toBeGreaterThan(10);
  expect(knowledge(search.tree, ROOT)).toEqual(before);
  expect(search.tree.nodeCount).toBeLessThan(tree.nodeCount);
});

test('a search goes on after one that was broken off', () => {
  const position = firstOfTwo(9);
  const search = createSearch({ leaves: 8 });
  const fail = (): never => {
    throw new Error('the evaluator failed');
  };
  expect(() => runSync(search, position, { simulations: 100 }, fail)).toThrow('the evaluator failed');
  const again = readResult(runSync(search, position, { simulations: 100 }, judgeByHash));
  expect(again.simulations).toBe(100);
});

test('more simulations than the memory can hold are refused before the search begins', () => {
  const refused = (): Search => searchSync(opening(1), 100_000, { memoryMb: 4 });
  expect(refused).toThrow(InvalidInput);
  expect(refused).toThrow(/invalid simulations 100000: the tree would take about \d+ MB, but memoryMb is 4/);
});

test('a tree never grows beyond its bound: a count of simulations is an error, the clock just ends', () => {
  const many = Math.floor((4 * 2 ** 20) / TYPICAL_NODE_BYTES); // an opening has more edges than usual
  const byCount = createSearch({ memoryMb: 4 });
  expect(() => runSync(byCount, opening(2), { simulations: many }, judgeByHash)).toThrow(/may not grow beyond 4.0 MB/);
  const byClock = runSync(createSearch({ memoryMb: 1 }), opening(2), { timeMs: 600_000 }, judgeByHash);
  expect(byClock.full).toBe(true);
  for (const search of [byCount, byClock]) expect(treeBytes(search.tree)).toBeLessThanOrEqual(4 * 2 ** 20);
});

test('time is for the rest of the turn: the first of two steps takes half', () => {
  const position = firstOfTwo(10);
  const search = createSearch();
  beginSearch(search, position, { timeMs: 10_000 });
  expect(search.deadlineMs - performance.now()).toBeLessThanOrEqual(5000);
  play(position, legalList(position)[0]);
  const before = performance.now();
  beginSearch(search, position, { timeMs: 10_000 });
  expect(search.deadlineMs).toBeGreaterThanOrEqual(before + 10_000);
});

test.each(RULES)('$rule: a search by the clock ends and chooses', ({ rule }) => {
  const position = firstOfTwo(11);
  const result = readResult(runSync(createSearch({ rule }), position, { timeMs: 40 }, judgeByHash));
  expect(isLegal(position, result.action)).toBe(true);
});

test.each([
  [{}, /missing budget: give simulations or milliseconds/],
  [{ simulations: 0 }, /invalid simulations 0: expected a whole number of at least 1/],
  [{ simulations: 1.5 }, /invalid simulations 1.5/],
  [{ timeMs: 0 }, /invalid time 0: expected more than 0 milliseconds/],
])('the budget %j is refused', (budget, message) => {
  expect(() => beginSearch(createSearch(), opening(1), budget)).toThrow(message);
});

test('a finished game is refused', () => {
  const over = parsePosition('ZAT../....../......./......../......../......../......./....../..z.. b 1 -');
  expect(() => beginSearch(createSearch(), over, { simulations: 1 })).toThrow(/the game is over/);
});

test('wrong options are all named in one error', () => {
  expect(() => createSearch({ leaves: 0, temperature: -1 })).toThrow(
    /leaves must be a whole number.*; temperature must be/,
  );
});

test('a temperature samples from the policy, and the same seed gives the same choices', () => {
  const position = firstOfTwo(12);
  const actions = (rule: string, seed: number): number[] => {
    const search = createSearch({ rule, temperature: 1.5, reuse: false }, seed);
    return Array.from(
      { length: 8 },
      () => readResult(runSync(search, position, { simulations: 30 }, judgeByHash)).action,
    );
  };
  for (const rule of SEARCH_RULES.names) {
    expect(actions(rule, 1)).toEqual(actions(rule, 1));
    expect(new Set(actions(rule, 1)).size).toBeGreaterThan(1);
  }
});
