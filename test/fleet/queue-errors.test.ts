import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { InvalidInput } from '../../env/index.ts';
import {
  type FleetLink,
  openFleetLink,
  QueueFleet,
  type QueueWorker,
  type QueueWorkerOptions,
  readFleetStatus,
  serveQueue,
} from '../../fleet/index.ts';
import { insideOf } from '../../fleet/queue/link-inside.ts';
import { queueName, termsOf } from '../../fleet/queue/terms.ts';
import { blobFolder, freePort, lackingRedis, type RedisServer, startRedis } from '../support/redis.ts';
import { type TrialJob, trialKind } from './trial-kind.ts';

const PASSWORD = 'correct-horse';
const nothing = (): void => {};
const cacheFolder = (): string => mkdtempSync(join(tmpdir(), 'tzaar-cache-'));

const refusal = async (work: Promise<unknown>): Promise<string> => {
  const error: unknown = await work.then(
    () => null,
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(InvalidInput);
  expect((error as Error).message).not.toContain('\n');
  return (error as Error).message;
};

test.each([
  ['http://localhost', 'expected redis://host:port'],
  ['redis://:secret@', 'expected redis://'],
  ['redis://:secret@localhost/run', 'not the number of a database'],
  ['redis://:secret@localhost/0?password=secret', 'nothing may follow ?'],
  ['secret', 'expected redis://host:port'],
])('the address %s is refused in a sentence that repeats no password', async (fleet, says) => {
  const message = await refusal(openFleetLink({ fleet }, nothing));
  expect(message).toContain(says);
  expect(message).not.toContain('secret');
});

test('a blob store of an unknown kind is refused in a sentence', async () => {
  const message = await refusal(
    openFleetLink({ fleet: 'redis://localhost', blobs: 'ftp://key:secret@host/x' }, nothing),
  );
  expect(message).toContain('expected a folder that all machines share');
  expect(message).not.toContain('secret');
});

describe.skipIf(lackingRedis())('a fleet whose server', () => {
  test('is not there is refused in a sentence', async () => {
    const fleet = `redis://127.0.0.1:${await freePort()}`;
    expect(await refusal(openFleetLink({ fleet, blobs: blobFolder().url }, nothing))).toBe(
      `invalid fleet ${JSON.stringify(fleet)}: nothing listens there`,
    );
  });

  test('wants a password is refused in a sentence without one, and with another, and neither is shown', async () => {
    const redis = await startRedis(['--requirepass', PASSWORD]);
    const blobs = blobFolder().url;
    const at = (user: string): string => `redis://${user}127.0.0.1:${redis.port}`;
    try {
      expect(await refusal(openFleetLink({ fleet: at(''), blobs }, nothing))).toContain('it asks for a password');
      const message = await refusal(openFleetLink({ fleet: at(':wrong@'), blobs }, nothing));
      expect(message).toContain('it does not accept this user and password');
      expect(message).not.toContain('wrong');
      const link = await openFleetLink({ fleet: at(`:${PASSWORD}@`), blobs }, nothing);
      expect(JSON.stringify(await readFleetStatus(link))).not.toContain(PASSWORD);
      await link.close();
    } finally {
      await redis.stop();
    }
  });

  test('is full is told of, and waited for', async () => {
    const redis = await startRedis();
    const said: string[] = [];
    const address = { fleet: redis.url, blobs: blobFolder().url };
    const [theirs, ours] = [
      await openFleetLink(address, nothing),
      await openFleetLink(address, (line) => said.push(line)),
    ];
    const worker = await serveQueue(theirs, { kinds: [trialKind], threads: 1, cache: cacheFolder(), lockMs: 1000 });
    const fleet = new QueueFleet({ kind: trialKind, link: ours, lookMs: 200 });
    const admin = new Redis(redis.url);
    try {
      expect((await fleet.run([{ number: 1 }]).next()).value).toBe(1);
      await admin.config('SET', 'maxmemory', '1');
      const next = fleet.run([{ number: 3 }]).next();
      await untilSaid(said, 'it is full');
      await admin.config('SET', 'maxmemory', '0');
      expect((await next).value).toBe(9);
      expect(said.join('\n')).toContain('takes jobs again');
    } finally {
      admin.disconnect();
      await fleet.close();
      await worker.kill();
      await Promise.all([theirs.close(), ours.close()]);
      await redis.stop();
    }
  });
});

const untilSaid = async (said: readonly string[], words: string): Promise<void> => {
  while (!said.some((line) => line.includes(words))) await new Promise((done) => setTimeout(done, 10));
};

describe.skipIf(lackingRedis())('a worker', () => {
  let redis: RedisServer;
  let database = 0;
  const closing: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    redis = await startRedis(['--databases', '64']);
  });
  afterAll(async () => {
    for (const close of closing.reverse()) await close();
    await redis.stop();
  });

  type Trial = {
    readonly link: FleetLink;
    readonly fleet: QueueFleet<TrialJob, number>;
    readonly worker: QueueWorker;
    readonly queue: Queue;
    readonly store: string;
    readonly cache: string;
    readonly message: object;
  };

  const open = async (options: Partial<QueueWorkerOptions> = {}): Promise<Trial> => {
    const blobs = blobFolder();
    const cache = cacheFolder();
    const link = await openFleetLink({ fleet: `${redis.url}/${database++}`, blobs: blobs.url }, nothing);
    const worker = await serveQueue(link, { kinds: [trialKind], threads: 1, cache, ...options });
    const fleet = new QueueFleet({ kind: trialKind, link, lookMs: 200 });
    const terms = await termsOf({}, link.blobsId);
    const queue = new Queue(queueName(terms), { connection: insideOf(link).redis, prefix: 'tzaar' });
    closing.push(async () => {
      await fleet.close();
      await worker.kill();
      await link.close();
    });
    const message = { kind: 'trial', trainer: 'nobody', terms, job: { number: 3 }, networks: {}, modules: [] };
    return { link, fleet, worker, queue, store: blobs.folder, cache, message };
  };

  /** What becomes of a message that some program has put into the queue. */
  const sentence = async ({ queue, link }: Trial, message: object): Promise<string> => {
    await queue.add('trial', message, { jobId: 'forged' });
    for (;;) {
      const { failures } = (await readFleetStatus(link)).queues[0];
      if (failures.length > 0) return failures[0].error;
      await new Promise((done) => setTimeout(done, 20));
    }
  };

  test('refuses what is no message, in a sentence that the status shows, and goes on', async () => {
    const trial = await open();
    expect(await sentence(trial, { kind: '../trial', more: 1 })).toMatch(
      /^invalid job from the queue .*kind must be the name of a kind; trainer is missing.*more is not known/,
    );
    expect((await trial.fleet.run([{ number: 3 }]).next()).value).toBe(9);
  });

  test.each([
    ['a network whose name is a path', { networks: { '0123456789abcdef': '../../../etc/passwd' } }, 'networks must be'],
    ['a network that the store does not have', { networks: { '0123456789abcdef': 'a'.repeat(64) } }, 'it is not in'],
    [
      'an ending that leads elsewhere',
      { modules: [{ hash: 'a'.repeat(64), ending: '/../x.js', name: 'x.js' }] },
      'modules.0.ending must be',
    ],
    ['a kind that it does not do', { kind: 'dig' }, 'this worker does trial'],
    ['a job that is none', { job: { number: 'three' } }, 'invalid trial job'],
  ])('refuses %s', async (_what, change, says) => {
    const trial = await open();
    expect(await sentence(trial, { ...trial.message, ...change })).toContain(says);
    expect(readdirSync(trial.cache, { recursive: true }).filter((name) => !/^networks$/.test(String(name)))).toEqual(
      [],
    );
  });

  test('loads no module that no trainer has announced, though it is in the store', async () => {
    const trial = await open();
    const flag = join(cacheFolder(), 'loaded');
    const code = `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(flag)}, ''); export const settings = {};`;
    const hash = await trial.link.blobs.put('modules', new TextEncoder().encode(code));
    const modules = [{ hash, ending: '.mjs', name: 'mine.mjs' }];
    expect(await sentence(trial, { ...trial.message, modules })).toContain(
      `no trainer has announced the module ${hash}`,
    );
    expect(() => readFileSync(flag)).toThrow('ENOENT');
  });

  test('loads a module that its trainer has announced, with what it imports of this program, unless it was told not to', async () => {
    const flag = join(cacheFolder(), 'loaded');
    const path = join(cacheFolder(), 'mine.mjs');
    const code = `import { ENVIRONMENT_VERSION } from 'tzaar-zero/env'; import { AGENT_KINDS } from '../agents/index.js'; import { writeFileSync } from 'node:fs';
      writeFileSync(${JSON.stringify(flag)}, ENVIRONMENT_VERSION + AGENT_KINDS.has('greedy')); export const settings = {};`;
    writeFileSync(path, code);
    const { createHash } = await import('node:crypto');
    const modules = [{ path, hash: createHash('sha256').update(code).digest('hex') }];
    const trial = await open();
    const fleet = new QueueFleet({ kind: trialKind, link: trial.link, modules });
    expect((await fleet.run([{ number: 3 }]).next()).value).toBe(9);
    expect(readFileSync(flag, 'utf8')).toBe('tzaar-v1true');
    await fleet.close();
    const strict = await open({ modules: false });
    const other = new QueueFleet({ kind: trialKind, link: strict.link, modules });
    expect(await refusal(other.run([{ number: 3 }]).next())).toContain('told to load no modules');
    await other.close();
  });

  test('of another version is refused with what differs, and trainers count no such worker', async () => {
    const trial = await open();
    expect((await trial.fleet.run([{ number: 3 }]).next()).value).toBe(9); // its trainer is announced now
    const before = (await readFleetStatus(trial.link)).trainers[0];
    const other = { ...before.terms, engine: 'onnxruntime-node 0.0.1 on cpu' };
    const entry = { id: 'other', host: 'far', pid: 1, kind: 'trial', modules: [], inFlight: 0, accepted: 0 };
    const now = Date.now();
    await trial.fleet.close();
    const text = JSON.stringify({ ...entry, terms: other, since: now, beat: now });
    await insideOf(trial.link).redis.hset('tzaar:trainers', 'other', text);
    const late = serveQueue(trial.link, { kinds: [trialKind], threads: 1, cache: trial.cache });
    expect(await refusal(late)).toMatch(
      /the trainer on far cannot use it: the engine is onnxruntime-node 0\.0\.1 on cpu there and onnxruntime-node .* here$/,
    );
  });

  test('whose result is damaged in the store is asked again', async () => {
    const trial = await open();
    const damaged: string[] = [];
    const put = trial.link.blobs.put;
    // As a disk would: the bytes are others once they were written.
    Object.assign(trial.link.blobs, {
      put: async (...args: Parameters<typeof put>) => {
        const hash = await put(...args);
        if (damaged.length === 0) {
          damaged.push(hash);
          writeFileSync(join(trial.store, 'results', hash.slice(0, 2), hash), 'damaged');
        }
        return hash;
      },
    });
    expect((await trial.fleet.run([{ number: 3 }]).next()).value).toBe(9);
    expect(damaged).toHaveLength(1);
    expect((await readFleetStatus(trial.link)).workers[0].done + trial.worker.counts().done).toBeGreaterThanOrEqual(2);
  });

  test('that is asked to stop finishes its job, and takes no other', async () => {
    const trial = await open();
    const run = trial.fleet.run([
      { number: 3, fate: 'sleep', ms: 300 },
      { number: 4, fate: 'sleep', ms: 300 },
      { number: 5 },
      { number: 6 },
    ]);
    const first = run.next();
    while (trial.worker.counts().busy === 0) await new Promise((done) => setTimeout(done, 5));
    await trial.worker.drain();
    expect((await first).value).toBe(9);
    expect(trial.worker.counts()).toEqual({ busy: 0, done: 1, failed: 0 });
    void run.return(undefined);
  });
});
