import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lackingRedis } from '../support/redis.ts';
import { type Chaos, FAULTS, openChaos } from './chaos.ts';

/** One round of each fault; `npm run chaos` runs as many as one likes, at random. */
describe.skipIf(lackingRedis())('every job is accepted once, whatever happens to the fleet in the middle', () => {
  let chaos: Chaos;
  beforeAll(async () => {
    chaos = await openChaos();
  });
  afterAll(() => chaos?.close());

  test.each(FAULTS.map((fault, index) => ({ fault, seed: index + 1 })))('$fault', async ({ fault, seed }) => {
    const { accepted, wrong, twice, missing, begun } = await chaos.round(seed, fault);
    expect({ wrong, twice, missing }).toEqual({ wrong: [], twice: [], missing: [] });
    expect(begun).toBeGreaterThanOrEqual(accepted);
  });
});
