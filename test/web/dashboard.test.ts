/** The dashboard in a real browser, on runs as they are and while one is trained. */
import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync, copyFileSync, cpSync, existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { namesOf } from '../../cli/serve/guard.ts';
import { type Listening, listen } from '../../cli/serve/listen.ts';
import { createServer } from '../../cli/serve/server.ts';
import { type BuiltPages, buildPages, lackingBrowser, openBrowser } from '../support/browser.ts';
import { keepScreenshot } from '../support/play-page.ts';
import { PROGRAM } from '../support/program.ts';
import { makeRun, metricsLine, temporaryFolder } from '../support/served-runs.ts';
import { openTrialModel } from '../support/trial-model.ts';

const PROJECT = resolve(import.meta.dirname, '../..');

describe.skipIf(lackingBrowser())('the dashboard', () => {
  const root = temporaryFolder();
  let [pages, browser, server] = [] as unknown as [BuiltPages, Browser, Listening];
  let problems: string[] = [];
  let trainer: ChildProcess | null = null;

  const start = (port: number): Promise<Listening> =>
    listen(createServer(root, { pages: pages.folder, hosts: namesOf('127.0.0.1') }), '127.0.0.1', port, true);

  beforeAll(async () => {
    pages = await buildPages();
    browser = await openBrowser();
    server = await start(0);
  });
  afterEach(() => {
    trainer?.kill('SIGKILL');
    trainer = null;
    problems = [];
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
    pages?.remove();
  });

  const open = async (query: string, size = { width: 1280, height: 900 }): Promise<Page> => {
    const page = await browser.newPage({ viewport: size });
    page.on('pageerror', ({ message }) => problems.push(message));
    page.on('console', (said) => said.type() === 'error' && problems.push(said.text()));
    await page.goto(`${server.url}/dashboard${query}`);
    return page;
  };

  const counter = (page: Page, name: string): ReturnType<Page['locator']> =>
    page.locator('.counters div', { has: page.getByText(name, { exact: true }) }).locator('strong');
  const read = async (page: Page, name: string): Promise<number> =>
    Number((await counter(page, name).innerText()).replace(/\D/g, ''));
  /** Waits until the counter is at least so high; the page is never loaded again. */
  const untilAtLeast = async (page: Page, name: string, least: number): Promise<number> => {
    await expect.poll(() => read(page, name), { timeout: 120_000 }).toBeGreaterThanOrEqual(least);
    return read(page, name);
  };

  test('shows a fleet under the list of runs, and nothing of one where there is none', async () => {
    const terms = { protocol: '1', program: 'tzaar-zero', environment: 'tzaar-v1', engine: 'onnx', blobs: '' };
    const member = { host: 'far', pid: 7, terms, queue: 'jobs-1', upSeconds: 120, silentSeconds: 0, isSilent: false };
    const failure = { job: 'self-play-1', kind: 'self-play', error: 'invalid job: it is odd', secondsAgo: 5 };
    const counts = { waiting: 5, active: 3, finished: 0, threads: 4, setAside: 1, failures: [failure] };
    const status = {
      fleet: 'redis://127.0.0.1:6379',
      redis: { version: '7', memoryBytes: 1, memoryLimit: null },
      workers: [{ ...member, threads: 4, busy: 3, done: 20, failed: 1 }],
      trainers: [{ ...member, kind: 'self-play', modules: [], inFlight: 8, accepted: 12 }],
      queues: [{ name: 'jobs-1', terms, ...counts }],
    };
    const app = createServer(root, {
      pages: pages.folder,
      hosts: namesOf('127.0.0.1'),
      fleet: async () => ({ status, error: null }),
    });
    const other = await listen(app, '127.0.0.1', 0, true);
    const page = await open('');
    await page.getByRole('heading', { name: 'Runs' }).waitFor();
    expect(await page.locator('.fleet').count()).toBe(0);
    await page.goto(`${other.url}/dashboard`);
    await page.locator('.fleet table').waitFor();
    const text = await page.locator('.fleet').innerText();
    for (const words of ['3 of 4 busy', 'far 7', 'invalid job: it is odd']) expect(text).toContain(words);
    expect(await counter(page, 'Jobs a minute').innerText()).toBe('10.0');
    await keepScreenshot(page, 'dashboard-fleet');
    expect(problems).toEqual([]);
    await page.close();
    await other.close();
  });

  test('shows a smoke training as it runs: counters move, curves grow, games come, ratings follow, and it stops', async () => {
    const folder = join(root, 'live');
    const settings = [
      'iterations=1000',
      'selfPlay.gamesPerIteration=8',
      'selfPlay.gamesPerJob=2',
      'evaluation.every=2',
      'seed=3',
    ];
    const sets = settings.flatMap((setting) => ['--set', setting]);
    const args = ['train', '--preset', 'smoke', ...sets, '--threads', '1', '--out', folder];
    trainer = spawn(process.execPath, [...PROGRAM, ...args], { cwd: PROJECT, stdio: 'ignore' });
    const hasBegun = (): boolean => trainer?.exitCode === null && existsSync(join(folder, 'metrics.jsonl'));
    await expect.poll(hasBegun, { timeout: 60_000 }).toBe(true);

    const page = await open('?run=live');
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    await page.getByText('running', { exact: true }).waitFor();
    const games = await untilAtLeast(page, 'Games', 2);
    await untilAtLeast(page, 'Games', games + 2);
    const iteration = await read(page, 'Iteration');
    await untilAtLeast(page, 'Iteration', iteration + 2);
    await page.getByRole('img', { name: 'Policy loss' }).waitFor();
    const ladder = page.getByRole('table', { name: /Rating ladder/ });
    await ladder.getByRole('rowheader', { name: /^iteration \d+ newest$/ }).waitFor();
    for (const name of ['random', 'greedy', 'mcts:sims=200']) await ladder.getByRole('rowheader', { name }).waitFor();
    await page.getByRole('button', { name: 'Replay from here' }).waitFor();
    await keepScreenshot(page, 'dashboard-training');

    trainer.kill('SIGINT');
    await page.getByText('stopped', { exact: true }).waitFor({ timeout: 60_000 });
    const { iteration: last } = JSON.parse(readFileSync(join(folder, 'state.json'), 'utf8'));
    await expect.poll(() => read(page, 'Iteration')).toBe(last);
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
    expect(problems).toEqual([]);
    await page.close();
  });

  test('says when the server goes away, and goes on when it is back', async () => {
    const metrics = join(makeRun(root, 'kept'), 'metrics.jsonl');
    const page = await open('?run=kept');
    await page.getByText('live', { exact: true }).waitFor();
    const before = await read(page, 'Games');
    await server.close();
    await page.getByRole('alert').filter({ hasText: 'The server does not answer' }).waitFor();
    expect(await read(page, 'Games')).toBe(before);
    await keepScreenshot(page, 'dashboard-server-gone');
    appendFileSync(metrics, metricsLine(3, 'selfplay', { job: 1, games: 5, samples: 9 }));
    server = await start(server.port);
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await page.getByText('live', { exact: true }).waitFor();
    expect(await untilAtLeast(page, 'Games', before + 5)).toBe(before + 5);
    await page.close();
  });

  test('shows the chosen game, action by action, with what the search expected', async () => {
    makeRun(root, 'games');
    const page = await open('?run=games');
    const list = page.getByRole('list', { name: /^Games/ }).getByRole('button');
    await list.nth(3).click();
    await page.getByText('Game 000002-0000/0').waitFor();
    const slider = page.getByRole('slider', { name: 'Moment of the game' });
    const expected = await slider.getAttribute('aria-valuetext');
    const stacks = page.locator('.board button[aria-label*="height"]');
    expect(await stacks.count()).toBe(60);
    await page.getByRole('button', { name: 'Forward' }).click();
    await expect.poll(() => stacks.count()).toBe(59);
    expect(await slider.getAttribute('aria-valuetext')).not.toBe(expected);
    await page.getByRole('button', { name: 'Last position' }).click();
    await expect.poll(() => slider.getAttribute('aria-valuetext')).toMatch(/white (0|100) percent/);
    await page.getByRole('link', { name: 'Open on the play page' }).click();
    await page.waitForURL(/\/#start=.*moves=.*you=both/);
    await page.getByRole('group', { name: 'Board' }).waitFor();
    expect(problems).toEqual([]);
    await page.close();
  });

  test('a board that is looked at does not change when new games come', async () => {
    const metrics = join(makeRun(root, 'calm'), 'metrics.jsonl');
    const page = await open('?run=calm');
    await page.getByText('Game 000002-0001/1').waitFor();
    copyFileSync(join(root, 'calm/games/000001-0000.jsonl'), join(root, 'calm/games/000003-0000.jsonl'));
    appendFileSync(metrics, metricsLine(3, 'selfplay', { job: 1, games: 2, samples: 9 }));
    await expect
      .poll(() =>
        page
          .getByRole('list', { name: /^Games/ })
          .getByRole('button')
          .count(),
      )
      .toBe(10);
    expect(await page.getByText('Game 000002-0001/1').isVisible()).toBe(true);
    await page.close();
  });

  test('lists the runs, leads to one, and tells what is wrong with one that is not there', async () => {
    makeRun(root, '<img src=x onerror=alert(1)>');
    const page = await open('');
    await page.getByRole('link', { name: /^<img src=x/ }).click();
    await page.getByRole('heading', { name: '<img src=x onerror=alert(1)>' }).waitFor();
    await page.getByRole('link', { name: 'evaluation.html' }).click();
    await page.waitForURL(/evaluation\.html$/);
    expect(problems).toEqual([]);
    await page.goto(`${server.url}/dashboard?run=nowhere`);
    await page.getByRole('alert').filter({ hasText: 'there is no run "nowhere"' }).waitFor();
    await page.close();
  });

  test('leads to a game against a released model of the run, which plays under this server’s policy', async () => {
    const model = await openTrialModel();
    cpSync(model.folder, join(makeRun(root, 'released'), 'release'), { recursive: true });
    model.remove();
    const page = await open('?run=released');
    await page.getByRole('link', { name: /^Play against / }).click();
    await page.waitForURL(/\?model=/);
    await page.getByText(/Network: .* on tfjs wasm/).waitFor({ timeout: 60_000 });
    expect(problems).toEqual([]);
    await page.close();
  });

  test.each([
    ['desktop', 1280, 900],
    ['tablet', 820, 1100],
    ['phone', 390, 844],
    ['small-phone', 320, 640],
  ])('fits on a %s', async (name, width, height) => {
    if (!existsSync(join(root, 'fits'))) {
      const path = makeRun(root, 'fits');
      for (const iteration of [1, 2])
        for (const [opponent, score] of [
          ['random', 1],
          ['greedy', 0.4 + iteration / 5],
          ['mcts:sims=200', 0.3],
        ] as const)
          appendFileSync(
            join(path, 'metrics.jsonl'),
            metricsLine(iteration, 'arena', { opponent, score, games: 40, low: score - 0.1, high: score }),
          );
    }
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await open('?run=fits', { width, height });
      await page.emulateMedia({ colorScheme });
      await page.getByRole('table').waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      const cutOff = await page.locator('.ladder').evaluate((box) => box.scrollWidth - box.clientWidth);
      expect(cutOff).toBeLessThanOrEqual(0);
      await keepScreenshot(page, `dashboard-${name}-${colorScheme}`);
      await page.close();
    }
    expect(problems).toEqual([]);
  });
});
