/** The built pages: where they lie, and how they are handed out. */
import { existsSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Context } from 'hono';
import { sayNo } from './guard.ts';
import { readInside } from './inside.ts';
import { sendFile } from './send-file.ts';

/** Compiled code lies in `dist` beside the pages; the sources lie one folder beside `dist`. */
export const builtPages = (): string =>
  fileURLToPath(new URL(import.meta.url.endsWith('.ts') ? '../../dist/web' : '../../web', import.meta.url));

export const arePagesBuilt = (pages: string): boolean => existsSync(join(pages, 'index.html'));

/** For a clone: the package has its pages inside. */
export const BUILD_PAGES = 'npm run build:web';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
  '.bin': 'application/octet-stream',
};

/** The bundler puts a hash of the content into these names, so they never change. */
const HASHED = /^assets\//;

/** The play page leads to the dashboard where there is one: on a static host there are no runs, so this stays empty. */
const DASHBOARD_MARK = '<meta name="dashboard" content="';

/** The play page, told where the dashboard is. */
export const servePlayPage = (context: Context, pages: string): Response => {
  const text = readInside(pages, 'index.html');
  if (text === null) return servePage(context, pages, 'index.html');
  const told = text.replace(`${DASHBOARD_MARK}"`, `${DASHBOARD_MARK}dashboard"`);
  return context.body(told, 200, { 'Content-Type': TYPES['.html'] });
};

export const servePage = (context: Context, pages: string, path: string): Response => {
  if (!arePagesBuilt(pages))
    return context.text(`The pages are not built yet. In a clone of the project: ${BUILD_PAGES}\n`, 404);
  const type = TYPES[extname(path)];
  const page = type === undefined ? null : sendFile(context, pages, path, type);
  if (page === null) return sayNo(context, 404, `there is no page ${JSON.stringify(`/${path}`)}`);
  if (HASHED.test(path)) page.headers.set('Cache-Control', 'public, max-age=31536000, immutable');
  return page;
};
