/**
 * What a queue adds to the work: simulated workers, ten to a thousand, with connections of their own to a real Redis server on
 * this machine, do jobs that wait as long as jobs of self-play took, which are played here first. Waiting costs no processor, so a
 * thousand workers fit on two cores; what they cost in the queue is real, and so is the trainer's side. Then the same games
 * are played by threads and by a worker process with as many: the difference is the queue's, on a machine at rest.
 *
 * `TZAAR_BENCH_WORKERS=10,100,1000` (0 for none) and `TZAAR_BENCH_SECONDS=30` (the mean of a job) say otherwise than these.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { defaultThreads } from '../arena/index.ts';
import { randomBelow, randomStream } from '../env/index.ts';
import { type FleetLink, openFleetLink, openNetworks, QueueFleet } from '../fleet/index.ts';
import { insideOf } from '../fleet/queue/link-inside.ts';
import { readNetwork, shippedModel } from '../models/node/index.ts';
import { encodeShard } from '../train/files/shard-file.ts';
import {
  type Experiment,
  jobsOf,
  makeExperiment,
  makeJob,
  makeSettings,
  type SelfPlayJob,
  type SelfPlayResult,
  selfPlayFleet,
  selfPlayKind,
} from '../train/index.ts';
import { type WaitJob, waitKind } from './fleet-wait.ts';
import { median } from './statistics.ts';

const WORKERS = (process.env.TZAAR_BENCH_WORKERS ?? '10,100,1000').split(',').map(Number).filter(Boolean);
const MEAN_SECONDS = Number(process.env.TZAAR_BENCH_SECONDS ?? 30);
const JOBS_PER_WORKER = 3;
const WORKERS_PER_PROCESS = 250;
const PORT = 6393;
const GAMES_COMPARED = 16; // for each thread
const ROUNDS = 5;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

export const benchFleet = async (): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'tzaar-bench-'));
  const redis = spawn(
    'redis-server',
    ['--bind', '127.0.0.1', '--port', String(PORT), '--dir', folder, '--save', '', '--appendonly', 'yes'],
    { stdio: 'ignore' },
  );
  const address = { fleet: `redis://127.0.0.1:${PORT}`, blobs: pathToFileURL(join(folder, 'blobs')).href };
  try {
    const link = await untilOpen(address);
    const { seconds, bytes } = await recordJobs();
    for (const workers of WORKERS) await simulate(link, address, workers, seconds, bytes);
    await compare(link, address);
    await link.close();
  } finally {
    redis.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
};

const untilOpen = async (address: { fleet: string; blobs: string }): Promise<FleetLink> => {
  for (let tries = 0; ; tries++) {
    try {
      return await openFleetLink(address, print);
    } catch (error) {
      if (tries === 50) throw error;
      await new Promise((done) => setTimeout(done, 100));
    }
  }
};

const experimentOf = async (games: number, gamesPerJob: number): Promise<Experiment> => {
  const { config: network } = await readNetwork(shippedModel());
  const search = { simulations: 16, startShare: 1 };
  return makeExperiment(makeSettings({ network, selfPlay: { gamesPerIteration: games, gamesPerJob, search } }));
};

const jobsFor = (experiment: Experiment, hash: string): Promise<SelfPlayJob[]> =>
  Promise.all(jobsOf(experiment, 1).map((name) => makeJob(experiment, name, async () => hash)));

/** How long jobs of self-play take, relative to their mean, and how large their results are. */
const recordJobs = async (): Promise<{ readonly seconds: readonly number[]; readonly bytes: number }> => {
  const experiment = await experimentOf(12 * 8, 8);
  const fleet = selfPlayFleet({ threads: defaultThreads() });
  const jobs = await jobsFor(experiment, await fleet.networks.add(shippedModel()));
  const results: SelfPlayResult[] = [];
  for await (const result of fleet.run(jobs)) results.push(result);
  await fleet.close(); // threads that play would be counted below
  const seconds = results.map((result) => result.seconds);
  const [sizes, samples, unpacking]: number[][] = [[], [], []];
  for (const result of results) {
    const packed = selfPlayKind.pack(result);
    const { length: games } = result.records;
    const cpu = process.cpuUsage();
    encodeShard(selfPlayKind.unpack(packed).samples); // what the trainer does with it
    const { user, system } = process.cpuUsage(cpu);
    sizes.push(packed.bytes.length / games);
    samples.push(result.samples.count / games);
    unpacking.push((user + system) / 1000 / games);
  }
  const mean = average(seconds);
  const spread = seconds.map((each) => (each / mean).toFixed(2)).sort();
  const bytes = Math.round(average(sizes));
  print(
    `${seconds.length} jobs of self-play took ${spread[0]} to ${spread.at(-1)} times their mean; a game has ${average(samples).toFixed(0)} samples ` +
      `and takes ${bytes} bytes packed, ${median(unpacking).toFixed(1)} ms of processor to unpack and keep`,
  );
  return { seconds: seconds.map((each) => each / mean), bytes: 64 * bytes };
};

