import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { openFleetLink, QueueFleet, serveQueue } from '../../fleet/index.ts';
import { blobFolder, lackingRedis, type RedisServer, startRedis } from '../support/redis.ts';
import { type TrialFleet, testFleet } from './conformance.ts';
import { trialKind } from './trial-kind.ts';

describe.skipIf(lackingRedis())('over BullMQ', () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedis(['--databases', '64']);
  });
  afterAll(() => redis.stop());

  let database = 0;

  /** The worker is in this process, and its jobs in threads, as in any other. */
  const makeFleet = async (threads: number): Promise<TrialFleet> => {
    const cache = mkdtempSync(join(tmpdir(), 'tzaar-cache-'));
    const address = { fleet: `${redis.url}/${database++}`, blobs: blobFolder().url };
    const [theirs, ours] = [await openFleetLink(address, () => {}), await openFleetLink(address, () => {})];
    const worker = await serveQueue(theirs, { kinds: [trialKind], threads, cache });
    const fleet = new QueueFleet({ kind: trialKind, link: ours });
    return {
      networks: fleet.networks,
      run: (jobs) => fleet.run(jobs),
      close: async () => {
        await fleet.close();
        await worker.kill();
        await Promise.all([ours.close(), theirs.close()]);
      },
    };
  };

  testFleet('a fleet over a queue', makeFleet, { keepsNetworks: true });
});
