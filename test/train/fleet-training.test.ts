import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pairFleet } from '../../arena/index.ts';
import { type FleetLink, openFleetLink, openNetworks, readFleetStatus } from '../../fleet/index.ts';
import { createRun, openRun, selfPlayFleet, type TrainReport, train, type Workplace } from '../../train/index.ts';
import { PROGRAM } from '../support/program.ts';
import { blobFolder, lackingRedis, type RedisServer, startRedis } from '../support/redis.ts';
import { closeWorkplace, contents, EXPERIMENT, folder, smokeExperiment, trainAll } from '../support/runs.ts';

const ROOT = resolve(import.meta.dirname, '../..');

describe.skipIf(lackingRedis())('a run on a fleet of two worker processes', () => {
  let redis: RedisServer;
  let link: FleetLink;
  const workers: ChildProcess[] = [];
  beforeAll(async () => {
    redis = await startRedis();
    const blobs = blobFolder().url;
    link = await openFleetLink({ fleet: redis.url, blobs }, () => {});
    await Promise.all([1, 2].map(async () => workers.push(await startWorker(redis.url, blobs))));
  });
  afterAll(async () => {
    for (const worker of workers) worker.kill('SIGKILL');
    await link.close();
    await redis.stop();
  });

  /** As the command line starts it. */
  const startWorker = (fleet: string, blobs: string): Promise<ChildProcess> =>
    new Promise((done, fail) => {
      const cache = mkdtempSync(join(tmpdir(), 'tzaar-cache-'));
      const args = ['worker', '--blobs', blobs, '--cache', cache, '--threads', '1'];
      const worker = spawn(process.execPath, [...PROGRAM, ...args], {
        cwd: ROOT,
        env: { ...process.env, TZAAR_FLEET: fleet },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      let told = '';
      worker.stderr?.setEncoding('utf8').on('data', (text: string) => {
        told += text;
        if (told.includes(' serves ')) done(worker);
      });
      worker.once('exit', () => fail(new Error(told)));
    });

  const workplace = (): Workplace => {
    const networks = openNetworks(link);
    return {
      selfPlay: selfPlayFleet({ link, threads: 1, networks }),
      matches: pairFleet({ link, threads: 1, networks }),
    };
  };

  const trainOnFleet = async (path: string, stopAt: (report: TrainReport) => boolean = () => false): Promise<void> => {
    const { run, experiment } = await openRun(path).catch(() => ({
      run: createRun(path, EXPERIMENT),
      experiment: EXPERIMENT,
    }));
    const place = workplace();
    try {
      for await (const report of train(run, experiment, place)) if (stopAt(report)) break;
    } finally {
      await closeWorkplace(place);
    }
  };

  test('gives the same games, shards and weights as one on threads, stopped and resumed or not', async () => {
    const [here, there, resumed] = [folder(), folder(), folder()];
    await trainAll(here);
    await trainOnFleet(there);
    expect(contents(there)).toEqual(contents(here));
    const { workers: entries } = await readFleetStatus(link);
    expect(entries).toHaveLength(2);
    await trainOnFleet(resumed, ({ type, iteration }) => type === 'played' && iteration === 2);
    await trainOnFleet(resumed);
    expect(contents(resumed)).toEqual(contents(here));
  });

  test('measures its networks with the same games', async () => {
    const measured = {
      evaluation: { every: 1, games: 2, opponents: ['random', 'greedy'], bestGames: 2 },
      iterations: 1,
    };
    const experiment = smokeExperiment({ selfPlay: { gamesPerIteration: 2, gamesPerJob: 2 } }, measured);
    const told = async (place: Workplace): Promise<TrainReport[]> => {
      const reports: TrainReport[] = [];
      for await (const report of train(createRun(folder(), experiment), experiment, place))
        if (report.type === 'rated' || report.type === 'judged') reports.push(report);
      await closeWorkplace(place);
      return reports;
    };
    const { localWorkplace } = await import('../support/runs.ts');
    expect(await told(workplace())).toEqual(await told(localWorkplace()));
  });

  test('lets its workers finish when they are asked to stop', async () => {
    const codes = await Promise.all(
      workers.splice(0).map(
        (worker) =>
          new Promise((done) => {
            worker.once('exit', done);
            worker.kill('SIGTERM');
          }),
      ),
    );
    expect(codes).toEqual([0, 0]);
    expect((await readFleetStatus(link)).workers).toEqual([]);
  });
});
