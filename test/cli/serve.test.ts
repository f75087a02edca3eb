import { appendFileSync, mkdirSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isLoopback, namesOf } from '../../cli/serve/guard.ts';
import type { RecentGame } from '../../cli/serve/recent-games.ts';
import { createServer } from '../../cli/serve/server.ts';
import { replayRecord } from '../../env/index.ts';
import { lockRun } from '../../fleet/index.ts';
import { makePages, makeRelease, makeRun, metricsLine, temporaryFolder } from '../support/served-runs.ts';

const root = temporaryFolder();
const run = makeRun(root, 'first');
utimesSync(join(run, 'metrics.jsonl'), 1, 1); // the older one
makeRun(root, 'second run');
makeRelease(root, 'first/release');
mkdirSync(join(root, 'gauntlet'));
writeFileSync(join(root, 'gauntlet', 'report.html'), '<!doctype html><title>Gauntlet</title>');
for (const name of ['schedule.json', 'games.jsonl']) writeFileSync(join(root, 'gauntlet', name), '{}');
mkdirSync(join(run, 'folder.html'));
symlinkSync(join(run, 'evaluation.html'), join(run, 'same.html'));

const pages = makePages();

const app = createServer(root, { pages, hosts: namesOf('127.0.0.1') });
const get = (path: string, init?: RequestInit): Promise<Response> => Promise.resolve(app.request(path, init));
const json = async (path: string): Promise<Record<string, unknown>> =>
  (await (await get(path)).json()) as Record<string, unknown>;

