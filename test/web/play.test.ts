import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type BuiltPages,
  buildPages,
  lackingBrowser,
  openBrowser,
  type StaticServer,
  serveFolders,
} from '../support/browser.ts';

describe.skipIf(lackingBrowser())('the play page', () => {
  let [pages, server, browser] = [] as unknown as [BuiltPages, StaticServer, Browser];
  beforeAll(async () => {
    pages = await buildPages();
    server = await serveFolders({ '/deep/down/': pages.folder });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
    pages?.remove();
  });

  test('shows a board from any folder of a static host', async () => {
    const page = await browser.newPage();
    await page.goto(server.url);
    await page.getByRole('img', { name: 'TZAAR board' }).waitFor();
    expect(await page.locator('svg circle').count()).toBe(60);
    await page.close();
  });
});
