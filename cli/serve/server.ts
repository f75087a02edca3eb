/** The server behind `tzaar serve`: the pages, and the runs under one folder as JSON. It reads and never writes. */
import { type Context, Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { InvalidInput } from '../../env/index.ts';
import { type FleetAnswer, NO_FLEET } from './fleet-answer.ts';
import { followRun } from './follow-run.ts';
import { guard, sayNo } from './guard.ts';
import { servePage, servePlayPage } from './pages.ts';
import { recentGames } from './recent-games.ts';
import { listReleases, serveRelease } from './releases.ts';
import { serveFile, strayFile } from './run-files.ts';
import { folderOfName, listRoot } from './run-list.ts';
import { overviewReader } from './run-overview.ts';

export type ServerOptions = {
  /** Where the built pages lie. */
  readonly pages: string;
  /** Names by which the server may be called, or null for any. */
  readonly hosts: readonly string[] | null;
  /** How a fleet is, where there is one. */
  readonly fleet?: (() => Promise<FleetAnswer>) | undefined;
  /** How long a stream may be silent. */
  readonly beatMs?: number;
};

const GAMES_AT_ONCE = 24;
const MOST_GAMES = 200;

export const createServer = (root: string, { pages, hosts, fleet, beatMs }: ServerOptions): Hono => {
  const app = new Hono();
  const readOverview = overviewReader(root);
  app.use(guard(hosts));

  app.get('/api/runs', (context) => context.json(listRoot(root)));

  app.get('/api/fleet', async (context) => context.json((await fleet?.()) ?? NO_FLEET));

  app.get('/api/runs/:run', (context) =>
    withRun(context, root, (run, name) => {
      const since = readNumber('iteration', context.req.query('since') ?? '0', 0);
      return context.json(readOverview(run, name, since));
    }),
  );

  app.get('/api/runs/:run/games', (context) =>
    withRun(context, root, (run) => {
      const limit = readNumber('limit', context.req.query('limit') ?? String(GAMES_AT_ONCE), 1, MOST_GAMES);
      return context.json({ games: recentGames(run, limit, context.req.query('after')) });
    }),
  );

  app.get('/api/runs/:run/events', (context) =>
    withRun(context, root, (run) => {
      // A browser that reconnects on its own says how far it got, which takes precedence over the address.
      const from = readNumber('offset', context.req.header('last-event-id') ?? context.req.query('after') ?? '0', 0);
      // HEAD requests arrive here too, and nothing would ever end their stream.
      if (context.req.method === 'HEAD') return context.body(null, 200, { 'Content-Type': 'text/event-stream' });
      return streamRun(context, run, from, beatMs);
    }),
  );

  app.get('/api/runs/:run/files/:path{.+}', (context) =>
    withRun(context, root, (run) => serveFile(context, run, context.req.param('path'))),
  );

  app.get('/models', (context) => context.json({ models: listReleases(root) }));
  app.get('/models/:path{.+}', (context) => serveRelease(context, root, context.req.param('path')));

  app.get('/', (context) => servePlayPage(context, pages));
  app.get('/index.html', (context) => servePlayPage(context, pages));
  app.get('/dashboard', (context) => servePage(context, pages, 'dashboard.html'));
  app.get('/api/*', (context) => sayNo(context, 404, `there is no ${context.req.path}`));
  app.get('/:path{.+}', (context) => servePage(context, pages, context.req.param('path')));

  app.notFound((context) => sayNo(context, 404, `there is no ${context.req.path}`));
  app.onError((error, context) => {
    if (error instanceof InvalidInput) return sayNo(context, 400, error.message);
    process.stderr.write(`${context.req.path}: ${error.stack}\n`);
    return sayNo(context, 500, 'the server failed here; its terminal says why');
  });
  return app;
};

const withRun = (context: Context, root: string, answer: (folder: string, name: string) => Response): Response => {
  const name = context.req.param('run') ?? ''; // `night%2F001` in the address, `night/001` here
  const folder = folderOfName(root, name);
  if (folder === null) return sayNo(context, 404, `there is no run ${JSON.stringify(name)}`);
  const stray = strayFile(folder);
  if (stray !== null) return sayNo(context, 403, `the ${stray} of ${JSON.stringify(name)} lies elsewhere`);
  return answer(folder, name);
};

/** Metrics as server-sent events; the id of each is the place in the file to go on from. */
const streamRun = (context: Context, run: string, from: number, beatMs: number | undefined): Response =>
  streamSSE(context, async (stream) => {
    const left = new AbortController();
    stream.onAbort(() => left.abort());
    const options = { from, signal: left.signal, ...(beatMs === undefined ? {} : { beatMs }) };
    await stream.writeSSE({ event: 'beat', data: '', retry: 1000 }); // tells the page at once that it is connected
    for await (const event of followRun(run, options)) {
      switch (event.type) {
        case 'metrics':
          await stream.writeSSE({ event: 'metrics', data: event.line, id: String(event.end) });
          break;
        case 'change':
          await stream.writeSSE({ event: 'change', data: '' });
          break;
        case 'reset':
          await stream.writeSSE({ event: 'reset', data: '', id: '0' });
          break;
        case 'beat':
          await stream.writeSSE({ event: 'beat', data: '' });
          break;
      }
    }
  });

const readNumber = (what: string, text: string, least: number, most: number = Number.MAX_SAFE_INTEGER): number => {
  const value = Number(text);
  if (!/^\d{1,16}$/.test(text) || value < least || value > most)
    throw new InvalidInput(what, text, `expected a whole number from ${least} to ${most}`);
  return value;
};
