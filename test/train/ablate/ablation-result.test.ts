import { describe, expect, test } from 'vitest';
import type { GameRecord } from '../../../env/index.ts';
import { policyLoss, valueLoss } from '../../../train/ablate/held-out-loss.ts';
import {
  type AblationResult,
  ablationMarkdown,
  ablationResult,
  checkPlan,
  formatAblation,
  intervalChart,
  type MeasuredRun,
  renderAblation,
  replaceSection,
} from '../../../train/index.ts';

const PLAN = checkPlan(
  {
    name: 'trial',
    arms: { better: { 'learner.passes': 1 }, even: { 'learner.passes': 3 } },
    seeds: [1, 2],
    budget: { samples: 1000 },
    match: { sims: 4, games: 40 },
  },
  'trial.json',
);

/** Pairs in which the first player wins both games of a share of them, and one game of the others. */
const meet = (first: string, second: string, seed: number, share: number): GameRecord[] =>
  Array.from({ length: 40 }, (_, index) => {
    const [pair, game] = [Math.floor(index / 2), index % 2];
    const isWon = game === 0 || pair < share * 20;
    const players = game === 0 ? { white: first, black: second } : { white: second, black: first };
    const winner = (isWon ? first : second) === players.white ? 'white' : 'black';
    return {
      setup: 'random',
      start: '',
      moves: [],
      result: { winner, reason: 'forfeit' },
      players,
      notes: { seed, pair, game },
    };
  });

const RECORDS = [1, 2].flatMap((seed) => [
  ...meet('better', 'base', seed, seed === 1 ? 0.8 : 0.6),
  ...meet('even', 'base', seed, 0),
  ...meet('even', 'better', seed, 0),
]);

const run = (arm: string, seed: number, more: number): MeasuredRun => ({
  arm,
  seed,
  spent: { iterations: 2, games: 10, samples: 500, simulations: 4000, minutes: 1.5 },
  // Games differ by much more than arms do.
  losses: Array.from({ length: 30 }, (_, game) => ({
    positions: 10 + game,
    value: (10 + game) * (0.3 + (game % 7) / 10 + more),
    policy: (10 + game) * (2 + (game % 5) / 10),
  })),
});

const RESULT: AblationResult = ablationResult(
  PLAN,
  [1, 2].flatMap((seed) => [
    run('base', seed, 0),
    run('better', seed, seed === 1 ? -0.02 : -0.04),
    run('even', seed, 0),
  ]),
  RECORDS,
);

describe('the result of an ablation', () => {
  const [base, better, even] = RESULT.arms;

  test('pools scores against the base over seeds, and keeps them apart too', () => {
    expect(RESULT.arms.map(({ arm }) => arm)).toEqual(['base', 'better', 'even']);
    expect(base.score).toBeNull();
    expect(better.score).toMatchObject({ games: 80, score: 0.85 });
    expect(better.score!.scoreLow).toBeGreaterThan(0.7);
    expect(better.score!.scoreHigh).toBeLessThan(0.95);
    expect(better.scoreBySeed.map(({ score }) => score)).toEqual([0.9, 0.8]);
    expect(even.score).toMatchObject({ games: 80, score: 0.5 });
  });

  test('rates all arms together', () => {
    expect(better.rating.elo).toBeGreaterThan(even.rating.elo);
    expect(even.rating.elo).toBeGreaterThan(base.rating.elo);
    expect(better.rating.games).toBe(160);
  });

  test('averages losses over seeds; beside the base, what makes games hard for everybody cancels', () => {
    expect(better.valueLoss.value).toBeCloseTo(base.valueLoss.value - 0.03, 10);
    expect(better.valueLoss.high).toBeGreaterThan(base.valueLoss.low); // the intervals overlap
    expect(better.valueMore!.value).toBeCloseTo(-0.03, 10);
    expect(better.valueMore!.high).toBeLessThan(-0.029); // and the difference is plain
    expect(even.policyMore).toEqual({ value: 0, low: 0, high: 0 });
    expect(RESULT.heldOut).toEqual({ games: 30, positions: 30 * 10 + (29 * 30) / 2 });
  });

  test('adds up what the runs of an arm spent', () => {
    expect(even.spent).toEqual({ iterations: 4, games: 20, samples: 1000, simulations: 8000, minutes: 3 });
  });

  test('is a table as text and as Markdown', () => {
    const lines = formatAblation(RESULT).split('\n');
    expect(lines[0]).toMatch(/^arm +score against base +rating +value log-loss +policy log-loss +games +samples/);
    expect(lines[2]).toMatch(/^better +85\.0 % \(\d+\.\d–\d+\.\d\) +\+\d+ \(.*\) +\d\.\d{3} \(\d\.\d{3}–\d\.\d{3}\)/);
    const markdown = ablationMarkdown(RESULT, 'tzaar ablate trial.json').split('\n');
    expect(markdown).toContain('    tzaar ablate trial.json');
    expect(markdown.filter((line) => line.startsWith('|'))).toHaveLength(5);
    for (const line of markdown.filter((each) => each.startsWith('|'))) expect(line.split('|')).toHaveLength(11);
    expect(markdown).toContain('- better: `learner.passes=1`');
  });

  test('is a page with a picture of every interval', () => {
    const page = renderAblation(RESULT);
    expect(page.match(/<svg/g)).toHaveLength(4);
    expect(page).toContain('Score against the base');
    expect(page).not.toMatch(/NaN|undefined/);
  });
});

