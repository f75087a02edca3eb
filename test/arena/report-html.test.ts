import { describe, expect, test } from 'vitest';
import { renderReport, shortNames } from '../../arena/index.ts';
import { FIXED_START_TEXT, type GameRecord } from '../../env/index.ts';

const LONG = 'zero:model=/home/somebody/experiments/runs/2026-11-17/checkpoints/000012.network,sims=32,rule=puct';

describe('names on pages are short, and all different:', () => {
  test.each([
    { names: ['random', 'alphabeta:ms=200'], short: ['random', 'alphabeta:ms=200'] },
    { names: [LONG, 'greedy'], short: ['zero:model=…/checkpoints/000012.network,sims=32,rule=puct', 'greedy'] },
    {
      names: [LONG, LONG.replace('2026-11-17', 'other')],
      short: [
        'zero:model=…/2026-11-17/checkpoints/000012.network,sims=32,rule=puct',
        'zero:model=…/other/checkpoints/000012.network,sims=32,rule=puct',
      ],
    },
    {
      names: ['/home/somebody/experiments/agents/my-agent.ts:depth=3', 'My agent, three plies deep'],
      short: ['…/agents/my-agent.ts:depth=3', 'My agent, three plies deep'],
    },
    {
      names: ['ugi:cmd="/opt/engines/strong/bin/engine --fast",ms=500'],
      short: ['ugi:cmd="…/bin/engine --fast",ms=500'],
    },
  ])('$names', ({ names, short }) => {
    const found = shortNames(names);
    expect(names.map((name) => found.get(name))).toEqual(short);
  });

  test('where ends do not tell paths apart, nothing is cut off', () => {
    const [one, other] = ['/a', '/b'].map((root) => `zero:model=${root}/runs/x/y/z/000001.network`);
    expect(new Set(shortNames([one, other]).values()).size).toBe(2);
  });
});

test('a report shows the label, or a shortened path with the whole of it under the pointer', () => {
  const game = (white: string, black: string, index: number): GameRecord => ({
    setup: 'fixed',
    start: FIXED_START_TEXT,
    moves: [],
    result: { winner: index === 0 ? 'white' : 'black', reason: 'forfeit' },
    players: { white, black },
    notes: { pairing: 0, pair: 0, game: index, seed: 1 },
  });
  const page = renderReport([game(LONG, 'Anna', 0), game('Anna', LONG, 1)], { title: 'x' });
  const short = 'zero:model=…/checkpoints/000012.network,sims=32,rule=puct';
  const cells = Array.from(page.matchAll(/<td[^>]*>([^<]*)<\/td>/g), ([, text]) => text);
  expect(cells).toContain(short);
  expect(cells).toContain('Anna');
  expect(cells).not.toContain(LONG);
  expect(page).toContain(`<td title="${LONG}">${short}</td>`);
  expect(page).toContain(`<title>${LONG}</title>`);
  expect(page).toContain(`<option value="0">1. ${short} – Anna: `);
});
