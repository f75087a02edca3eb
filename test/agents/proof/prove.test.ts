import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createProof, prove, proveAtOnce, stepProof } from '../../../agents/proof/index.ts';
import {
  clonePosition,
  formatAction,
  outcome,
  PLAYERS,
  type Position,
  parsePosition,
  play,
  startPosition,
} from '../../../env/index.ts';
import { winnerAfter, winnerOf } from '../../reference/minimax.ts';
import { legalList, snapshot } from '../../support/games.ts';
import { lackingShared, sharedPath } from '../../support/lacking.ts';
import { lateGames, quietEndgames } from '../../support/search.ts';

/** Black wins, at the earliest in the second turn from here. */
const ENDGAME = '..z../a...../A.t3...z2/...a2..T./T...t2..t2/......Z2./T....../....../T3T2.A3. b 1 -';

const wins = (position: Position): boolean => winnerOf(position) === position.mover;

test('proofs agree with brute force on every small endgame', () => {
  const results = { win: 0, loss: 0 };
  for (const position of [...lateGames(150, 9, 'proofs'), ...quietEndgames(150, 10, 'proofs')]) {
    const before = snapshot(position);
    const { result } = proveAtOnce(position, { memoryMb: 1 });
    expect(snapshot(position)).toEqual(before);
    expect(result).toBe(wins(position) ? 'win' : 'loss');
    if (result !== 'unknown') results[result]++;
  }
  expect(Math.min(results.win, results.loss)).toBeGreaterThan(50);
});

type Endgame = { readonly position: string; readonly winner: string; readonly best: readonly string[] };

test.skipIf(lackingShared('data/endgames.jsonl'))(
  'every endgame that others have solved is proven, with a winning action',
  () => {
    const lines = readFileSync(sharedPath('data/endgames.jsonl'), 'utf8').trim().split('\n');
    for (const { position: text, winner, best } of lines.map((line) => JSON.parse(line) as Endgame)) {
      const position = parsePosition(text);
      const { result, line } = proveAtOnce(position, { nodes: 1_000_000, memoryMb: 16 });
      expect([text, result]).toEqual([text, winner === PLAYERS[position.mover] ? 'win' : 'loss']);
      if (result === 'win') expect(best).toContain(formatAction(position, line[0]));
    }
  },
);

test('they do so too where the table is far too small and most of it is lost on the way', () => {
  for (const position of quietEndgames(60, 10, 'small table')) {
    const proof = createProof(position, 0.001);
    while (stepProof(proof, 5000) === 'unknown' && proof.nodes < 100_000);
    expect(proof.result).toBe(wins(position) ? 'win' : 'loss');
  }
});

test('the line leads to the end of the game, and its winner never gives the win away', () => {
  for (const position of quietEndgames(60, 9, 'lines')) {
    const { result, line } = proveAtOnce(position, { memoryMb: 1 });
    const winner = result === 'win' ? position.mover : 1 - position.mover;
    const game = clonePosition(position);
    const known = new Map();
    for (const action of line) {
      expect(legalList(game)).toContain(action);
      expect(winnerAfter(game, action, known)).toBe(winner);
      play(game, action);
    }
    expect(outcome(game)?.winner).toBe(winner);
  }
});

test('a proof in small steps says the same as one in a single call', () => {
  for (const position of quietEndgames(30, 12, 'steps')) {
    const proof = createProof(position, 1);
    while (stepProof(proof, 100) === 'unknown');
    expect(proof.result).toBe(proveAtOnce(position).result);
  }
});

test('a bound on nodes is kept to, and the same question has the same answer', () => {
  const start = startPosition('fixed', () => 0);
  const answers = [1, 2].map(() => proveAtOnce(start, { nodes: 5000 }));
  expect(answers[0]).toMatchObject({ result: 'unknown', line: [] });
  expect(answers[0].nodes).toBeGreaterThanOrEqual(5000);
  expect(answers[0].nodes).toBeLessThan(6000);
  expect(answers[1].nodes).toBe(answers[0].nodes);
});

test('a finished game and a win within the turn need no search', () => {
  const [won] = lateGames(500, 12, 'over').filter(
    (position) => proveAtOnce(position, { nodes: 1, memoryMb: 1 }).result === 'win',
  );
  for (const action of proveAtOnce(won).line) play(won, action);
  expect(outcome(won)).not.toBeNull();
  const { result, line } = proveAtOnce(won);
  expect(line).toEqual([]);
  expect(result).toBe(outcome(won)?.winner === won.mover ? 'win' : 'loss');
});

test('other events come in while a proof is looked for, and a signal ends it', async () => {
  const controller = new AbortController();
  setTimeout(() => controller.abort());
  const { result, nodes } = await prove(
    startPosition('fixed', () => 0),
    { signal: controller.signal },
  );
  expect(result).toBe('unknown');
  expect(nodes).toBeGreaterThan(0);
  expect(await prove(parsePosition(ENDGAME))).toMatchObject({ result: 'win' });
});

test.each([
  [{ timeMs: 0 }, 'invalid time 0: expected more than 0 milliseconds'],
  [{ nodes: 0 }, 'invalid nodes 0: expected at least 1'],
  [{ memoryMb: 0 }, 'invalid memory for proofs 0: expected 1 to 4096 MB'],
])('%j is refused with a sentence', async (options, message) => {
  await expect(prove(parsePosition(ENDGAME), options)).rejects.toThrow(message);
});
