import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createNetworkCache, LocalNetworkStore } from '../../fleet/index.ts';
import { encodeNetwork, freshNetwork } from '../../models/index.ts';
import { SMALL_NETWORKS } from '../support/networks.ts';

const folder = mkdtempSync(join(tmpdir(), 'tzaar-networks-'));
const [config] = SMALL_NETWORKS;
const save = async (name: string, seed: number): Promise<string> => {
  const path = join(folder, name);
  writeFileSync(path, await encodeNetwork(freshNetwork(config, seed)));
  return path;
};

test('a network in use stays open, of the others only the latest few', async () => {
  const store = new LocalNetworkStore();
  const cache = createNetworkCache(1);
  const [one, two, three] = await Promise.all([1, 2, 3].map(async (seed) => store.add(await save(`${seed}`, seed))));
  const open = (hash: string): ReturnType<typeof cache.open> => cache.open(hash, store.where(hash));
  const [first, again, second] = [await open(one), await open(one), await open(two)];
  expect(cache.size).toBe(2);
  await first.close();
  await first.close(); // counts once: `again` is still in use
  await second.close();
  await (await open(three)).close();
  expect(cache.size).toBe(2); // the one in use and the latest
  await again.close();
  expect(cache.size).toBe(1);
  await cache.close();
  expect(cache.size).toBe(0);
});

test('a network that could not be opened is tried anew, and may have been put right by then', async () => {
  const store = new LocalNetworkStore();
  const cache = createNetworkCache(1);
  const path = await save('changing', 4);
  const hash = await store.add(path);
  await save('changing', 5);
  await expect(cache.open(hash, path)).rejects.toThrow('it changed since');
  await save('changing', 4);
  await expect((await cache.open(hash, path)).close()).resolves.toBeUndefined();
  await cache.close();
});

test('a store knows networks by their weights, wherever they lie', async () => {
  const store = new LocalNetworkStore();
  const [here, there] = [await store.add(await save('here', 6)), await store.add(await save('there', 6))];
  expect(here).toBe(there);
  expect(store.where(here)).toBe(join(folder, 'there'));
  expect(() => store.where('abc')).toThrow('no network with this hash was added');
  await expect(store.add(join(folder, 'nowhere'))).rejects.toThrow('there is no such file');
});

test('the same network in other numbers is another evaluator', async () => {
  const store = new LocalNetworkStore();
  const cache = createNetworkCache(2);
  const hash = await store.add(await save('numbers', 6));
  const evaluators = [
    await cache.open(hash, store.where(hash)),
    await cache.open(hash, store.where(hash), { precision: 'int8' }),
  ];
  expect(evaluators.map(({ name }) => /, int8$/.test(name))).toEqual([false, true]);
  for (const evaluator of evaluators) await evaluator.close();
  await cache.close();
});
