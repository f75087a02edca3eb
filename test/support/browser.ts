/** A real browser, and the built pages for it. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { lacking } from './lacking.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** Debian's chromium; TZAAR_CHROMIUM names another one. */
const CHROMIUM = process.env.TZAAR_CHROMIUM ?? '/usr/bin/chromium';

/** For `test.skipIf`: says so where there is no browser, and fails in CI. */
export const lackingBrowser = (): boolean => lacking(`a browser (${CHROMIUM})`, existsSync(CHROMIUM));

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: CHROMIUM,
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });

export type BuiltPages = { readonly folder: string; remove(): void };

/** Builds the pages into a folder of their own; `model` is the released folder that goes with them, none by default. */
export const buildPages = async ({ model = '' }: { readonly model?: string } = {}): Promise<BuiltPages> => {
  const folder = mkdtempSync(join(tmpdir(), 'tzaar-web-'));
  const before = process.env.TZAAR_MODEL;
  process.env.TZAAR_MODEL = model; // read by vite.config.ts when it is loaded
  try {
    const { build } = await import('vite');
    await build({
      configFile: join(ROOT, 'vite.config.ts'),
      logLevel: 'warn',
      build: { outDir: folder, emptyOutDir: true },
    });
  } finally {
    if (before === undefined) delete process.env.TZAAR_MODEL;
    else process.env.TZAAR_MODEL = before;
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
};
