import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, resolve } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { tzaarHere } from '../support/cli.ts';
import { makeRun, temporaryFolder } from '../support/served-runs.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const root = temporaryFolder();
const run = makeRun(root, 'first');

type Started = { readonly child: ChildProcess; readonly page: string; readonly err: string };

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** Starts the command in a process of its own and waits until it says where it is. */
const serve = (args: readonly string[], cwd = ROOT): Promise<Started> =>
  new Promise((started, failed) => {
    const main = resolve(ROOT, 'cli/main.ts');
    const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), main, 'serve', ...args], { cwd });
    children.push(child);
    let [out, err] = ['', ''];
    const hear = (): void => {
      const page = /^dashboard: (.*)$/m.exec(out)?.[1];
      if (page !== undefined && err.includes('stop with Ctrl-C')) started({ child, page, err });
    };
    child.stdout.on('data', (text) => {
      out += text;
      hear();
    });
    child.stderr.on('data', (text) => {
      err += text;
      hear();
    });
    child.once('exit', (code) => failed(new Error(`exit code ${code}: ${err}`)));
  });

const exitCode = (child: ChildProcess): Promise<number | null> => new Promise((done) => child.once('exit', done));

const occupy = (): Promise<Server> =>
  new Promise((done) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => done(server));
  });

describe('tzaar serve', () => {
  test('opens on a run named by its folder, answers, and ends cleanly with Ctrl-C while somebody listens', async () => {
    const { child, page } = await serve([run, '--port', '0']);
    expect(page).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/dashboard\?run=first$/);
    const response = await fetch(new URL('/api/runs', page));
    expect(await response.json()).toMatchObject({ runs: [{ name: 'first' }] });
    const stream = await fetch(new URL('/api/runs/first/events', page));
    expect(stream.status).toBe(200);
    const ended = exitCode(child);
    child.kill('SIGINT');
    expect(await ended).toBe(0);
    await stream.body?.cancel().catch(() => {}); // cut off by now
  });

  test('opens on a run named under the root', async () => {
    const { page } = await serve(['first', '--root', root, '--port', '0']);
    expect(page).toMatch(/\/dashboard\?run=first$/);
  });

  test('opens on a run in a folder under the root', async () => {
    const deep = temporaryFolder();
    makeRun(deep, 'runs/night/001');
    for (const args of [['night/001', '--root', 'runs'], ['runs/night/001']]) {
      const { page } = await serve([...args, '--port', '0'], deep);
      expect(page).toMatch(/\/dashboard\?run=night%2F001$/);
      const listed = await fetch(new URL('/api/runs', page));
      expect(await listed.json()).toMatchObject({ runs: [{ name: 'night/001' }] });
    }
  });

  test('works where there is no run at all', async () => {
    const { page } = await serve(['--port', '0'], temporaryFolder());
    expect(await (await fetch(new URL('/api/runs', page))).json()).toEqual({ runs: [], arenas: [] });
  });

  test.each(['127.0.0.2', 'LOCALHOST'])('answers on %s as it says', async (host) => {
    const { page, err } = await serve(['--root', root, '--host', host, '--port', '0']);
    expect((await fetch(new URL('/api/runs', page))).status).toBe(200);
    expect(err).not.toContain('there is no password');
  });

  test('says at once whether the pages still have to be built, and how', async () => {
    const { err } = await serve(['--root', root, '--port', '0']);
    const sentence = 'the pages are not built yet, so these addresses stay empty until you run: npm run build:web\n';
    expect(err.includes(sentence)).toBe(!existsSync(resolve(ROOT, 'dist/web/index.html')));
  });

  test('listens on another address only if told so, and says what that means', async () => {
    const { page, err } = await serve(['--root', root, '--host', '0.0.0.0', '--port', '0']);
    expect((await fetch(new URL('/api/runs', page), { headers: { host: 'some.name' } })).status).toBe(200);
    expect(err).toContain('there is no password');
  });
});

describe('tzaar serve refuses with a sentence', () => {
  test('a port that is in use', async () => {
    const taken = await occupy();
    const { port } = taken.address() as AddressInfo;
    const { code, err } = await tzaarHere(['serve', '--root', root, '--port', String(port)]);
    expect([code, err]).toEqual([
      1,
      `error: invalid port ${port}: port ${port} is in use; give another one by --port\n`,
    ]);
    taken.close();
  });

  test.each([
    [['--port', 'http'], 'invalid port "http": expected a whole number from 0 to 65535'],
    [['--port', '70000'], 'invalid port "70000": expected a whole number from 0 to 65535'],
    [['--root', 'nowhere'], 'invalid root "nowhere": there is no such folder'],
    [['nowhere', '--root', root], 'invalid run "nowhere": there is no config.json in it, nor in'],
    [[run, '--root', import.meta.dirname], `invalid run "${run}": it does not lie in`],
    [
      ['--root', root, '--host', '203.0.113.1'],
      'invalid address "203.0.113.1:8460": cannot listen there (EADDRNOTAVAIL)',
    ],
    [['--root', root, '--host', 'no such host'], 'invalid address "no such host:8460": cannot listen there'],
  ])('%j', async (args, message) => {
    const { code, err } = await tzaarHere(['serve', ...args]);
    expect([code, err]).toEqual([1, expect.stringContaining(`error: ${message}`)]);
  });

  test('and takes the next free port where none was asked for', async () => {
    const first = await serve(['--root', root]);
    const second = await serve(['--root', root]);
    expect(new URL(second.page).port).not.toBe(new URL(first.page).port);
    expect(second.err).toContain('this is the next free one');
    expect(basename(new URL(second.page).pathname)).toBe('dashboard');
  });
});