const simulate = async (
  link: FleetLink,
  { fleet, blobs }: { fleet: string; blobs: string },
  workers: number,
  shape: readonly number[],
  bytes: number,
): Promise<void> => {
  const counts = Array.from({ length: Math.ceil(workers / WORKERS_PER_PROCESS) }, (_, index) =>
    Math.min(WORKERS_PER_PROCESS, workers - index * WORKERS_PER_PROCESS),
  );
  const processes = await Promise.all(
    counts.map((count) => start('./fleet-workers.ts', [fleet, blobs, String(count)], 'ready')),
  );
  const rng = randomStream('bench fleet', workers);
  const jobs = Array.from({ length: workers * JOBS_PER_WORKER }, (_, number): WaitJob => {
    const ms = Math.round(1000 * MEAN_SECONDS * shape[randomBelow(rng, shape.length)]);
    return { number: number + workers * 1e6, ms, bytes };
  });
  const before = await serverTimes(link);
  const cpuBefore = process.cpuUsage();
  const start0 = performance.now();
  const trainer = new QueueFleet({ kind: waitKind, link });
  let done = 0;
  for await (const _ of trainer.run(jobs)) done++;
  const seconds = (performance.now() - start0) / 1000;
  const { user, system } = process.cpuUsage(cpuBefore);
  const after = await serverTimes(link);
  await trainer.close();
  const told = await Promise.all(processes.map(stop));
  await insideOf(link).redis.flushdb();
  const gaps = told.flatMap((each) => each.gaps).sort((one, other) => one - other);
  const workMs = jobs.reduce((sum, { ms }) => sum + ms, 0) / jobs.length;
  const mean = average(gaps);
  print(
    `${workers} workers: ${done} jobs in ${seconds.toFixed(0)} s, ${(done / seconds).toFixed(2)} a second; between two jobs a worker waits ` +
      `${mean.toFixed(0)} ms on average, ${gaps[Math.floor(gaps.length * 0.99)]?.toFixed(0)} ms in the worst hundredth: ` +
      `${((100 * mean) / (mean + workMs)).toFixed(2)} % of its time`,
  );
  const commands = (after.commands - before.commands) / seconds;
  print(
    `  Redis: ${commands.toFixed(0)} commands a second, ${((1000 * (after.cpu - before.cpu)) / done).toFixed(1)} ms of processor a job, ` +
      `${((100 * (after.cpu - before.cpu)) / seconds).toFixed(1)} % of a core, at most ${(after.peak / 2 ** 20).toFixed(0)} MB; ` +
      `trainer: ${((user + system) / 1000 / done).toFixed(1)} ms a job`,
  );
};

type ServerTimes = { readonly cpu: number; readonly commands: number; readonly peak: number };

const serverTimes = async (link: FleetLink): Promise<ServerTimes> => {
  const { redis } = insideOf(link);
  const info = await redis.info();
  const read = (name: string): number => Number(new RegExp(`\\b${name}:([\\d.]+)`).exec(info)?.[1] ?? 0);
  return {
    cpu: read('used_cpu_user') + read('used_cpu_sys'),
    commands: read('total_commands_processed'),
    peak: read('used_memory_peak'),
  };
};

/** The same games by threads and by a worker process, in turn. */
const compare = async (link: FleetLink, { fleet, blobs }: { fleet: string; blobs: string }): Promise<void> => {
  const threads = defaultThreads();
  const cache = mkdtempSync(join(tmpdir(), 'tzaar-bench-cache-'));
  const args = ['worker', '--fleet', fleet, '--blobs', blobs, '--cache', cache, '--threads', String(threads)];
  const worker = await start('../cli/main.ts', args, ' serves ');
  const experiment = await experimentOf(GAMES_COMPARED * threads, 8);
  const places = [undefined, link].map((tied) => {
    const networks = openNetworks(tied);
    return { networks, fleet: selfPlayFleet({ link: tied, threads, networks }), seconds: [] as number[] };
  });
  for (let round = 0; round <= ROUNDS; round++)
    for (const { networks, fleet: place, seconds } of places) {
      const jobs = await jobsFor(experiment, await networks.add(shippedModel()));
      const begun = performance.now();
      for await (const _ of place.run(jobs.map((job) => ({ ...job, seed: round })))); // other games in each round
      if (round > 0) seconds.push((performance.now() - begun) / 1000); // in the first the compiler sees the code
    }
  for (const { fleet: place } of places) await place.close();
  worker.kill('SIGKILL');
  rmSync(cache, { recursive: true, force: true });
  const [here, there] = places.map(({ seconds }) => median(seconds));
  print(
    `${GAMES_COMPARED * threads} games of self-play: ${here.toFixed(1)} s on ${threads} threads, ${there.toFixed(1)} s on a worker with as many ` +
      `(medians of ${ROUNDS} rounds in turn): ${(there / here).toFixed(2)} times`,
  );
};

const start = (script: string, args: readonly string[], word: string): Promise<ChildProcess> =>
  new Promise((resolve, reject) => {
    const path = fileURLToPath(new URL(script, import.meta.url));
    const child = spawn(process.execPath, ['--import', 'tsx', path, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    let told = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (text) => {
        told += text;
        if (told.includes(word)) resolve(child);
      });
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}: ${told}`)));
  });

type Told = { readonly gaps: readonly number[]; readonly cpuSeconds: number };

const stop = (child: ChildProcess): Promise<Told> =>
  new Promise((resolve) => {
    let told = '';
    child.stdout?.on('data', (text) => {
      told += text;
    });
    child.once('close', () => resolve(JSON.parse(told.trim().split('\n').at(-1) ?? '{"gaps":[]}')));
    child.kill('SIGTERM');
  });

const average = (values: readonly number[]): number =>
  values.reduce((sum, each) => sum + each, 0) / Math.max(1, values.length);
