import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type FleetAnswer, fleetReader } from '../../cli/serve/fleet-answer.ts';
import { createServer } from '../../cli/serve/server.ts';
import { openFleetLink, QueueFleet, serveQueue } from '../../fleet/index.ts';
import { trialKind } from '../fleet/trial-kind.ts';
import { tzaar, tzaarHere } from '../support/cli.ts';
import { lacking } from '../support/lacking.ts';
import { blobFolder, freePort, lackingRedis, startRedis } from '../support/redis.ts';

const hasOpenssl = (): boolean => {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

const root = mkdtempSync(join(tmpdir(), 'tzaar-served-'));

const ask = async (fleet?: () => Promise<FleetAnswer>): Promise<FleetAnswer> => {
  const answer = await createServer(root, { pages: root, hosts: null, fleet }).request('/api/fleet');
  return (await answer.json()) as FleetAnswer;
};

test('a server that was told of no fleet says that there is none', async () => {
  expect(await ask()).toEqual({ status: null, error: null });
});

test('a command that is given a fleet which is not there ends with a sentence, before it begins anything', async () => {
  const fleet = `redis://127.0.0.1:${await freePort()}`;
  const out = join(root, 'never');
  for (const args of [
    ['train', '--preset', 'smoke', '--out', out],
    ['match', 'random', 'greedy', '--out', out],
    ['worker'],
    ['fleet', 'status'],
  ]) {
    const { code, err } = await tzaarHere([...args, '--fleet', fleet, '--blobs', blobFolder().url]);
    expect([code, err]).toEqual([1, `error: invalid fleet "${fleet}": nothing listens there\n`]);
  }
  expect(existsSync(out)).toBe(false);
});

describe.skipIf(lackingRedis())('a fleet', () => {
  test('is shown by the server and by the command line, with what was set aside', async () => {
    const redis = await startRedis();
    const address = { fleet: redis.url, blobs: blobFolder().url };
    const link = await openFleetLink(address, () => {});
    const cache = mkdtempSync(join(tmpdir(), 'tzaar-cache-'));
    const worker = await serveQueue(link, { kinds: [trialKind], threads: 2, cache });
    const fleet = new QueueFleet({ kind: trialKind, link });
    await expect(fleet.run([{ number: 3, fate: 'error' }]).next()).rejects.toThrow('three is too much');
    const { status, error } = await ask(fleetReader(link));
    expect(error).toBeNull();
    expect(status).toMatchObject({
      workers: [{ pid: process.pid, threads: 2, isSilent: false }],
      trainers: [{ kind: 'trial' }],
      queues: [{ setAside: 1, threads: 2, failures: [{ kind: 'trial', error: 'three is too much' }] }],
    });
    const flags = ['--fleet', address.fleet, '--blobs', address.blobs];
    const { out } = await tzaarHere(['fleet', 'status', ...flags]);
    expect(out).toContain('1 set aside');
    expect(out).toContain('three is too much');
    expect(JSON.parse((await tzaarHere(['fleet', 'status', '--json', ...flags])).out)).toMatchObject({
      fleet: redis.url,
    });
    await fleet.close();
    await worker.kill();
    await redis.stop();
    expect(await ask(fleetReader(link))).toEqual({ status: null, error: `${redis.url} does not answer` });
    await link.close();
  });

  test.skipIf(lacking('openssl', hasOpenssl()))(
    'answers over TLS to whoever trusts its certificate, and to nobody else',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'tzaar-tls-'));
      const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
      const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1', '-days', '2'];
      const files = ['-keyout', key, '-out', certificate];
      execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...files, ...subject], {
        stdio: 'ignore',
      });
      const port = await freePort();
      const tls = ['--tls-cert-file', certificate, '--tls-key-file', key, '--tls-ca-cert-file', certificate];
      const redis = await startRedis([
        '--requirepass',
        'pass',
        '--tls-port',
        String(port),
        '--tls-auth-clients',
        'no',
        ...tls,
      ]);
      const env = { ...process.env, TZAAR_FLEET: `rediss://:pass@127.0.0.1:${port}`, TZAAR_BLOBS: blobFolder().url };
      const trusting = tzaar(['fleet', 'status', '--json'], '', { ...env, NODE_EXTRA_CA_CERTS: certificate });
      const { code, err } = tzaar(['fleet', 'status', '--json'], '', env);
      await redis.stop();
      expect([trusting.code, trusting.err]).toEqual([0, '']);
      expect(JSON.parse(trusting.out)).toMatchObject({ fleet: `rediss://127.0.0.1:${port}` });
      expect([code, err]).toEqual([1, expect.stringMatching(/^error: invalid fleet "rediss:.*": TLS fails \(.*\)\n$/)]);
    },
  );
});
