import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AwsClient } from 'aws4fetch';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BlobCache } from '../../fleet/blobs/blob-cache.ts';
import { BlobFault, type BlobStore, hashOfBytes } from '../../fleet/blobs/blob-store.ts';
import { openBlobs } from '../../fleet/blobs/open-blobs.ts';
import { patient } from '../../fleet/blobs/patient-blobs.ts';
import { lacking } from '../support/lacking.ts';
import { blobFolder, freePort } from '../support/redis.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** What is wrong, and its sentence. */
const faultOf = async (work: Promise<unknown>): Promise<readonly [string, string]> => {
  const error: unknown = await work.then(
    () => null,
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(BlobFault);
  return [(error as BlobFault).fault, (error as BlobFault).message];
};

/** `overwrite` changes a blob behind the back of the store. */
const testStore = (
  what: string,
  open: () => Promise<BlobStore>,
  overwrite: (key: string, text: string) => Promise<void>,
): void => {
  describe(what, () => {
    test('gives back what it was given, by its hash, and keeps areas apart', async () => {
      const store = await open();
      await store.identify();
      const bytes = bytesOf('one');
      const hash = await store.put('results', bytes);
      expect(hash).toBe(hashOfBytes(bytes));
      expect(await store.put('results', bytes)).toBe(hash);
      expect(await store.get('results', hash)).toEqual(bytes);
      expect((await faultOf(store.get('networks', hash)))[0]).toBe('missing');
      await store.remove('results', hash);
      await store.remove('results', hash);
      expect(await faultOf(store.get('results', hash))).toEqual(['missing', expect.stringContaining('it is not in')]);
    });

    test('is the same store whoever asks, also at once', async () => {
      const stores = await Promise.all([open(), open(), open()]);
      const ids = await Promise.all(stores.map((store) => store.identify()));
      expect(new Set(ids).size).toBe(1);
    });

    test('hands out nothing whose hash is wrong', async () => {
      const store = await open();
      await store.identify();
      const hash = await store.put('networks', bytesOf('two'));
      await overwrite(`networks/${hash.slice(0, 2)}/${hash}`, 'three');
      expect(await faultOf(store.get('networks', hash))).toEqual([
        'damaged',
        expect.stringContaining('its SHA-256 is'),
      ]);
    });

    test('takes nothing but hashes for names', async () => {
      const store = await open();
      await expect(store.get('networks', '../../etc/passwd')).rejects.toThrow('expected a SHA-256');
      await expect(store.remove('networks', `${'a'.repeat(63)}/`)).rejects.toThrow('expected a SHA-256');
    });
  });
};

const folder = blobFolder();
testStore(
  'blobs in a folder',
  () => openBlobs(folder.url),
  async (key, text) => writeFileSync(join(folder.folder, key), text),
);

describe('a folder of blobs', () => {
  test('that is away is unreachable, nothing is made in its place, and the patient wait for it', async () => {
    const { folder: place, url } = blobFolder();
    const store = await openBlobs(url);
    await store.identify();
    const hash = await store.put('results', bytesOf('kept'));
    renameSync(place, `${place}-away`);
    expect(await faultOf(store.get('results', hash))).toEqual([
      'unreachable',
      expect.stringContaining('cannot be reached'),
    ]);
    expect((await faultOf(store.put('results', bytesOf('more'))))[0]).toBe('unreachable');
    expect(readdirSync(join(place, '..'))).toEqual(['store-away']);
    const said: string[] = [];
    const { signal } = new AbortController();
    const waiting = patient(store, { signal, say: (line) => said.push(line) }).get('results', hash);
    while (said.length === 0) await new Promise((done) => setTimeout(done, 5));
    renameSync(`${place}-away`, place);
    expect(await waiting).toEqual(bytesOf('kept'));
    expect(said).toEqual([expect.stringContaining('trying again'), expect.stringContaining('is back')]);
  });

  test('is waited for no longer once the signal comes', async () => {
    const { folder: place, url } = blobFolder();
    const store = await openBlobs(url);
    await store.identify();
    renameSync(place, `${place}-away`);
    const controller = new AbortController();
    const waiting = patient(store, { signal: controller.signal, say: () => controller.abort() });
    expect((await faultOf(waiting.get('results', 'a'.repeat(64))))[0]).toBe('unreachable');
  });
});

test('a cache asks the store once for each blob, and does not trust what lies in its folder', async () => {
  const store = await openBlobs(blobFolder().url);
  await store.identify();
  const hash = await store.put('networks', bytesOf('network'));
  let asked = 0;
  const counting: BlobStore = {
    name: store.name,
    identify: () => store.identify(),
    put: (...args) => store.put(...args),
    remove: (...args) => store.remove(...args),
    get: (...args) => {
      asked++;
      return store.get(...args);
    },
  };
  const place = mkdtempSync(join(tmpdir(), 'tzaar-cache-'));
  const cache = new BlobCache(place, counting);
  const [file] = await Promise.all([cache.fetch('networks', hash), cache.fetch('networks', hash)]);
  expect(asked).toBe(1);
  expect(file).toBe(join(place, 'networks', hash));
  await new BlobCache(place, counting).fetch('networks', hash);
  expect(asked).toBe(1);
  writeFileSync(file, 'forged');
  await new BlobCache(place, counting).fetch('networks', hash);
  expect(asked).toBe(2);
});

test.each([
  ['s3://b', 'expected s3://bucket/folder'],
  ['s3://bucket/../up', 'AWS_ACCESS_KEY_ID'],
  ['s3://bucket/a?key=1', 'expected s3://bucket/folder'],
  ['s3://id:secret@bucket/a', 'keys belong in'],
])('the bucket %s is refused in a sentence', async (address, says) => {
  const error: Error = await openBlobs(address).then(
    () => new Error('it was accepted'),
    (thrown) => thrown,
  );
  expect(error.message).toContain(says);
  expect(error.message).not.toContain('secret');
});

const hasMoto = (): boolean => {
  try {
    execFileSync('moto_server', ['--help'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/** A server of S3's protocol that others keep, from PyPI. */
describe.skipIf(lacking('moto_server (pip install "moto[server]")', hasMoto()))('S3', () => {
  let server: ChildProcess;
  let endpoint: string;
  const client = new AwsClient({ accessKeyId: 'id', secretAccessKey: 'key', region: 'us-east-1', service: 's3' });
  beforeAll(async () => {
    const port = await freePort();
    endpoint = `http://127.0.0.1:${port}`;
    Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'key' });
    server = spawn('moto_server', ['-H', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' });
    while (
      !(await fetch(endpoint).then(
        () => true,
        () => false,
      ))
    )
      await new Promise((done) => setTimeout(done, 50));
    await client.fetch(`${endpoint}/games`, { method: 'PUT' });
  });
  afterAll(() => {
    server?.kill('SIGKILL');
    delete process.env.AWS_ACCESS_KEY_ID;
    delete process.env.AWS_SECRET_ACCESS_KEY;
  });

  testStore(
    'blobs in a bucket',
    () => openBlobs(`s3://games/tzaar?endpoint=${endpoint}`),
    async (key, text) => void (await client.fetch(`${endpoint}/games/tzaar/${key}`, { method: 'PUT', body: text })),
  );

  test('without the bucket, or without the server, is told in a sentence', async () => {
    const other = await openBlobs(`s3://other-games?endpoint=${endpoint}`);
    expect(await faultOf(other.identify())).toEqual([
      'unreachable',
      expect.stringContaining('there is no such bucket'),
    ]);
    const nowhere = await openBlobs(`s3://games?endpoint=http://127.0.0.1:${await freePort()}`);
    expect(await faultOf(nowhere.identify())).toEqual(['unreachable', expect.stringContaining('ECONNREFUSED')]);
  });
});
