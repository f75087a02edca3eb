import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { expect, test } from 'vitest';
import { FIXED_START_TEXT, legalMoveTexts, parsePosition } from '../../../env/index.ts';
import {
  compareRuns,
  fillFromGames,
  lengthQuantiles,
  loadJobGames,
  type RunSummary,
  readRun,
  renderRunCharts,
  renderRunReport,
  runCharts,
  saveEvaluation,
} from '../../../train/index.ts';
import { mergeImages } from '../../../train/report/openings.ts';
import { lacking } from '../../support/lacking.ts';
import { makeWatchedRun, newFolder } from '../../support/watched-run.ts';

const { path } = await makeWatchedRun();
const MATCH = {
  iteration: 3,
  time: '2026-01-01T00:00:00.000Z',
  opponent: 'mcts:sims=200',
  sims: 32,
  games: 40,
  score: 0.75,
  low: 0.6,
  high: 0.86,
  elo: 191,
  eloLow: 70,
  eloHigh: 315,
};
const run: RunSummary = { ...readRun(path), arena: [MATCH] };
saveEvaluation(
  path,
  3,
  loadJobGames(path, 3, 0).map((record) => ({
    ...record,
    players: { white: 'zero:model="x"', black: MATCH.opponent },
  })),
);

const EMPTY: RunSummary = { ...run, iteration: 0, games: 0, samples: 0, start: null, iterations: [], arena: [] };

test('the page holds every part, stands alone, and shows no markup from a run as markup', () => {
  const html = renderRunReport({ ...run, name: '<script>alert(1)</script>' });
  for (const title of ['Strength', 'Learning', 'Self-play games', 'Opening moves', 'The machine', 'Games to replay'])
    expect(html).toContain(`<h2>${title}</h2>`);
  for (const title of ['Policy loss', 'Value loss', 'Elo above each opponent', 'How games end', 'Memory'])
    expect(html).toContain(`<title>${title}</title>`);
  expect(html).toContain('tiny &#60;b&#62;');
  expect(html).not.toContain('<script>alert');
  expect(html.replaceAll('http://www.w3.org/2000/svg', '')).not.toMatch(/(src|href)=|https?:\/\/|url\(/);
  expect(html).not.toMatch(/NaN|undefined|\[object/);
});

test('games of matches come before those of self-play, from all parts of the run', () => {
  const html = renderRunReport(run);
  const options = Array.from(html.matchAll(/<option[^>]*>([^<]*)/g), ([, text]) => text);
  expect(options[0]).toMatch(/^1\. network – mcts:sims=200: (white|black) wins/);
  const iterations = options.map((text) => /iteration (\d)/.exec(text)?.[1]).filter((text) => text !== undefined);
  expect(iterations).toEqual(['3', '2', '1']);
});

test('a run without anything to show says so', () => {
  const html = renderRunReport({ ...EMPTY, path: newFolder() });
  for (const text of ['No matches yet', 'No games yet', 'No games from the fixed set-up', 'It has not begun to train'])
    expect(html).toContain(text);
  expect(html).not.toMatch(/NaN|undefined|Infinity/);
});

test('damaged and deleted games are passed over', () => {
  writeFileSync(join(path, 'games', '000001-0000.jsonl'), 'nonsense\n{"format":"tzaar-game"}\n');
  rmSync(join(path, 'games', '000002-0000.jsonl'));
  expect(renderRunReport(run)).not.toContain('iteration 1, against itself');
});

test('a run whose metrics tell nothing of games gets its statistics from some of them', async () => {
  const other = (await makeWatchedRun()).path;
  const whole = readRun(other);
  const bare: RunSummary = {
    ...whole,
    iterations: whole.iterations.map((each) => ({ ...each, endings: {}, lengths: {}, whiteWins: null, sims: null })),
  };
  const filled = fillFromGames(bare, 2);
  const known = filled.iterations.filter(({ endings }) => Object.keys(endings).length > 0);
  expect(known.map(({ iteration }) => iteration)).toEqual([2, 3]);
  for (const { sims, whiteWins } of known) {
    expect(sims).toBe(2);
    expect(whiteWins).not.toBeNull();
  }
  expect(fillFromGames(whole, 100)).toEqual(whole);
});

test('curves of several runs lie over each other, named by run', () => {
  const other = { ...run, name: 'other' };
  const titles = runCharts([run, other]).map(({ title }) => title);
  expect(titles).toContain('Elo above mcts:sims=200');
  const policy = runCharts([run, other]).find(({ title }) => title === 'Policy loss')!.svg;
  expect(policy).toContain('>watched<');
  expect(policy).toContain('>other<');
  expect(renderRunCharts([run, other])).toContain('2 training runs');
});

test.each([
  { score: 1, elo: null, eloLow: 25, eloHigh: null, says: 'above 25', way: 'up' },
  { score: 0, elo: null, eloLow: null, eloHigh: -25, says: 'below −25', way: 'down' },
  { score: 1, elo: null, low: null, high: null, eloLow: null, eloHigh: null, says: 'above 763.4', way: 'up' },
] as const)('an Elo of a clean sweep ($score) is drawn as a bound, never as a dot', ({ says, way, ...match }) => {
  const sweep = { ...MATCH, low: 0.5, high: 1, ...match };
  const elo = runCharts([{ ...run, arena: [sweep] }]).find(({ title }) => title === 'Elo above each opponent')!.svg;
  expect(elo).not.toContain('<circle');
  expect(elo).toContain(`<title>against mcts:sims=200: ${says} at 3</title>`);
  expect(elo).toContain(`against mcts:sims=200: ${says} at 3.</desc>`);
  const [, corners] = /class="bound" points="([^"]+)"/.exec(elo)!;
  const [base, , tip] = corners.split(' ').map((corner) => Number(corner.split(',')[1]));
  expect(tip < base ? 'up' : 'down').toBe(way);
});