describe('the server', () => {
  test('lists the runs under its root, and what the arena left there', async () => {
    expect(await json('/api/runs')).toMatchObject({
      runs: [
        { name: 'second run', isRunning: false, iteration: 2, iterations: 5, games: 8, network: 'hex 16 × 2' },
        { name: 'first', isRunning: false, iteration: 2, iterations: 5, games: 8, network: 'hex 16 × 2' },
      ],
      arenas: [{ name: 'gauntlet', reports: [{ path: 'report.html' }] }],
    });
  });

  test('a root that is not there holds nothing', async () => {
    const empty = createServer(join(root, 'nowhere'), { pages, hosts: null });
    expect(await (await empty.request('/api/runs')).json()).toEqual({ runs: [], arenas: [] });
    expect(await (await empty.request('/models')).json()).toEqual({ models: [] });
  });

  test('tells everything about a run, also about one whose name has a space', async () => {
    const overview = await json('/api/runs/second%20run');
    expect(overview).toMatchObject({
      name: 'second run',
      config: { iterations: 5, 'network.architecture': 'hex', 'evaluation.every': 2 },
      iteration: 2,
      games: 8,
      samples: 400,
      trainer: null,
      start: { learner: 'hex 16 × 4, onnxruntime' },
      iterations: [
        { iteration: 1, games: 4, losses: { total: 3.5 } },
        { iteration: 2, games: 4, losses: { total: 2.5 } },
      ],
      arena: [],
      offset: statSync(join(root, 'second run', 'metrics.jsonl')).size,
      reports: [{ path: 'evaluation.html' }],
      releases: [],
    });
    expect(JSON.stringify(overview)).not.toContain(root);
    expect(await json('/api/runs/first')).toMatchObject({ releases: [{ url: 'models/first/release/' }] });
  });

  describe('runs in folders', () => {
    const deep = temporaryFolder();
    makeRun(deep, 'night/001');
    makeRun(deep, 'night/a b?&#/ä%2f');
    makeRun(deep, 'one/two/three/four'); // too deep
    makeRun(deep, 'night/001/games/inner'); // in a run
    makeRelease(deep, 'night/001/released');
    mkdirSync(join(deep, 'night', 'gauntlet'));
    writeFileSync(join(deep, 'night', 'gauntlet', 'report.html'), '<!doctype html><title>Gauntlet</title>');
    symlinkSync(join(deep, 'night'), join(deep, 'night', 'round'));
    const nested = createServer(deep, { pages, hosts: null });
    const ask = async (path: string): Promise<{ status: number; body: Record<string, unknown> }> => {
      const response = await nested.request(path);
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    };

    test('are listed by their paths, each once, and so are reports of the arena', async () => {
      const { body } = await ask('/api/runs');
      expect((body.runs as { name: string }[]).map(({ name }) => name).sort()).toEqual([
        'night/001',
        'night/a b?&#/ä%2f',
      ]);
      expect(body.arenas).toMatchObject([{ name: 'night/gauntlet', reports: [{ path: 'report.html' }] }]);
    });

    test.each(['night/001', 'night/a b?&#/ä%2f'])('%s is opened by its path, encoded as one name', async (name) => {
      const path = `/api/runs/${encodeURIComponent(name)}`;
      expect(await ask(path)).toMatchObject({ status: 200, body: { name, iteration: 2 } });
      expect((await ask(`${path}/games?limit=1`)).body.games).toHaveLength(1);
      expect(await (await nested.request(`${path}/files/evaluation.html`)).text()).toContain('Evaluation');
      expect((await nested.request(`${path}/events`, { method: 'HEAD' })).status).toBe(200);
    });

    test('their released models are found and fetched', async () => {
      const url = 'models/night/001/released/';
      expect((await ask('/api/runs/night%2F001')).body.releases).toMatchObject([{ url }]);
      expect((await ask('/models')).body.models).toMatchObject([{ url }]);
      expect((await nested.request(`/${url}manifest.json`)).status).toBe(200);
    });

    test.each([
      'night%2F001%2Fgames%2Finner',
      'night%2F001%2Fgames',
      'one%2Ftwo%2Fthree%2Ffour',
      'night%2F%2F001',
      'night%2F..%2Fnight%2F001',
      'night%2F.%2F001',
      '%2Fnight%2F001',
      'night%2F001%2F',
      'night%5C001',
      'night%252F001',
      'night%2Fnothing',
    ])('there is no run %s', async (name) => {
      expect((await ask(`/api/runs/${name}`)).status).toBe(404);
      expect((await ask(`/api/runs/${name}/files/config.json`)).status).toBe(404);
    });
  });

  test('tells the play page where the dashboard is, which a static host does not', async () => {
    const mark = '<meta name="dashboard" content="';
    const built = makePages();
    writeFileSync(join(built, 'index.html'), `<!doctype html>${mark}" /><title>index</title>`);
    const told = createServer(root, { pages: built, hosts: null });
    for (const path of ['/', '/index.html'])
      expect(await (await told.request(path)).text()).toBe(`<!doctype html>${mark}dashboard" /><title>index</title>`);
  });

  test('leaves out the iterations that whoever asks knows already', async () => {
    const known = async (since: number): Promise<unknown> =>
      ((await json(`/api/runs/first?since=${since}`)).iterations as { iteration: number }[]).map(
        (row) => row.iteration,
      );
    expect([await known(0), await known(1), await known(2)]).toEqual([[1, 2], [2], []]);
  });

  test('sees who trains a run, and what is new in it since it was last asked', async () => {
    const path = makeRun(root, 'trained');
    expect(await json('/api/runs/trained')).toMatchObject({ trainer: null, arena: [] });
    const lock = lockRun(path);
    appendFileSync(join(path, 'metrics.jsonl'), metricsLine(2, 'arena', { opponent: 'greedy', score: 0.75, games: 4 }));
    expect(await json('/api/runs/trained')).toMatchObject({
      trainer: { pid: process.pid },
      arena: [{ iteration: 2, opponent: 'greedy', score: 0.75 }],
    });
    expect(await json('/api/runs')).toMatchObject({
      runs: expect.arrayContaining([expect.objectContaining({ name: 'trained', isRunning: true })]),
    });
    lock.release();
    rmSync(path, { recursive: true });
  });

  test('says of a run that it crashed and why, but not where it lies', async () => {
    const path = makeRun(root, 'crashed');
    const listed = async (): Promise<unknown> =>
      ((await json('/api/runs')).runs as { name: string; hasCrashed: boolean }[]).map(
        ({ name, hasCrashed }) => `${name} ${hasCrashed}`,
      );
    expect(await listed()).toContain('crashed false');
    const error = `invalid file "${path}/shards/x.npz": the disk of ${root} is full`;
    appendFileSync(join(path, 'metrics.jsonl'), metricsLine(2, 'crashed', { error }));
    expect(await listed()).toEqual(expect.arrayContaining(['crashed true', 'first false']));
    const overview = await json('/api/runs/crashed');
    expect(overview).toMatchObject({ crash: { error: 'invalid file "crashed/shards/x.npz": the disk of … is full' } });
    expect(JSON.stringify(overview)).not.toContain(root);
    rmSync(path, { recursive: true });
  });

  test('a run that was deleted and begun again under the same name is the new one', async () => {
    const path = makeRun(root, 'again');
    expect(await json('/api/runs/again')).toMatchObject({ iterations: [{ iteration: 1 }, { iteration: 2 }] });
    rmSync(path, { recursive: true });
    expect((await get('/api/runs/again')).status).toBe(404);
    const lines = [5, 6, 7, 8].map((iteration) =>
      metricsLine(iteration, 'loss', { total: 9, note: 'long'.repeat(200) }),
    );
    makeRun(root, 'again', lines.join(''));
    const { iterations } = await json('/api/runs/again');
    expect(iterations).toMatchObject([{ iteration: 5 }, { iteration: 6 }, { iteration: 7 }, { iteration: 8 }]);
    rmSync(path, { recursive: true });
  });

  test('a run that cannot be read is told in a sentence', async () => {
    const path = makeRun(root, 'damaged');
    writeFileSync(join(path, 'state.json'), '{"iteration":');
    const response = await get('/api/runs/damaged');
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ error: expect.stringContaining('its state.json is damaged') });
    rmSync(path, { recursive: true });
  });

  test('hands out the newest games first, each of which replays', async () => {
    const { games } = (await json('/api/runs/first/games')) as { games: RecentGame[] };
    expect(games.map(({ id }) => id)).toEqual([
      '000002-0001/1',
      '000002-0001/0',
      '000002-0000/1',
      '000002-0000/0',
      '000001-0001/1',
      '000001-0001/0',
      '000001-0000/1',
      '000001-0000/0',
    ]);
    for (const { record } of games) expect(() => replayRecord(record)).not.toThrow();
  });

  test.each([
    ['after=000002-0000/0', ['000002-0001/1', '000002-0001/0', '000002-0000/1']],
    ['after=000002-0001/1', []],
    ['limit=1', ['000002-0001/1']],
    ['after=000001-0001/0&limit=2', ['000002-0001/1', '000002-0001/0']],
  ])('games?%s', async (query, ids) => {
    const { games } = (await json(`/api/runs/first/games?${query}`)) as { games: RecentGame[] };
    expect(games.map(({ id }) => id)).toEqual(ids);
  });

  test('a damaged line among the games is left out', async () => {
    const damaged = makeRun(temporaryFolder(), 'damaged');
    writeFileSync(join(damaged, 'games', '000003-0000.jsonl'), '{"format":"tzaar-ga\n\n[]\n');
    const server = createServer(join(damaged, '..'), { pages, hosts: null });
    const { games } = (await (await server.request('/api/runs/damaged/games?limit=1')).json()) as {
      games: RecentGame[];
    };
    expect(games.map(({ id }) => id)).toEqual(['000002-0001/1']);
  });

  test.each([
    ['/api/runs/first/files/evaluation.html', 'text/html; charset=utf-8'],
    ['/api/runs/first/files/same.html', 'text/html; charset=utf-8'],
    ['/api/runs/gauntlet/files/report.html', 'text/html; charset=utf-8'],
    ['/api/runs/first/files/config.json', 'application/json'],
    ['/api/runs/first/files/metrics.jsonl', 'application/x-ndjson'],
    ['/api/runs/first/files/games/000001-0000.jsonl', 'application/x-ndjson'],
    ['/api/runs/first/files/checkpoints/000002.network', 'application/octet-stream'],
    ['/models/first/release/manifest.json', 'application/json'],
    ['/models/first/release/weights.bin', 'application/octet-stream'],
    ['/', 'text/html; charset=utf-8'],
    ['/dashboard', 'text/html; charset=utf-8'],
    ['/dashboard.html', 'text/html; charset=utf-8'],
    ['/assets/page-Xy12.js', 'text/javascript; charset=utf-8'],
  ])('GET %s is %s', async (path, type) => {
    const response = await get(path);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-security-policy')).not.toBeNull();
  });

  test.each([
    '/api/runs/first/files/lock.json',
    '/api/runs/first/files/state.json',
    '/api/runs/gauntlet/files/schedule.json',
    '/api/runs/gauntlet/files/games.jsonl',
    '/api/runs/first/files/checkpoints/000002.learner',
    '/api/runs/first/files/checkpoints',
    '/api/runs/first/files/games/',
    '/api/runs/first/files/folder.html',
    '/api/runs/third',
    '/api/runs/third/events',
    '/api/nothing',
    '/models/first/release/secret.txt',
    '/models/first/config.json',
    '/models/first/release',
    '/assets',
    '/assets/none.js',
  ])('there is no %s', async (path) => {
    const response = await get(path);
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ error: expect.stringMatching(/^there is no /) });
  });

  test.each([
    ['/api/runs/first/games?after=../x', 'invalid game "../x": expected a name such as 000012-0003/17'],
    ['/api/runs/first/games?limit=many', 'invalid limit "many": expected a whole number from 1 to 200'],
    ['/api/runs/first/games?limit=0', 'invalid limit "0": expected a whole number from 1 to 200'],
    ['/api/runs/first?since=one', expect.stringContaining('invalid iteration "one": expected a whole number')],
    ['/api/runs/first/events?after=-1', expect.stringContaining('invalid offset "-1": expected a whole number')],
  ])('%s is refused with a sentence', async (path, error) => {
    const response = await get(path);
    expect([response.status, await response.json()]).toEqual([400, { error }]);
  });

  test('finds the released models under its root', async () => {
    expect(await json('/models')).toMatchObject({ models: [{ name: 'a small one', url: 'models/first/release/' }] });
  });

  test('says how to build the pages where they are missing', async () => {
    const bare = createServer(root, { pages: join(root, 'nowhere'), hosts: null });
    const response = await bare.request('/dashboard');
    expect([response.status, await response.text()]).toEqual([404, expect.stringContaining('npm run build:web')]);
  });

  test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])('%s is not for here', async (method) => {
    const response = await get('/api/runs', { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  test('HEAD is GET without a body', async () => {
    const response = await get('/api/runs', { method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([200, '']);
  });

  test.each([
    ['localhost', 200],
    ['localhost:8460', 200],
    ['127.0.0.1:8460', 200],
    ['[::1]:8460', 200],
    ['LOCALHOST', 200],
    ['evil.example', 403],
    ['evil.example:8460', 403],
    ['127.0.0.1.evil.example', 403],
    ['localhost.evil.example:80', 403],
  ])('called %s, it answers %d', async (host, status) => {
    expect((await get('/api/runs', { headers: { host } })).status).toBe(status);
  });

  test.each([
    ['127.0.0.1', '127.0.0.1'],
    ['127.0.0.2', '127.0.0.2'],
    ['127.1', '127.0.0.1'],
    ['2130706433', '127.0.0.1'],
    ['localhost', 'localhost'],
    ['LOCALHOST', 'localhost'],
    ['localhost.', 'localhost.'],
    ['::1', '[::1]'],
    ['0:0:0:0:0:0:0:1', '[::1]'],
    ['0:0:0:0:0:0:0:1', '[0:0:0:0:0:0:0:1]'],
    ['::ffff:127.0.0.1', '[::ffff:7f00:1]'],
    ['::FFFF:127.0.0.5', '[::ffff:127.0.0.5]'],
  ])('listening on %s it answers to %s and the names of the machine, and to no other', async (address, name) => {
    expect(isLoopback(address)).toBe(true);
    const local = createServer(root, { pages, hosts: namesOf(address) });
    const statusFor = async (host: string): Promise<number> =>
      (await local.request('/api/runs', { headers: { host } })).status;
    for (const host of [name, `${name}:8460`, 'localhost:8460', '[::1]'])
      expect([host, await statusFor(host)]).toEqual([host, 200]);
    for (const host of ['evil.example', `${name}.evil.example`, `x${name}`, '127.0.0.77'])
      expect([host, await statusFor(host)]).toEqual([host, 403]);
  });

  test('a name that stands for the machine itself is loopback, and is answered to', () => {
    expect(namesOf('my-machine', '127.0.1.1')).toEqual(
      expect.arrayContaining(['my-machine', '127.0.1.1', 'localhost']),
    );
  });

  test.each([
    '0.0.0.0',
    '::',
    '192.168.1.2',
    '::ffff:192.168.1.2',
    '128.0.0.1',
    'fe80::1',
    '127.0.0.1.example',
    'no host',
    '',
  ])('listening on %j is no loopback: other machines call it what they like', (address) => {
    expect([isLoopback(address), namesOf(address)]).toEqual([false, null]);
  });

  test('pages may run WebAssembly and nothing from elsewhere; reports are strangers', async () => {
    const policy = async (path: string): Promise<string> =>
      (await get(path)).headers.get('content-security-policy') ?? '';
    expect(await policy('/')).toContain("script-src 'self' 'wasm-unsafe-eval';");
    expect(await policy('/api/runs/first/files/evaluation.html')).toMatch(/^sandbox allow-scripts; default-src 'none'/);
  });

  test('files whose name has a hash are kept by browsers, pages are asked for again', async () => {
    expect((await get('/assets/page-Xy12.js')).headers.get('cache-control')).toContain('immutable');
    expect((await get('/')).headers.get('cache-control')).toBe('no-cache');
  });
});
