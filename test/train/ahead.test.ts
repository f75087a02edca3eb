import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readNetwork, weightsHash } from '../../models/node/index.ts';
import { GamesAhead } from '../../train/games-ahead.ts';
import type { GatheredJob } from '../../train/gather-samples.ts';
import { createRun, type SelfPlayJob, train, type Workplace } from '../../train/index.ts';
import { readAhead } from '../../train/read-ahead.ts';
import { playedBy } from '../../train/self-play-jobs.ts';
import { closeWorkplace, contents, folder, localWorkplace, SHORT, smokeExperiment, trainAll } from '../support/runs.ts';

const AHEAD = smokeExperiment(SHORT, { iterations: 4, selfPlay: { ahead: 1 } });
const whole = folder();
const played: SelfPlayJob[] = [];

const noting = (jobs: Iterable<SelfPlayJob>): readonly SelfPlayJob[] => {
  const all = [...jobs];
  played.push(...all);
  return all;
};

/** Writes down what is played. */
const listening = (workplace: Workplace): Workplace => ({
  ...workplace,
  selfPlay: {
    networks: workplace.selfPlay.networks,
    run: (jobs) => workplace.selfPlay.run(noting(jobs)),
    close: () => workplace.selfPlay.close(),
  },
});

const workplace = localWorkplace(2);
const stages: string[] = [];
for await (const { type, iteration } of train(createRun(whole, AHEAD), AHEAD, listening(workplace))) {
  if (type !== 'learnt') stages.push(`${iteration} ${type}`);
}
await closeWorkplace(workplace);

describe('play that runs ahead of learning', () => {
  test('is done by the network before the last', async () => {
    const hashes = await Promise.all(
      [0, 1, 2].map(async (iteration) =>
        weightsHash(await readNetwork(join(whole, 'checkpoints', `00000${iteration}.network`))),
      ),
    );
    const networks = [2, 3, 4].map((iteration) => [
      ...new Set(played.filter((job) => job.iteration === iteration).flatMap((job) => job.networks)),
    ]);
    expect(networks).toEqual([[hashes[0]], [hashes[1]], [hashes[2]]]);
  });

  test('is reported with its own iteration, after the one before is saved', () => {
    expect(stages.filter((stage) => /played|saved/.test(stage))).toEqual(
      [1, 2, 3, 4].flatMap((iteration) => [
        ...Array.from({ length: 3 }, () => `${iteration} played`),
        `${iteration} saved`,
      ]),
    );
  });

  test('gives the same run bit for bit on one thread, and wherever it was left', async () => {
    const stopped = folder();
    let seen = 0;
    for (const stopAfter of [2, 5, 9, 12]) {
      await trainAll(stopped, () => ++seen % stopAfter === 0, undefined, 1, AHEAD);
    }
    await trainAll(stopped);
    expect(contents(stopped)).toEqual(contents(whole));
  });
});

test('with two networks behind, two iterations are under way while one is learnt', async () => {
  const far = smokeExperiment(SHORT, { iterations: 5, selfPlay: { ahead: 2, teacher: { iterations: 0 } } });
  const order: string[] = [];
  async function* noted(label: string): AsyncGenerator<GatheredJob> {
    order.push(label);
    yield* [];
  }
  const games = new GamesAhead(far, ([name]) => noted(name));
  for await (const _ of games.take(1));
  games.beginDuring(1);
  games.beginDuring(2);
  await games.stop();
  expect(order).toEqual(['000001-0000', '000002-0000', '000003-0000', '000004-0000']);
  expect([1, 2, 3, 4, 5].map((iteration) => playedBy(far, iteration))).toEqual([0, 0, 0, 1, 2]);
});

describe('a stream that is read ahead', () => {
  async function* count(to: number, told: number[]): AsyncGenerator<number> {
    for (let number = 1; number <= to; number++) {
      told.push(number);
      yield number;
    }
  }

  test('is drawn to its end before anybody asks, and hands out everything in order', async () => {
    const told: number[] = [];
    const { items } = readAhead(count(3, told));
    await new Promise(setImmediate);
    expect(told).toEqual([1, 2, 3]);
    const found: number[] = [];
    for await (const item of items) found.push(item);
    expect(found).toEqual([1, 2, 3]);
  });

  test('passes an error on to whoever reads it, after what came before', async () => {
    const { items } = readAhead(
      (async function* () {
        yield 1;
        throw new Error('no more');
      })(),
    );
    await new Promise(setImmediate);
    const found: number[] = [];
    const reading = async (): Promise<void> => {
      for await (const item of items) found.push(item);
    };
    await expect(reading()).rejects.toThrow('no more');
    expect(found).toEqual([1]);
  });

  test('draws no more once it is stopped', async () => {
    const told: number[] = [];
    const ahead = readAhead(count(1_000_000, told));
    await ahead.stop();
    const then = told.length;
    await new Promise(setImmediate);
    expect(told.length).toBe(then);
    expect(then).toBeLessThan(1_000_000);
  });
});