test('the tile of games against itself leaves out those of the teacher, which have their own', () => {
  const withTeacher = (iterations: number): RunSummary => ({
    ...run,
    config: { ...run.config, 'selfPlay.teacher.iterations': iterations, 'selfPlay.gamesPerIteration': 6 },
  });
  const tiles = (html: string): string[] =>
    Array.from(html.matchAll(/<b>([^<]*)<\/b><span>([^<]*)/g), ([, value, label]) => `${value} ${label}`);
  expect(tiles(renderRunReport(withTeacher(1)))).toContain('12 games against itself');
  expect(tiles(renderRunReport(withTeacher(1)))).toContain('6 games of alpha-beta');
  expect(tiles(renderRunReport(withTeacher(0)))).toContain('18 games against itself');
  expect(tiles(renderRunReport(withTeacher(0))).join()).not.toContain('alpha-beta');
});

test('charts go along iterations, samples or hours, and the page holds all three', () => {
  const timed = { ...run, iterations: run.iterations.map((each) => ({ ...each, seconds: 1800 })) };
  const describe = (axis: 'iterations' | 'samples' | 'hours'): string =>
    /<desc>(.*?)<\/desc>/.exec(runCharts([timed], {}, axis).find(({ title }) => title === 'Policy loss')!.svg)![1];
  expect(describe('iterations')).toBe('nats by iteration. policy: 3.5 at 1, 3.5 at 3.');
  expect(describe('samples')).toBe('nats by samples of the run. policy: 3.5 at 100, 3.5 at 300.');
  expect(describe('hours')).toBe('nats by hours of training. policy: 3.5 at 0.5, 3.5 at 1.5.');
  const elo = runCharts([timed], {}, 'hours').find(({ title }) => title === 'Elo above each opponent')!.svg;
  expect(elo).toContain('191 at 1.5');
  const html = renderRunReport(timed);
  for (const axis of ['iterations', 'samples', 'hours']) expect(html).toContain(`id="axis-${axis}"`);
});

test('the chances of the newest iteration are drawn against what came of them', () => {
  const chart = runCharts([run]).find(({ title }) => title === 'Value calibration')!.svg;
  expect(chart).toContain(
    'won, %, 95 % interval by predicted to win, %. iteration 3: 0 at 5, 100 at 95. as it should be',
  );
  for (const title of ['Entropy of policies', 'Norm of the gradient', 'Age of the samples', 'Error of winning chances'])
    expect(runCharts([run]).map((each) => each.title)).toContain(title);
});

test('runs are compared at the last iteration that both have', () => {
  const shorter: RunSummary = {
    ...run,
    name: 'short',
    iteration: 2,
    config: { ...run.config, 'learner.learningRate': 0.5, extra: 'x' },
  };
  const { settings, iteration, results } = compareRuns([run, shorter]);
  expect(settings).toEqual([
    { name: 'learner.learningRate', values: [0.005, 0.5] },
    { name: 'extra', values: [undefined, 'x'] },
  ]);
  expect(iteration).toBe(2);
  expect(results).toContainEqual({ name: 'loss, policy', values: [3.5, 3.5] });
  expect(results.map(({ name }) => name)).not.toContain('score against mcts:sims=200'); // that came later
});

test('quantiles of lengths lie inside their bins', () => {
  expect(lengthQuantiles({})).toBeNull();
  expect(lengthQuantiles({ 40: 10 })).toEqual([40.5, 42.5, 44.5]);
  expect(lengthQuantiles({ 100: 10, 20: 10 })?.map(Math.round)).toEqual([21, 25, 104]);
});

test('opening moves that are images of each other count as one', () => {
  const moves = legalMoveTexts(parsePosition(FIXED_START_TEXT));
  const merged = mergeImages({ ...Object.fromEntries(moves.map((move) => [move, 1])), nonsense: 5 });
  expect(Object.keys(merged)).toHaveLength(moves.length / 3); // the set-up has three turns that leave it as it is
  expect(new Set(Object.values(merged))).toEqual(new Set([3]));
});

const CHROMIUM = '/usr/bin/chromium';

test.skipIf(lacking('chromium', existsSync(CHROMIUM)))('a browser replays a game, on a telephone too', async () => {
  const file = join(newFolder(), 'report.html');
  writeFileSync(file, renderRunReport(run));
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
    const problems: string[] = [];
    page.on('pageerror', ({ message }) => problems.push(message));
    page.on('request', (request) => request.url().startsWith('file:') || problems.push(request.url()));
    await page.goto(pathToFileURL(file).href);
    await page.click('[data-go=last]');
    expect(await page.textContent('#move')).toMatch(/wins \(/);
    await page.click('[data-go=first]');
    expect(await page.textContent('#move')).toContain('the start');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    expect(problems).toEqual([]);
  } finally {
    await browser.close();
  }
});
