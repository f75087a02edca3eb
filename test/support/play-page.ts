/** The play page in a browser: built once, served from a sub-path, and driven by what people see of it. */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { createAgent } from '../../agents/index.ts';
import { randomStream } from '../../env/index.ts';
import { formatLink } from '../../web/play/address.ts';
import { newGame, positionAt } from '../../web/play/game.ts';
import { startSession } from '../../web/play/session.ts';
import { type BuiltPages, buildPages, openBrowser } from './browser.ts';
import { type StaticServer, serveFolders } from './static-server.ts';
import { openTrialModel, type TrialModel } from './trial-model.ts';

const SCREENSHOTS = resolve(import.meta.dirname, '../web/screenshots');

export class PlayPages {
  readonly server: StaticServer;
  readonly #browser: Browser;
  readonly #pages: BuiltPages;
  readonly #model: TrialModel;
  /** What went wrong inside the pages since it was last looked at. */
  readonly errors: string[] = [];

  private constructor(server: StaticServer, browser: Browser, pages: BuiltPages, model: TrialModel) {
    this.server = server;
    this.#browser = browser;
    this.#pages = pages;
    this.#model = model;
  }

  static async start({
    withModel = true,
    model: own,
    folders = {},
  }: {
    withModel?: boolean;
    /** The folder of a released model instead of the one that the project ships. */
    model?: string;
    folders?: Readonly<Record<string, string>>;
  } = {}): Promise<PlayPages> {
    const model = own === undefined ? await openTrialModel() : { folder: own, remove: () => {} };
    const pages = await buildPages({ model: withModel ? model.folder : '' });
    const server = await serveFolders({ '/deep/down/': pages.folder, ...folders });
    return new PlayPages(server, await openBrowser(), pages, model);
  }

  /** `rest` is what follows the folder in the address: a query, a link; `prepare` sees the page before it is loaded. */
  async open(
    rest = '',
    options: BrowserContextOptions = {},
    prepare: (page: Page) => Promise<unknown> = async () => {},
  ): Promise<Page> {
    const page = await this.#browser.newPage({ viewport: { width: 1280, height: 900 }, ...options });
    page.setDefaultTimeout(60_000); // finds what hangs, also on a machine with other work to do
    page.on('pageerror', (error) => this.errors.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') this.errors.push(message.text());
    });
    await prepare(page);
    await page.goto(`${this.server.url}${rest}`);
    await page.getByRole('group', { name: 'Board' }).waitFor();
    return page;
  }

  async stop(): Promise<void> {
    await this.#browser.close();
    await this.server.close();
    this.#pages.remove();
    this.#model.remove();
  }
}

/** A link to a game in its middle, two reasonable players at it. */
export const middleGameLink = async (plies: number): Promise<string> => {
  const agent = await createAgent('alphabeta:nodes=1500');
  let game = newGame('random', randomStream(7));
  while (game.actions.length < plies) {
    const { action } = await agent.choose(positionAt(game));
    game = { ...game, actions: [...game.actions, action] };
  }
  await agent.close();
  return formatLink(startSession(game, 'both', 'net-64'));
};

/** Keeps a picture to look at; nothing compares it. */
export const keepScreenshot = async (page: Page, name: string): Promise<void> => {
  mkdirSync(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) });
};

/** The button of a point, by its name at the start or after what pressing it would do. */
export const pointButton = (page: Page, name: string): Locator =>
  page.getByRole('group', { name: 'Board' }).getByRole('button', { name: new RegExp(`(^| )${name}, `) });

export const movesPlayed = (page: Page): Promise<string[]> =>
  page.getByRole('region', { name: 'Moves' }).locator('li button').allTextContents();

/** Until the page waits for a person, or the game is over. */
export const untilPersonActs = (page: Page): Promise<unknown> =>
  page.locator('.point.choice, .turn.over').first().waitFor({ state: 'attached', timeout: 60_000 });

export const isOver = (page: Page): Promise<boolean> => page.locator('.turn.over').isVisible();

/** The longest task of the page, 0 if none took the 50 ms that browsers report, while the engine searched and a person pressed points. */
export const pressDuringSearch = async (page: Page): Promise<{ longestTaskMs: number; searchMs: number }> => {
  const start = performance.now();
  await page.evaluate(() => {
    const state = globalThis as unknown as { worst: number; observer?: InstanceType<typeof PerformanceObserver> };
    state.worst = 0;
    state.observer?.disconnect();
    state.observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) state.worst = Math.max(state.worst, duration);
    });
    state.observer.observe({ type: 'longtask' as 'measure' }); // Node's types know no browser's
  });
  for (let press = 0; press < 6; press++) {
    await page.locator('.point.choice').nth(press).click();
    await page.keyboard.press('Escape');
  }
  // A new position restarts the search; two rounds of reports must come in while we watch.
  await page.locator('.point.choice').first().click();
  await page
    .getByRole('button', { name: /^capture / })
    .first()
    .click();
  await page.locator('.candidates caption', { hasText: /[1-9]\d\d+ simulations/ }).waitFor();
  const searchMs = performance.now() - start;
  const worst = await page.evaluate(() => (globalThis as unknown as { worst: number }).worst);
  await page.keyboard.press('u');
  return { longestTaskMs: worst, searchMs };
};
