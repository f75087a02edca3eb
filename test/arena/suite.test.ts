import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createAgent } from '../../agents/index.ts';
import { parseSuite, runSuite, type SuiteResult, summariseSuite } from '../../arena/index.ts';
import { InvalidInput } from '../../env/index.ts';
import { lackingShared, sharedPath } from '../support/lacking.ts';

const WIN = {
  position: 'ZATz./....../......./......../......../......../......./....../t..at w 1 -',
  best: ['A3xA4'],
  winner: 'white',
};

const run = async (text: string, nodes: number): Promise<SuiteResult[]> => {
  const results: SuiteResult[] = [];
  for await (const result of runSuite(parseSuite(text), await createAgent(`alphabeta:nodes=${nodes}`)))
    results.push(result);
  return results;
};

test('a suite tells what was solved and proven', async () => {
  const lost = { ...WIN, id: 'claimed lost', best: [], winner: 'black' };
  const results = await run(`${JSON.stringify(WIN)}\n\n${JSON.stringify(lost)}\n`, 1000);
  expect(results).toMatchObject([
    { id: '1', solved: true, proven: true, wrong: false, move: 'A3xA4' },
    { id: 'claimed lost', solved: null, proven: false, wrong: true },
  ]);
  expect(summariseSuite(results)).toMatchObject({ positions: 2, winnable: 1, solved: 1, proven: 1, wrong: 1 });
});

test.skipIf(lackingShared('data/endgames.jsonl'))(
  'alpha-beta solves at least 95 % of the endgames with 200 000 nodes, and proves nothing wrong',
  async () => {
    const results = await run(readFileSync(sharedPath('data/endgames.jsonl'), 'utf8'), 200_000);
    const { winnable, solved, wrong } = summariseSuite(results);
    expect(winnable).toBeGreaterThan(50);
    expect(solved / winnable).toBeGreaterThanOrEqual(0.95);
    expect(wrong).toBe(0);
  },
);

test.each([
  { text: '', says: 'expected lines { position, best, winner }' },
  { text: 'x', says: 'suite line 1' },
  { text: 'null', says: '"position"' },
  { text: '{}', says: '"position"' },
  { text: JSON.stringify({ ...WIN, best: 'A3xA4' }), says: '"best"' },
  { text: JSON.stringify({ ...WIN, best: ['A1xA2'] }), says: 'invalid move "A1xA2"' },
  { text: JSON.stringify({ ...WIN, winner: 'red' }), says: '"winner"' },
  { text: JSON.stringify({ ...WIN, position: 'x' }), says: 'invalid position "x"' },
])('refuses $text', ({ text, says }) => {
  expect(() => parseSuite(text)).toThrow(InvalidInput);
  expect(() => parseSuite(text)).toThrow(says);
});
