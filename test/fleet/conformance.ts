/** What every fleet must do, wherever its workers run. A new kind of fleet calls this with workers that run `trialServer`. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { InvalidInput } from '../../env/index.ts';
import { ATTEMPTS, type Fleet, LOOK_AHEAD, untilAborted } from '../../fleet/index.ts';
import { encodeNetwork, freshNetwork } from '../../models/index.ts';
import { SMALL_NETWORKS } from '../support/networks.ts';
import type { TrialJob } from './trial-kind.ts';

export type TrialFleet = Fleet<TrialJob, number>;

const scratch = (): string => mkdtempSync(join(tmpdir(), 'tzaar-fleet-'));
const flagFile = (): string => join(scratch(), 'flag');

const saveNetwork = async (path: string, seed: number): Promise<string> => {
  writeFileSync(path, await encodeNetwork(freshNetwork(SMALL_NETWORKS[0], seed)));
  return path;
};

/** Squares for ever, and counts how many jobs were drawn. */
const endlessJobs = (job: Partial<TrialJob> = {}): { readonly drawn: number; jobs: Iterable<TrialJob> } => {
  let drawn = 0;
  function* draw(): Generator<TrialJob> {
    for (;;) yield { ...job, number: drawn++ };
  }
  return {
    get drawn() {
      return drawn;
    },
    jobs: draw(),
  };
};

/** What fleets may differ in. */
export type FleetTraits = {
  /** Whether a network is kept as it was when it was added, whatever becomes of its file. */
  readonly keepsNetworks?: boolean;
};

