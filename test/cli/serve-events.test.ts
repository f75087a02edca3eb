import { appendFileSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { followRun } from '../../cli/serve/follow-run.ts';
import { listen } from '../../cli/serve/listen.ts';
import { createServer } from '../../cli/serve/server.ts';
import { lockRun } from '../../fleet/index.ts';
import { makeRun, metricsLine, temporaryFolder } from '../support/served-runs.ts';

type Heard = { readonly event: string; readonly data: string; readonly id?: string };

/** Reads a stream of server-sent events one by one. */
const openStream = (response: Response): { next(): Promise<Heard | null>; cancel(): Promise<void> } => {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return {
    async next() {
      while (!text.includes('\n\n')) {
        const { done, value } = await reader.read();
        if (done) return null;
        text += value;
      }
      const [block] = text.split('\n\n', 1);
      text = text.slice(block.length + 2);
      return Object.fromEntries(block.split('\n').map((line) => line.split(/: ?(.*)/, 2))) as Heard;
    },
    cancel: () => reader.cancel(),
  };
};

const setUp = (): { root: string; metrics: string; lines: string[]; app: ReturnType<typeof createServer> } => {
  const root = temporaryFolder();
  const metrics = join(makeRun(root, 'run'), 'metrics.jsonl');
  const lines = readFileSync(metrics, 'utf8').trim().split('\n');
  return { root, metrics, lines, app: createServer(root, { pages: root, hosts: null, beatMs: 50 }) };
};

const metricsOf = async (stream: ReturnType<typeof openStream>): Promise<Heard> => {
  for (;;) {
    const heard = await stream.next();
    if (heard === null) throw new Error('the stream ended');
    if (heard.event === 'metrics') return heard;
  }
};

describe('the stream of a run', () => {
  test('tells every line that is there, then every line as it is appended', async () => {
    const { app, metrics, lines } = setUp();
    const response = await app.request('/api/runs/run/events');
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const stream = openStream(response);
    for (const line of lines) expect((await metricsOf(stream)).data).toBe(line);
    for (const iteration of [3, 4]) {
      const line = metricsLine(iteration, 'saved', { games: 4 * iteration });
      appendFileSync(metrics, line);
      expect(await metricsOf(stream)).toEqual({
        event: 'metrics',
        data: line.trim(),
        id: String(statSync(metrics).size),
      });
    }
    await stream.cancel();
  });

  test('holds back a line that is only half written, and leaves out one that never was whole', async () => {
    const { app, metrics } = setUp();
    const stream = openStream(await app.request(`/api/runs/run/events?after=${statSync(metrics).size}`));
    const line = metricsLine(3, 'loss', { total: 1.25, note: '⬡ × ö' });
    const half = Buffer.byteLength(line) - 6; // in the middle of a letter
    appendFileSync(metrics, Buffer.from(line).subarray(0, half));
    while ((await stream.next())?.event !== 'beat'); // it has looked, and told nothing
    appendFileSync(metrics, Buffer.from(line).subarray(half));
    expect((await metricsOf(stream)).data).toBe(line.trim());
    appendFileSync(metrics, '{"time":"2026-01-31T12:0\n[1]\n"text"\n\n');
    appendFileSync(metrics, metricsLine(4, 'saved', {}));
    expect(JSON.parse((await metricsOf(stream)).data)).toMatchObject({ iteration: 4 });
    await stream.cancel();
  });

  test('goes on where a browser that comes back left off', async () => {
    const { app, lines } = setUp();
    const first = openStream(await app.request('/api/runs/run/events'));
    await metricsOf(first);
    const { id } = await metricsOf(first);
    await first.cancel();
    const headers = { 'last-event-id': id! };
    const second = openStream(await app.request('/api/runs/run/events?after=0', { headers }));
    expect((await metricsOf(second)).data).toBe(lines[2]);
    await second.cancel();
  });

  test('tells when the file has become another one, and begins again', async () => {
    const { app, metrics } = setUp();
    const stream = openStream(await app.request(`/api/runs/run/events?after=${statSync(metrics).size}`));
    const line = metricsLine(0, 'begun', {});
    writeFileSync(metrics, line);
    const heard = [];
    do heard.push((await stream.next())?.event);
    while (heard.at(-1) !== 'metrics');
    expect(heard).toContain('reset');
    await stream.cancel();
  });

  test.each([
    ['in a new file', (path: string) => rmSync(path)],
    ['written over the old one', () => {}],
  ])('tells of another run that is longer already, %s, and tells it whole', async (_, before) => {
    const { app, metrics, lines } = setUp();
    const stream = openStream(await app.request('/api/runs/run/events'));
    for (const _line of lines) await metricsOf(stream);
    const other = ['begun', ...lines].map((stage, index) => metricsLine(index, 'loss', { stage, total: 77 }));
    before(metrics);
    writeFileSync(metrics, other.join(''));
    let heard: Heard | null;
    do heard = await stream.next();
    while (heard?.event !== 'reset');
    for (const line of other) expect((await metricsOf(stream)).data).toBe(line.trim());
    await stream.cancel();
  });

  test('waits for a run that has written nothing yet, and survives its folder', async () => {
    const { app, root, metrics } = setUp();
    rmSync(metrics);
    const stream = openStream(await app.request('/api/runs/run/events'));
    while ((await stream.next())?.event !== 'beat');
    writeFileSync(metrics, metricsLine(0, 'begun', {}));
    expect(JSON.parse((await metricsOf(stream)).data)).toMatchObject({ stage: 'begun' });
    rmSync(join(root, 'run'), { recursive: true });
    while ((await stream.next())?.event !== 'beat');
    await stream.cancel();
  });

  test('tells when somebody begins or ends to train the run, and when a report appears', async () => {
    const { app, root, metrics } = setUp();
    const stream = openStream(await app.request(`/api/runs/run/events?after=${statSync(metrics).size}`));
    while ((await stream.next())?.event !== 'beat');
    const lock = lockRun(join(root, 'run'));
    while ((await stream.next())?.event !== 'change');
    lock.release();
    while ((await stream.next())?.event !== 'beat'); // all of that is told by now
    writeFileSync(join(root, 'run', 'report.html'), '');
    while ((await stream.next())?.event !== 'change');
    await stream.cancel();
  });

  test('tells a long file whole', async () => {
    const { app, metrics } = setUp();
    const many = Array.from({ length: 5000 }, (_, index) => metricsLine(index, 'selfplay', { job: index }));
    writeFileSync(metrics, many.join(''));
    const stream = openStream(await app.request('/api/runs/run/events'));
    for (const line of many) expect((await metricsOf(stream)).data).toBe(line.trim());
    await stream.cancel();
  });
});

const openWatches = (): number => process.getActiveResourcesInfo().filter((name) => name === 'FSEventWrap').length;

/** Closing takes a turn of the event loop; a watcher that is left open lets the test run out of time. */
const untilWatches = async (count: number): Promise<void> => {
  while (openWatches() !== count) await new Promise((soon) => setImmediate(soon));
};

describe('whoever leaves', () => {
  test('ends the following, watcher and all', async () => {
    const { root } = setUp();
    await untilWatches(0);
    const left = new AbortController();
    const events = followRun(join(root, 'run'), { from: 0, signal: left.signal });
    expect((await events.next()).value).toMatchObject({ type: 'metrics' });
    expect(openWatches()).toBe(1);
    left.abort();
    while (!(await events.next()).done);
    await untilWatches(0);
  });

  test('by closing the connection leaves no watcher behind', async () => {
    const { app } = setUp();
    await untilWatches(0);
    const server = await listen(app, '127.0.0.1', 0, true);
    const open = async (): Promise<ReturnType<typeof openStream>> =>
      openStream(await fetch(`${server.url}/api/runs/run/events`));
    const streams = await Promise.all([open(), open(), open()]);
    for (const stream of streams) await metricsOf(stream);
    expect(openWatches()).toBe(3);
    for (const stream of streams) await stream.cancel();
    await untilWatches(0);
    await server.close();
  });

  test('was never there: HEAD is answered without a watcher', async () => {
    const { app } = setUp();
    await untilWatches(0);
    const server = await listen(app, '127.0.0.1', 0, true);
    const response = await fetch(`${server.url}/api/runs/run/events`, { method: 'HEAD' });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    expect((await fetch(`${server.url}/api/runs/none/events`, { method: 'HEAD' })).status).toBe(404);
    await fetch(`${server.url}/api/runs`); // what HEAD had left behind would have begun by now
    expect(openWatches()).toBe(0);
    await server.close();
  });

  test('is told so by a server that closes', async () => {
    const { app } = setUp();
    const server = await listen(app, '127.0.0.1', 0, true);
    const stream = openStream(await fetch(`${server.url}/api/runs/run/events`));
    await metricsOf(stream);
    await server.close();
    await untilWatches(0);
  });
});
