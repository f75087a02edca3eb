import { readFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { InvalidInput } from '../../../env/index.ts';
import { fetchRelease } from '../../../models/index.ts';
import { readRelease } from '../../../models/node/index.ts';
import { scratchFolder, writeTestRelease } from '../../support/releases.ts';

const folder = join(scratchFolder(), 'whole');
let server: Server;
let origin: string;

/** How the weights are answered, by the first part of the path. */
const ANSWERS: Readonly<Record<string, (response: ServerResponse, bytes: Buffer) => unknown>> = {
  whole: (response, bytes) => response.end(bytes),
  missing: (response) => response.writeHead(404).end(),
  failing: (response) => response.writeHead(503).end(),
  cut: (response, bytes) => response.end(bytes.subarray(0, 1000)),
  broken: (response, bytes) => {
    response.writeHead(200, { 'content-length': bytes.length });
    response.write(bytes.subarray(0, 1000), () => response.destroy());
  },
  endless: (response, bytes) => {
    const pour = (): unknown => !response.destroyed && response.write(bytes, () => setImmediate(pour));
    pour();
  },
};

beforeAll(async () => {
  await writeTestRelease(folder);
  server = createServer((request, response) => {
    const [, way, name] = new URL(request.url!, 'http://x').pathname.split('/');
    if (way === 'page') return response.end('<!doctype html><p>not found</p>');
    const bytes = readFileSync(join(folder, name));
    return name === 'weights.bin' ? ANSWERS[way](response, bytes) : response.end(bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => void server.close());

test.each(['', '/', '/?key=1'])('a release is loaded from an address that ends in "%s"', async (end) => {
  const files = new Map<string, number>();
  const onProgress = (file: string, bytes: number): unknown => files.set(file, bytes);
  const release = await fetchRelease(`${origin}/whole${end}`, { onProgress });
  expect(release).toEqual(await readRelease(folder));
  expect(files.get('weights.bin')).toBe(release.manifest.files.find(({ name }) => name === 'weights.bin')!.size);
});

test.each([
  ['missing', 'its weights.bin is not there (404)'],
  ['failing', 'its weights.bin cannot be fetched (status 503)'],
  ['cut', 'it is cut short'],
  ['broken', 'its weights.bin stopped coming in the middle'],
  ['endless', 'it is another file'],
  ['page', 'its manifest.json is a web page, not JSON'],
])('a download that is %s is refused in a sentence', async (way, says) => {
  const error = await fetchRelease(`${origin}/${way}/`).catch((thrown: Error) => thrown);
  expect(error).toBeInstanceOf(InvalidInput);
  expect((error as Error).message).toContain(says);
});

test('no server is a sentence', async () => {
  await expect(fetchRelease('http://127.0.0.1:1/')).rejects.toThrow('its manifest.json cannot be fetched');
});

test('what is no address is a sentence', async () => {
  await expect(fetchRelease('http://')).rejects.toThrow(InvalidInput);
  await expect(fetchRelease('models/best')).rejects.toThrow('expected a URL of its folder');
});

test('a download can be stopped, which is no fault of the model', async () => {
  const stop = new AbortController();
  const loading = fetchRelease(`${origin}/endless/`, {
    signal: stop.signal,
    onProgress: (file) => file === 'weights.bin' && stop.abort(),
  });
  await expect(loading).rejects.toMatchObject({ name: 'AbortError' });
});
