/** Files are handed out in pieces, by their length, and closed again. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openInside, readInside } from '../../cli/serve/inside.ts';
import { type Listening, listen } from '../../cli/serve/listen.ts';
import { listReleases } from '../../cli/serve/releases.ts';
import { createServer } from '../../cli/serve/server.ts';
import { lacking } from '../support/lacking.ts';
import { makePages, makeRelease, makeRun, temporaryFolder } from '../support/served-runs.ts';

const root = temporaryFolder();
const run = makeRun(root, 'first');
makeRelease(root, 'first/release');
const BIG = 5_000_000;
writeFileSync(join(run, 'checkpoints', '000003.network'), Buffer.alloc(BIG, 7));
writeFileSync(join(run, 'checkpoints', '000004.network'), '');

let server: Listening;
beforeAll(async () => {
  server = await listen(createServer(root, { pages: makePages(), hosts: null }), '127.0.0.1', 0, true);
});
afterAll(() => server.close());

const ask = (path: string, method: string): Promise<Response> => fetch(`${server.url}${path}`, { method });
const openFiles = (): number => readdirSync('/proc/self/fd').length;
/** Closing takes a turn of the event loop; a file that is left open lets the test run out of time. */
const untilOpenFiles = async (count: number): Promise<void> => {
  while (openFiles() > count) await new Promise((soon) => setImmediate(soon));
};

describe('a file', () => {
  test.each([
    ['/api/runs/first/files/checkpoints/000003.network', BIG],
    ['/api/runs/first/files/checkpoints/000004.network', 0],
    ['/api/runs/first/files/checkpoints/000002.network', 'weights'.length],
    ['/models/first/release/weights.bin', 'weights'.length],
    ['/assets/page-Xy12.js', 'export {};'.length],
  ])('%s has %d bytes, and HEAD says so without sending them', async (path, size) => {
    const [whole, head] = [await ask(path, 'GET'), await ask(path, 'HEAD')];
    for (const { status, headers } of [whole, head])
      expect([status, headers.get('content-length')]).toEqual([200, String(size)]);
    expect((await whole.arrayBuffer()).byteLength).toBe(size);
    expect((await head.arrayBuffer()).byteLength).toBe(0);
  });

  test.skipIf(lacking('/proc/self/fd', existsSync('/proc/self/fd')))(
    'is closed after it was sent, after HEAD, and after a reader left in the middle',
    async () => {
      const path = '/api/runs/first/files/checkpoints/000003.network';
      await (await ask(path, 'GET')).arrayBuffer();
      const before = openFiles();
      for (let time = 0; time < 20; time++) {
        await (await ask(path, 'GET')).arrayBuffer();
        await ask(path, 'HEAD');
        await (await ask(path, 'GET')).body?.cancel();
      }
      await untilOpenFiles(before + 10); // cut connections stay for a moment
    },
  );

  test('that grows while it is sent has the length that was said', async () => {
    const path = join(run, 'metrics.jsonl');
    const app = createServer(root, { pages: root, hosts: null });
    const response = await app.request('/api/runs/first/files/metrics.jsonl');
    appendFileSync(path, 'more\n');
    expect((await response.arrayBuffer()).byteLength).toBe(Number(response.headers.get('content-length')));
  });
});

describe('opening a file inside', () => {
  test('does not wait for a pipe, and takes neither a folder nor what is not there', () => {
    execFileSync('mkfifo', [join(run, 'pipe.html')]);
    for (const name of ['pipe.html', 'games', 'none.html', '../first/config.json', '.hidden'])
      expect([name, openInside(run, name)]).toEqual([name, null]);
    rmSync(join(run, 'pipe.html'));
  });

  test('follows links that stay inside, and no other', () => {
    const outside = temporaryFolder();
    writeFileSync(join(outside, 'secret.txt'), 'secret');
    writeFileSync(join(run, 'plain.txt'), 'plain');
    symlinkSync('plain.txt', join(run, 'near.txt'));
    symlinkSync(join(outside, 'secret.txt'), join(run, 'far.txt'));
    symlinkSync(outside, join(run, 'far'));
    expect(['near.txt', 'far.txt', 'far/secret.txt'].map((name) => readInside(run, name))).toEqual([
      'plain',
      null,
      null,
    ]);
    for (const name of ['plain.txt', 'near.txt', 'far.txt', 'far']) rmSync(join(run, name));
  });
});

test('released models of one run are those under its folder, to the same depth as in the list of all', () => {
  makeRun(root, 'other');
  makeRelease(root, 'other');
  makeRelease(root, 'other/releases/best');
  makeRelease(root, 'other/far/too/deep/for/any/list');
  mkdirSync(join(root, 'other two'));
  makeRelease(root, 'other two/release');
  const all = listReleases(root).map(({ url }) => url);
  expect(all).toHaveLength(4);
  for (const name of ['first', 'other', 'other two']) {
    const own = all.filter((url) => url.startsWith(`models/${encodeURIComponent(name)}/`));
    expect(listReleases(root, name).map(({ url }) => url)).toEqual(own);
  }
});
