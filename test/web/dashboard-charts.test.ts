/** Asking the dashboard's curves, comparing runs, and the ways between its pages, in a real browser. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { namesOf } from '../../cli/serve/guard.ts';
import { type Listening, listen } from '../../cli/serve/listen.ts';
import { createServer } from '../../cli/serve/server.ts';
import { type BuiltPages, buildPages, lackingBrowser, openBrowser } from '../support/browser.ts';
import { keepScreenshot, movesPlayed } from '../support/play-page.ts';
import { makeRun, metricsLine, temporaryFolder } from '../support/served-runs.ts';
import { serveFolders } from '../support/static-server.ts';

const ITERATIONS = 40;

/** Losses that can be told apart: at iteration n the policy's is `top − n / 10`. */
const metricsOf = (top: number): string =>
  Array.from({ length: ITERATIONS }, (_, index) => index + 1)
    .flatMap((iteration) => [
      metricsLine(iteration, 'selfplay', { job: 1, games: 4, samples: 200, pliesPerGame: 50, samplesPerSecond: 300 }),
      metricsLine(iteration, 'loss', { total: 9, policy: top - iteration / 10, value: 0.5, step: iteration }),
      metricsLine(iteration, 'saved', { games: 4 * iteration, samples: 200 * iteration, window: 200 }),
    ])
    .join('');