test('losses are logarithms of the chance given to what happened', () => {
  expect(valueLoss(0.5, 1)).toBeCloseTo(-Math.log(0.75));
  expect(valueLoss(0.5, -1)).toBeCloseTo(-Math.log(0.25));
  expect(valueLoss(-1, 1)).toBeLessThan(20);
  expect(policyLoss(new Float32Array([0.5, 0.25, 0.25]), new Float32Array([0.5, 0.5, 0]))).toBeCloseTo(
    -0.5 * Math.log(0.5) - 0.5 * Math.log(0.25),
  );
});

describe('a section of a document', () => {
  const other = replaceSection('# Ablations\n\nText.\n', 'other', 'old', 'doc.md');

  test('is added at the end, and replaced in its place the next time', () => {
    const both = replaceSection(other, 'trial', 'first', 'doc.md');
    expect(both).toContain(
      'Text.\n\n<!-- ablation other: begin -->\n\nold\n\n<!-- ablation other: end -->\n\n<!-- ablation trial',
    );
    const again = replaceSection(both, 'other', 'new\n', 'doc.md');
    expect(again).toBe(both.replace('old', 'new'));
    expect(replaceSection(again, 'other', 'new', 'doc.md')).toBe(again);
  });

  test('makes a document where there is none', () => {
    expect(replaceSection('', 'trial', 'text', 'doc.md')).toBe(
      '<!-- ablation trial: begin -->\n\ntext\n\n<!-- ablation trial: end -->\n',
    );
  });

  test.each([
    ['without its end', other.replace(': end', '')],
    ['without its begin', other.replace(': begin', '')],
    ['the wrong way round', other.replace(': end', ': x').replace(': begin', ': end').replace(': x', ': begin')],
    ['twice', other + other],
  ])('is refused %s', (_, document) => {
    expect(() => replaceSection(document, 'other', 'new', 'doc.md')).toThrow(
      'invalid document "doc.md": expected <!--',
    );
  });
});

test('an interval chart tells its numbers, and leaves out what is none', () => {
  const svg = intervalChart(
    [
      { label: 'a<b', value: 1, low: 0.5, high: 2 },
      { label: 'c', value: Number.NaN, low: 0, high: 1 },
    ],
    { title: 'T', xLabel: 'x', reference: 1 },
  );
  expect(svg).toContain('a&#60;b: 1 (0.5 to 2)');
  expect(svg).not.toContain('NaN');
  expect(svg.match(/<circle/g)).toHaveLength(1);
  expect(intervalChart([], { title: 'T', xLabel: 'x' })).toContain('no data yet');
});