export const testFleet = (
  what: string,
  makeFleet: (workers: number) => TrialFleet | Promise<TrialFleet>,
  { keepsNetworks = false }: FleetTraits = {},
): void => {
  const collect = async (workers: number, jobs: readonly TrialJob[]): Promise<number[]> => {
    const fleet = await makeFleet(workers);
    const results: number[] = [];
    try {
      for await (const result of fleet.run(jobs)) results.push(result);
    } finally {
      await fleet.close();
    }
    return results;
  };

  describe(`${what}: results`, () => {
    test.each([1, 2, 3])('of %i workers come in the order of the jobs', async (workers) => {
      const jobs = Array.from({ length: 9 }, (_, number) => ({ number }));
      expect(await collect(workers, jobs)).toEqual(jobs.map(({ number }) => number ** 2));
    });

    test('come in the order of the jobs where the first is finished last', async () => {
      const flag = flagFile();
      const jobs: TrialJob[] = [{ number: 2, fate: 'wait', flag }, { number: 3 }, { number: 4 }, { number: 5, flag }];
      expect(await collect(2, jobs)).toEqual([4, 9, 16, 25]);
    });

    test('of two runs at once do not mix', async () => {
      const fleet = await makeFleet(2);
      const squares = async (from: number): Promise<number[]> => {
        const results: number[] = [];
        for await (const result of fleet.run([{ number: from }, { number: from + 1 }])) results.push(result);
        return results;
      };
      expect(await Promise.all([squares(2), squares(5)])).toEqual([
        [4, 9],
        [25, 36],
      ]);
      await fleet.close();
    });
  });

  describe(`${what}: jobs`, () => {
    test('are drawn as workers become free, not all at once, and no more once nobody listens', async () => {
      const fleet = await makeFleet(2);
      const endless = endlessJobs();
      for await (const result of fleet.run(endless.jobs)) if (result === 9) break;
      const { drawn } = endless;
      expect(drawn).toBeLessThanOrEqual(4 + 2 * LOOK_AHEAD);
      for await (const _ of fleet.run([{ number: 1 }, { number: 2 }])); // time in which more could be drawn
      expect(endless.drawn).toBe(drawn);
      await fleet.close();
    });

    test('wait for a slow one after a while: results are not piled up without end', async () => {
      const fleet = await makeFleet(2);
      const flag = flagFile();
      let drawn = 0;
      function* jobs(): Generator<TrialJob> {
        for (; drawn < 100; drawn++) yield drawn === 0 ? { number: 0, fate: 'wait', flag } : { number: drawn };
      }
      const run = fleet.run(jobs());
      const first = run.next();
      const settled = await Promise.race([first.then(() => 'came'), sleepUntil(() => drawn >= 2 * LOOK_AHEAD - 1)]);
      expect(settled).toBe('drawn'); // the others went on without it
      expect(drawn).toBeLessThanOrEqual(2 * LOOK_AHEAD);
      writeFileSync(flag, '');
      expect((await first).value).toBe(0);
      await run.return(undefined);
      await fleet.close();
    });
  });

  describe(`${what}: failures`, () => {
    test('a job whose worker dies is given to another', async () => {
      const jobs: TrialJob[] = [{ number: 2 }, { number: 3, fate: 'die-once', flag: flagFile() }, { number: 4 }];
      expect(await collect(2, jobs)).toEqual([4, 9, 16]);
    });

    test('a job that kills every worker is given up, with a sentence that names it', async () => {
      await expect(collect(1, [{ number: 3, fate: 'die' }])).rejects.toThrow(
        new RegExp(`^a worker died ${ATTEMPTS} times on the same job \\(.*exit code 1\\): \\{"number":3`),
      );
    });

    test('an error arrives with its sentence, and one for the user as such', async () => {
      const failure = (job: TrialJob): Promise<unknown> => collect(1, [job]).catch((error) => error);
      const plain = await failure({ number: 3, fate: 'error' });
      expect(plain).toBeInstanceOf(Error);
      expect(plain).not.toBeInstanceOf(InvalidInput);
      expect(plain).toMatchObject({ message: 'three is too much', stack: expect.stringContaining('trial-worker') });
      const invalid = await failure({ number: 3, fate: 'invalid' });
      expect(invalid).toBeInstanceOf(InvalidInput);
      expect(invalid).toMatchObject({ message: 'invalid number 3: expected another', name: 'InvalidInput' });
      expect(await failure({ number: 3, fate: 'uncopyable' })).toMatchObject({
        message: expect.stringMatching(/could not be (cloned|packed)/),
      });
    });

    test('a fleet goes on with other jobs after one has failed', async () => {
      const fleet = await makeFleet(1);
      await expect(fleet.run([{ number: 3, fate: 'error' }]).next()).rejects.toThrow('three is too much');
      await expect(fleet.run([{ number: 3, fate: 'die' }]).next()).rejects.toThrow('died');
      expect((await fleet.run([{ number: 3 }]).next()).value).toBe(9);
      await fleet.close();
    });
  });

  describe(`${what}: the end`, () => {
    test('once it is closed no job is drawn and no worker started, and whoever waits is told', async () => {
      const endless = endlessJobs({ fate: 'busy' });
      const fleet = await makeFleet(2);
      const told = expect(fleet.run(endless.jobs).next()).rejects.toThrow('the fleet was closed');
      await fleet.close(); // ends both in the middle of their jobs
      await told;
      expect(endless.drawn).toBeLessThanOrEqual(2 * LOOK_AHEAD);
      const { drawn } = endless;
      await expect(fleet.run([{ number: 2 }]).next()).rejects.toThrow('the fleet was closed');
      expect(endless.drawn).toBe(drawn);
    });

    test('a signal ends the stream at once, although a job is under way, and the jobs after it are not drawn', async () => {
      const fleet = await makeFleet(1);
      const flag = flagFile();
      const endless = endlessJobs({ fate: 'wait', flag });
      const controller = new AbortController();
      const next = untilAborted(fleet.run(endless.jobs), controller.signal).next();
      controller.abort();
      expect(await next).toEqual({ value: undefined, done: true });
      writeFileSync(flag, '');
      expect((await fleet.run([{ number: 3 }]).next()).value).toBe(9);
      expect(endless.drawn).toBeLessThanOrEqual(1 + LOOK_AHEAD);
      await fleet.close();
    });
  });

  describe(`${what}: networks`, () => {
    test('are named by hash and found by the worker', async () => {
      const fleet = await makeFleet(1);
      const folder = scratch();
      const hashes: string[] = [];
      for (const seed of [1, 2, 3])
        hashes.push(await fleet.networks.add(await saveNetwork(join(folder, `${seed}`), seed)));
      const jobs = [...hashes, ...hashes].map((hash): TrialJob => ({ number: 0, fate: 'judge', networks: [hash] }));
      const values: number[] = [];
      for await (const value of fleet.run(jobs)) values.push(value);
      expect(values.slice(3)).toEqual(values.slice(0, 3));
      expect(new Set(values).size).toBe(3);
      await fleet.close();
    });

    test('that were not added are refused in a sentence, and none is taken for another whose file it has now', async () => {
      const fleet = await makeFleet(1);
      const path = join(scratch(), 'network');
      const hash = await fleet.networks.add(await saveNetwork(path, 1));
      const kept = keepsNetworks ? await fleet.run([{ number: 0, fate: 'judge', networks: [hash] }]).next() : null;
      await saveNetwork(path, 2);
      const judged = (name: string): Promise<unknown> =>
        fleet
          .run([{ number: 0, fate: 'judge', networks: [name] }])
          .next()
          .catch((error) => error);
      if (keepsNetworks) expect(await judged(hash)).toEqual(kept);
      else {
        expect(await judged(hash)).toBeInstanceOf(InvalidInput);
        expect(await judged(hash)).toMatchObject({ message: expect.stringContaining('it changed since') });
      }
      expect(await judged('nowhere')).toBeInstanceOf(InvalidInput);
      await fleet.close();
    });
  });
};

const sleepUntil = async (isTrue: () => boolean): Promise<'drawn'> => {
  while (!isTrue()) await new Promise((done) => setTimeout(done, 5));
  return 'drawn';
};
