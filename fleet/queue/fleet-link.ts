/**
 * A program's tie to a fleet: the Redis server with its queues, and the blob store. It is tried once when it is made, so that
 * a wrong address or password ends the program with a sentence; from then on an outage is waited for, and told.
 */
import { hostname } from 'node:os';
import type { Redis } from 'ioredis';
import { InvalidInput } from '../../env/index.ts';
import type { BlobStore } from '../blobs/blob-store.ts';
import { openBlobs } from '../blobs/open-blobs.ts';
import { patient } from '../blobs/patient-blobs.ts';
import { defaultBlobs } from './default-folders.ts';
import { keepInside } from './link-inside.ts';
import { loadQueue, type QueuePackages } from './load-queue.ts';
import { parseRedisAddress, type RedisAddress } from './redis-address.ts';
import { describeRedisFault } from './redis-faults.ts';

/** Where a fleet is, as users say it. */
export type FleetAddress = {
  /** `redis://…` or `rediss://…`. */
  readonly fleet: string;
  /** `file:///…` or `s3://…`; a folder of this user's by default, which programs on this machine share. */
  readonly blobs?: string | undefined;
};

/** A fleet that answers. */
export type FleetLink = {
  readonly address: RedisAddress;
  readonly blobs: BlobStore;
  /** Which store that is. */
  readonly blobsId: string;
  readonly say: (line: string) => void;
  /** Aborted when the link is closed. */
  readonly closing: AbortSignal;
  close(): Promise<void>;
};

/** All keys of a fleet begin with it. */
export const PREFIX = 'tzaar';

const CONNECT_MS = 5_000;

/** Opens a link, or says what is wrong. `say` is told of outages. */
export const openFleetLink = async (
  { fleet, blobs = defaultBlobs() }: FleetAddress,
  say: (line: string) => void,
): Promise<FleetLink> => {
  const address = parseRedisAddress(fleet);
  const store = await openBlobs(blobs);
  const packages = await loadQueue();
  await tryRedis(address, packages, say);
  const blobsId = await store.identify(); // not patient: a wrong folder is told at once
  const redis = new packages.Redis(address.url, {
    maxRetriesPerRequest: null, // commands wait for a server that is away
    connectionName: `tzaar ${hostname()} ${process.pid}`,
    ...tlsOf(address),
  });
  tellOutages(redis, address, say);
  const closing = new AbortController();
  const link: FleetLink = {
    address,
    blobs: patient(store, { signal: closing.signal, say }),
    blobsId,
    say,
    closing: closing.signal,
    close: async () => {
      closing.abort();
      redis.disconnect();
    },
  };
  return keepInside(link, { packages, redis });
};

const tlsOf = ({ url }: RedisAddress): object => (url.startsWith('rediss:') ? { tls: {} } : {});

const tryRedis = async (
  address: RedisAddress,
  { Redis }: QueuePackages,
  say: (line: string) => void,
): Promise<void> => {
  const redis = new Redis(address.url, {
    lazyConnect: true,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
    connectTimeout: CONNECT_MS,
    ...tlsOf(address),
  });
  let seen: unknown;
  redis.on('error', (error) => {
    seen = error;
  });
  try {
    await redis.connect();
    await redis.ping();
    const policy = /maxmemory_policy:(\S+)/.exec(await redis.info('memory'))?.[1] ?? 'noeviction';
    if (policy !== 'noeviction')
      say(`${address.shown} has maxmemory-policy ${policy}: it may throw jobs away; set it to noeviction`);
  } catch (error) {
    throw new InvalidInput('fleet', address.shown, describeRedisFault(seen ?? error), { cause: error });
  } finally {
    redis.disconnect();
  }
};

/** Once when the server goes away, and once when it is back. */
const tellOutages = (redis: Redis, { shown }: RedisAddress, say: (line: string) => void): void => {
  let isAway = false;
  redis.on('error', (error) => {
    if (isAway) return;
    isAway = true;
    say(`${shown}: ${describeRedisFault(error)}; trying again until it is back`);
  });
  redis.on('ready', () => {
    if (isAway) say(`${shown} is back`);
    isAway = false;
  });
};
