/** Whatever a request says, no byte from outside of the root comes back. */
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { followRun } from '../../cli/serve/follow-run.ts';
import { namesOf } from '../../cli/serve/guard.ts';
import { type Listening, listen } from '../../cli/serve/listen.ts';
import { createServer } from '../../cli/serve/server.ts';
import { makePages, makeRelease, makeRun, temporaryFolder } from '../support/served-runs.ts';

const SECRET = 'not for the network';

const outside = temporaryFolder();
writeFileSync(join(outside, 'secret.html'), SECRET);
writeFileSync(join(outside, 'manifest.json'), SECRET);
writeFileSync(join(outside, 'config.json'), JSON.stringify({ format: 'tzaar-run', secret: SECRET }));
mkdirSync(join(outside, 'games'));
writeFileSync(join(outside, 'games', '000009-0000.jsonl'), SECRET);

const root = temporaryFolder();
const run = makeRun(root, 'first');
makeRelease(root, 'first/release');
writeFileSync(join(run, '.hidden.html'), SECRET);
symlinkSync(join(outside, 'secret.html'), join(run, 'link.html'));
symlinkSync(outside, join(run, 'linked'));
symlinkSync(outside, join(root, 'elsewhere'));
symlinkSync(join(outside, 'games', '000009-0000.jsonl'), join(run, 'games', '000009-0000.jsonl'));

const inner = makeRun(root, 'night/001');
symlinkSync(join(outside, 'secret.html'), join(inner, 'link.html'));
symlinkSync(outside, join(inner, 'linked'));
symlinkSync(outside, join(root, 'night', 'elsewhere'));
symlinkSync(join(outside, 'games', '000009-0000.jsonl'), join(inner, 'games', '000009-0000.jsonl'));

const pages = makePages();
symlinkSync(join(outside, 'secret.html'), join(pages, 'link.html'));

const app = createServer(root, { pages, hosts: namesOf('127.0.0.1') });

/** Ways out that servers have fallen for. Each is tried behind every door. */
const WAYS_OUT = [
  '../secret.html',
  '..%2fsecret.html',
  '%2e%2e/secret.html',
  '%2e%2e%2fsecret.html',
  '%252e%252e%252fsecret.html',
  '..%5csecret.html',
  '..\\secret.html',
  '....//secret.html',
  './../secret.html',
  'assets/../../secret.html',
  '%c0%ae%c0%ae/secret.html',
  '/secret.html',
  '//secret.html',
  '/etc/passwd',
  '%2fetc%2fpasswd',
  'file:///etc/passwd',
  'evaluation.html%00.html',
  'evaluation.html%00',
  '%',
  '.hidden.html',
  'link.html',
  'linked/secret.html',
  'linked/manifest.json',
  'elsewhere/manifest.json',
  'elsewhere/secret.html',
  'games/000009-0000.jsonl',
];
const DOORS = [
  '/',
  '/api/runs/',
  '/api/runs/first/files/',
  '/api/runs/elsewhere/files/',
  '/api/runs/..%2f',
  '/api/runs/night%2f',
  '/api/runs/night%2f001/files/',
  '/api/runs/night%2f001%2f',
  '/api/runs/night%2felsewhere/files/',
  '/models/',
  '/models/first/',
];