describe.skipIf(lackingBrowser())('the dashboard’s curves', () => {
  const root = temporaryFolder();
  let [pages, browser, server] = [] as unknown as [BuiltPages, Browser, Listening];
  const problems: string[] = [];

  beforeAll(async () => {
    for (const [name, top, planned] of [
      ['001', 8, 50],
      ['night/002', 6, 77],
      ['night/003', 7, 50],
    ] as const) {
      const state = join(makeRun(root, name, metricsOf(top), planned), 'state.json');
      writeFileSync(state, JSON.stringify({ ...JSON.parse(readFileSync(state, 'utf8')), iteration: ITERATIONS }));
    }
    pages = await buildPages();
    browser = await openBrowser();
    server = await listen(
      createServer(root, { pages: pages.folder, hosts: namesOf('127.0.0.1') }),
      '127.0.0.1',
      0,
      true,
    );
  });
  afterEach(() => expect(problems.splice(0)).toEqual([]));
  afterAll(async () => {
    await browser?.close();
    await server?.close();
    pages?.remove();
  });

  const open = async (path: string, options: BrowserContextOptions = {}): Promise<Page> => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, ...options });
    page.on('pageerror', ({ message }) => problems.push(message));
    page.on('console', (said) => said.type() === 'error' && problems.push(said.text()));
    await page.goto(`${server.url}/${path}`);
    return page;
  };

  const asked = (page: Page): Locator => page.getByRole('slider', { name: 'Values of Policy loss' });
  const figure = (page: Page): Locator => page.locator('figure', { has: asked(page) });
  const told = (page: Page): Promise<string | null> => asked(page).getAttribute('aria-valuetext');
  const range = async (page: Page): Promise<number[]> =>
    Promise.all(['aria-valuemin', 'aria-valuemax'].map(async (name) => Number(await asked(page).getAttribute(name))));
  /** The middle of the plot's height, at a share of its width. */
  const spot = async (page: Page, share: number): Promise<{ x: number; y: number }> => {
    await asked(page).scrollIntoViewIfNeeded();
    const box = (await asked(page).boundingBox())!;
    return { x: box.x + share * box.width, y: box.y + box.height / 2 };
  };
  const dragOver = async (page: Page, from: number, to: number): Promise<void> => {
    const [start, end] = [await spot(page, from), await spot(page, to)];
    await page.mouse.move(start.x, start.y);
    await page.mouse.down();
    await page.mouse.move((start.x + end.x) / 2, end.y);
    await page.mouse.move(end.x, end.y);
    await page.mouse.up();
  };

  test('tell the value under the pointer', async () => {
    const page = await open('dashboard?run=001');
    await asked(page).waitFor();
    expect(await figure(page).locator('.chart-tip').count()).toBe(0);
    for (const [share, text] of [
      [0, 'iteration 1policy: 7.9'],
      [19 / 39, 'iteration 20policy: 6'],
      [1, 'iteration 40policy: 4'],
    ] as const) {
      const { x, y } = await spot(page, share);
      await page.mouse.move(x - (share === 1 ? 1 : 0), y);
      await expect
        .poll(() =>
          figure(page)
            .locator('.chart-tip')
            .innerText()
            .then((said) => said.replaceAll(/\n| (?=policy)/g, '')),
        )
        .toBe(text);
    }
    const dot = (await figure(page).locator('.chart-dot').boundingBox())!;
    const { x } = await spot(page, 1);
    expect(Math.abs(dot.x + dot.width / 2 - x)).toBeLessThan(2);
    await keepScreenshot(page, 'dashboard-value');
    await page.mouse.move(2, 2);
    await expect.poll(() => figure(page).locator('.chart-tip').count()).toBe(0);
    await page.close();
  });

  test('answer the keyboard: arrows lead along, + and − zoom, Escape shows all', async () => {
    const page = await open('dashboard?run=001');
    await asked(page).focus();
    await expect.poll(() => told(page)).toBe('iteration 40: policy 4');
    for (const [key, text] of [
      ['ArrowLeft', 'iteration 39: policy 4.1'],
      ['PageDown', 'iteration 29: policy 5.1'],
      ['Home', 'iteration 1: policy 7.9'],
      ['ArrowRight', 'iteration 2: policy 7.8'],
    ]) {
      await page.keyboard.press(key);
      await expect.poll(() => told(page)).toBe(text);
    }
    await page.keyboard.press('+');
    await expect.poll(() => range(page)).toEqual([2, 21]);
    await page.keyboard.press('End');
    await expect.poll(() => told(page)).toBe('iteration 21: policy 5.9');
    await page.keyboard.press('-');
    await expect.poll(() => range(page)).toEqual([1, 40]);
    await page.keyboard.press('+');
    await page.keyboard.press('Escape');
    await expect.poll(() => range(page)).toEqual([1, 40]);
    await page.close();
  });

  test('are zoomed by a drag and by buttons; a double click shows all', async () => {
    const page = await open('dashboard?run=001');
    await asked(page).waitFor();
    await dragOver(page, 0.25, 0.5);
    await expect.poll(() => range(page)).toEqual([11, 20]);
    const ticks = await figure(page).locator('svg text').allTextContents();
    expect(ticks).not.toContain('40');
    const { x, y } = await spot(page, 0.5);
    await page.mouse.dblclick(x, y);
    await expect.poll(() => range(page)).toEqual([1, 40]);
    await dragOver(page, 0.5, 0.25); // from right to left
    await expect.poll(() => range(page)).toEqual([11, 20]);
    await page.keyboard.press('Escape');
    await expect.poll(() => range(page)).toEqual([1, 40]);
    await page.getByRole('button', { name: 'Zoom into Policy loss' }).click();
    await expect.poll(() => range(page)).toEqual([11, 30]);
    await page.getByRole('button', { name: 'Zoom out of Policy loss' }).click();
    await expect.poll(() => range(page)).toEqual([1, 40]);
    await page.getByRole('button', { name: 'Zoom into Policy loss' }).click();
    await page.getByRole('button', { name: 'Show all of Policy loss' }).click();
    await expect.poll(() => range(page)).toEqual([1, 40]);
    await page.close();
  });

  test('answer a finger: a tap tells, a stroke along the axis zooms, one across it scrolls', async () => {
    const page = await open('dashboard?run=001', {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    await asked(page).waitFor();
    const { x, y } = await spot(page, 0);
    await page.touchscreen.tap(x + 1, y);
    await expect.poll(() => told(page)).toBe('iteration 1: policy 7.9');
    expect(await figure(page).locator('.chart-tip').isVisible()).toBe(true);
    const touch = await page.context().newCDPSession(page);
    const stroke = async (from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> => {
      await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] });
      for (const share of [0.25, 0.5, 0.75, 1])
        await touch.send('Input.dispatchTouchEvent', {
          type: 'touchMove',
          touchPoints: [{ x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y) }],
        });
      await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    };
    await stroke(await spot(page, 0.25), await spot(page, 0.5));
    await expect.poll(() => range(page)).toEqual([11, 20]);
    await keepScreenshot(page, 'dashboard-zoom-phone');
    const before = await page.evaluate(() => scrollY);
    const middle = await spot(page, 0.5);
    await stroke(middle, { x: middle.x, y: middle.y - 150 });
    await expect.poll(() => page.evaluate(() => scrollY)).not.toBe(before);
    expect(await range(page)).toEqual([11, 20]);
    await page.close();
  });

  test('of chosen runs lie over each other, and the settings that differ are told', async () => {
    const page = await open('dashboard');
    const bar = page.getByRole('status');
    await bar.getByText('Tick two or more').waitFor();
    await page.getByRole('checkbox', { name: 'Compare 001' }).check();
    expect(await page.getByRole('link', { name: /^Compare/ }).count()).toBe(0);
    await page.getByRole('checkbox', { name: 'Compare night/002' }).check();
    await keepScreenshot(page, 'dashboard-list');
    await page.getByRole('link', { name: 'Compare 2 runs' }).click();
    const settings = page.getByRole('table', { name: 'Settings that differ' });
    await settings.getByRole('columnheader', { name: 'night/002' }).waitFor();
    expect(await settings.getByRole('row').allInnerTexts()).toEqual([
      expect.stringMatching(/001\s+night\/002/),
      expect.stringMatching(/^iterations\s+50\s+77$/),
    ]);
    const chart = page.getByRole('img', { name: 'Policy loss' });
    expect(await chart.locator('polyline').count()).toBe(2);
    await asked(page).focus();
    await expect.poll(() => told(page)).toBe('iteration 40: 001 4, night/002 2');
    await keepScreenshot(page, 'dashboard-compare');
    await settings.getByRole('link', { name: 'night/002' }).click();
    await page.getByRole('heading', { name: 'night/002' }).waitFor();
    await page.close();
  });

  test.each([
    ['desktop', 1280, 900],
    ['phone', 390, 844],
    ['small-phone', 320, 640],
  ])('of three runs fit on a %s, in the dark too', async (name, width, height) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await open('dashboard?run=001&run=night%2F002&run=night%2F003', {
        viewport: { width, height },
        colorScheme,
      });
      await asked(page).focus();
      await figure(page).locator('.chart-tip').waitFor();
      const { overflow, smallest, outside } = await page.evaluate(() => ({
        overflow: document.documentElement.scrollWidth - innerWidth,
        smallest: Math.min(
          ...[...document.querySelectorAll('button, .chart-plot')].map((each) => {
            const box = each.getBoundingClientRect();
            return Math.min(box.width, box.height);
          }),
        ),
        outside: [...document.querySelectorAll('.chart-tip')].filter((tip) => {
          const { left, right } = tip.getBoundingClientRect();
          return left < 0 || right > innerWidth;
        }).length,
      }));
      expect([overflow <= 0, smallest >= 24, outside]).toEqual([true, true, 0]);
      await keepScreenshot(page, `dashboard-compare-${name}-${colorScheme}`);
      await page.close();
    }
  });

  test('of a run that is gone: the others are shown, and it is told', async () => {
    const page = await open('dashboard?run=001&run=nowhere&run=night%2F003');
    await page.getByRole('alert').filter({ hasText: 'there is no run "nowhere"' }).waitFor();
    expect(await page.getByRole('img', { name: 'Policy loss' }).locator('polyline').count()).toBe(2);
    await page.close();
    problems.splice(0); // browsers report a 404 themselves
  });

  test('a run in a folder is listed and opened', async () => {
    const page = await open('dashboard');
    await page.getByRole('link', { name: /^night\/002/ }).click();
    await page.getByRole('heading', { name: 'night/002' }).waitFor();
    await page.getByText('live', { exact: true }).waitFor();
    await page.getByText('Game 000002-0001/1').waitFor();
    await page.getByRole('link', { name: 'evaluation.html' }).click();
    await page.waitForURL(/night%2F002\/files\/evaluation\.html$/);
    await page.close();
  });

  test('the play page leads to the dashboard and back to the game', async () => {
    const page = await open('#start=fixed&moves=D7xE7&you=both');
    await page.locator('.moves li').first().waitFor();
    await page.getByRole('link', { name: 'Training' }).click();
    await page.waitForURL(/\/dashboard$/);
    await page.getByRole('link', { name: /^001/ }).waitFor();
    await page.getByRole('link', { name: 'Play', exact: true }).click();
    await page.locator('.moves li').first().waitFor();
    expect(await movesPlayed(page)).toEqual(['D7xE7']);
    await page.close();
  });

  test('on a static host the play page leads nowhere that there is not', async () => {
    const host = await serveFolders({ '/deep/': pages.folder });
    const page = await browser.newPage();
    await page.goto(`${host.url}#start=fixed&moves=D7xE7&you=both`);
    await page.locator('.moves li').first().waitFor();
    expect(await page.getByRole('link', { name: 'Training' }).count()).toBe(0);
    await page.close();
    await host.close();
  });
});
