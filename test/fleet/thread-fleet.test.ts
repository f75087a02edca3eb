import { describe, expect, test } from 'vitest';
import { ThreadFleet } from '../../fleet/index.ts';

type Job = {
  readonly number: number;
  readonly fate?: 'error' | 'die-once' | 'die' | 'busy';
  readonly flag?: SharedArrayBuffer;
};

const fleet = (threads: number): ThreadFleet<Job, number> =>
  new ThreadFleet<Job, number>(new URL('./squaring-worker.ts', import.meta.url), threads);

const collect = async (threads: number, jobs: readonly Job[]): Promise<number[]> => {
  const workers = fleet(threads);
  const results: number[] = [];
  try {
    for await (const result of workers.run(jobs)) results.push(result);
  } finally {
    await workers.close();
  }
  return results;
};

describe('a fleet of threads', () => {
  test.each([1, 2, 3])('%i threads give the results in the order of the jobs', async (threads) => {
    const jobs = Array.from({ length: 9 }, (_, number) => ({ number }));
    expect(await collect(threads, jobs)).toEqual(jobs.map(({ number }) => number ** 2));
  });

  test('a job whose worker dies is given to another', async () => {
    const flag = new SharedArrayBuffer(4);
    expect(await collect(2, [{ number: 2 }, { number: 3, fate: 'die-once', flag }, { number: 4 }])).toEqual([4, 9, 16]);
  });

  test('a job that kills every worker, and one that fails, are told', async () => {
    await expect(collect(1, [{ number: 3, fate: 'die' }])).rejects.toThrow('a worker died 3 times on the same job');
    await expect(collect(1, [{ number: 3, fate: 'error' }])).rejects.toThrow('three is too much');
  });

  test('jobs are drawn as workers become free, not all at once, and no more once nobody listens', async () => {
    let drawn = 0;
    function* endless(): Generator<Job> {
      for (;;) yield { number: drawn++ };
    }
    const workers = fleet(2);
    for await (const result of workers.run(endless())) if (result === 9) break;
    await workers.close();
    expect(drawn).toBeLessThanOrEqual(4 + 2 * 4);
  });

  test('once it is closed no job is drawn and no worker started, even if nobody said that nobody listens', async () => {
    let drawn = 0;
    function* endless(): Generator<Job> {
      for (;;) yield { number: drawn++, fate: 'busy' };
    }
    const workers = fleet(2);
    const told = expect(workers.run(endless()).next()).rejects.toThrow('the fleet was closed');
    await workers.close(); // ends both in the middle of their jobs
    await told;
    expect(drawn).toBe(2);
  });
});