describe('nothing leaves the root', () => {
  let server: Listening;
  beforeAll(async () => {
    server = await listen(app, '127.0.0.1', 0, true);
  });
  afterAll(() => server.close());

  /** The path as it is: fetch and URL would tidy it up first. */
  const raw = (path: string): Promise<{ status: number; body: string }> =>
    new Promise((done, fail) => {
      const sent = request({ host: '127.0.0.1', port: server.port, path }, (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (text) => (body += text));
        response.on('end', () => done({ status: response.statusCode ?? 0, body }));
      });
      sent.on('error', fail).end();
    });

  test.each(WAYS_OUT)('by %s', async (way) => {
    for (const door of DOORS) {
      const { status, body } = await raw(`${door}${way}`);
      expect([door, status >= 400 && status < 500, body.includes(SECRET), body.includes('root:')]).toEqual([
        door,
        true,
        false,
        false,
      ]);
    }
  });

  test('the secrets would be seen: without links in between they are served', async () => {
    const open = createServer(join(outside, '..'), { pages: outside, hosts: null });
    const name = outside.slice(outside.lastIndexOf('/') + 1);
    expect(await (await open.request(`/api/runs/${name}/files/secret.html`)).text()).toBe(SECRET);
  });

  test('a run behind a link is neither listed nor opened, and linked games are not told', async () => {
    expect((await raw('/api/runs')).body).not.toContain('elsewhere');
    for (const path of ['', '/games', '/events', '/files/config.json'])
      for (const name of ['elsewhere', 'night%2felsewhere'])
        expect((await raw(`/api/runs/${name}${path}`)).status).toBe(404);
    for (const name of ['first', 'night%2f001'])
      expect((await raw(`/api/runs/${name}/games`)).body).not.toContain('000009');
  });

  test.each(['config.json', 'state.json', 'best.json', 'metrics.jsonl', 'lock.json', 'games'])(
    'a run whose %s is a link out of it is not opened',
    async (name) => {
      const path = makeRun(root, 'linking');
      rmSync(join(path, name), { recursive: true, force: true });
      symlinkSync(join(outside, name === 'games' ? 'games' : 'config.json'), join(path, name));
      for (const part of ['', '/games', '/events', '/files/config.json']) {
        const { status, body } = await raw(`/api/runs/linking${part}`);
        expect([status, JSON.parse(body)]).toEqual([403, { error: `the ${name} of "linking" lies elsewhere` }]);
      }
      expect((await raw('/api/runs')).body).not.toContain(SECRET);
      rmSync(path, { recursive: true });
    },
  );

  test('statistics of games behind a link are not told', async () => {
    const path = makeRun(root, 'counted');
    const linked = join(path, 'games', '000001-0000.jsonl');
    const seen = async (): Promise<unknown> => JSON.parse((await raw('/api/runs/counted')).body).iterations[0].endings;
    expect(await seen()).not.toEqual({}); // the lines of this run say nothing of its games, so they are looked up
    renameSync(linked, join(outside, 'game.jsonl'));
    symlinkSync(join(outside, 'game.jsonl'), linked);
    expect(await seen()).toEqual({});
    rmSync(path, { recursive: true });
  });

  test('a stream whose file becomes a link out of the run tells nothing more', async () => {
    const path = makeRun(root, 'streamed');
    const metrics = join(path, 'metrics.jsonl');
    writeFileSync(join(outside, 'lines.jsonl'), `${JSON.stringify({ secret: SECRET })}\n`);
    const left = new AbortController();
    const told: string[] = [];
    let isLinked = false;
    for await (const event of followRun(path, { from: 0, signal: left.signal, beatMs: 20 })) {
      told.push(event.type === 'metrics' ? event.line : event.type);
      if (event.type !== 'beat') continue;
      if (isLinked) left.abort();
      rmSync(metrics);
      symlinkSync(join(outside, 'lines.jsonl'), metrics);
      isLinked = true;
    }
    expect(told).toContain('reset');
    expect(told.join()).not.toContain(SECRET);
    rmSync(path, { recursive: true });
  });

  test.each([
    ['state.json', '{"iteration":', 'its state.json is damaged: expected a JSON object'],
    ['state.json', '{"iteration":"3"}', 'its state.json holds no counts of iterations, games and samples'],
    ['config.json', '{"format":"other"}', 'its config.json is not that of a run'],
  ])('an error about %s with %s does not say where the run lies', async (name, content, problem) => {
    const path = makeRun(root, 'wrong');
    writeFileSync(join(path, name), content);
    const { status, body } = await raw('/api/runs/wrong');
    expect([status, JSON.parse(body)]).toEqual([400, { error: `invalid run "wrong": ${problem}` }]);
    rmSync(path, { recursive: true });
  });
});
