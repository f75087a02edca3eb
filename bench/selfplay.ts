/** Self-play games and samples per hour with one worker and with two, and where the time goes. */

import { mkdtempSync, rmSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultThreads } from '../arena/index.ts';
import { LocalNetworkStore } from '../fleet/index.ts';
import { freshNetwork, initialState } from '../models/index.ts';
import { openEvaluator } from '../models/node/index.ts';
import {
  createRun,
  type Experiment,
  makeExperiment,
  makeJob,
  makeSettings,
  NEW_STATE,
  type NetworkPlayer,
  networkFile,
  playAgainstItself,
  type SelfPlayJob,
  saveCheckpoint,
  selfPlayFleet,
} from '../train/index.ts';

const GAMES = 64;
const SIMS = 32;
const JOBS_PER_WORKER = 2;

export const benchSelfPlay = async (): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'tzaar-bench-'));
  try {
    for (const network of ['small', 'standard']) {
      const search = { simulations: SIMS, startShare: 1 };
      const selfPlay = { gamesPerIteration: GAMES, gamesPerJob: GAMES, setups: { fixed: 0, tournament: 0 }, search };
      const experiment = makeExperiment(makeSettings({ network, selfPlay }));
      const run = createRun(join(folder, network), experiment);
      const { config, weights } = freshNetwork(experiment.settings.network, 1);
      await saveCheckpoint(run, config, initialState(weights), NEW_STATE, 1);
      const model = networkFile(run.path, 0);
      await profile(experiment, model, network);
      const one = await measure(experiment, model, network, 1);
      if (defaultThreads() < 2) continue;
      const two = await measure(experiment, model, network, 2);
      print(`${network}: two workers play ${(two / one).toFixed(2)} times as many samples as one`);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
};

const jobFor = async (experiment: Experiment, hash: string, job: number, games: number): Promise<SelfPlayJob> => ({
  ...(await makeJob(experiment, `000001-${String(job).padStart(4, '0')}`, async () => hash)),
  games,
});

/** Samples per second, after one job for each worker that is not counted. */
const measure = async (experiment: Experiment, model: string, network: string, workers: number): Promise<number> => {
  const fleet = selfPlayFleet({ threads: workers, networks: new LocalNetworkStore() });
  const hash = await fleet.networks.add(model);
  const jobs = (count: number, games: number): Promise<SelfPlayJob[]> =>
    Promise.all(Array.from({ length: count }, (_, job) => jobFor(experiment, hash, job, games)));
  for await (const _ of fleet.run(await jobs(workers, 4)));
  const start = performance.now();
  let [samples, games, busy, inNetwork] = [0, 0, 0, 0];
  for await (const result of fleet.run(await jobs(workers * JOBS_PER_WORKER, GAMES))) {
    samples += result.samples.count;
    games += result.records.length;
    busy += result.seconds;
    inNetwork += result.networkSeconds;
  }
  const seconds = (performance.now() - start) / 1000;
  await fleet.close();
  const share = (part: number): string => `${((100 * part) / (seconds * workers)).toFixed(0)} %`;
  print(
    `${network}, ${workers} worker${workers > 1 ? 's' : ''}: ${Math.round((3600 * games) / seconds)} games/h, ` +
      `${Math.round((3600 * samples) / seconds)} samples/h; network ${share(inNetwork)}, search and rules ${share(busy - inNetwork)}, ` +
      `idle ${share(seconds * workers - busy)}`,
  );
  return samples / seconds;
};

/** Folders of the sources, and what time in them is spent on. */
const PARTS: Readonly<Record<string, string>> = { env: 'rules and observations', agents: 'tree', train: 'samples' };

/** One job in this thread under V8's profiler: what is not the network, by the folder of the code that ran. */
const profile = async (experiment: Experiment, model: string, network: string): Promise<void> => {
  const evaluator = await openEvaluator(model);
  const play = async (job: number, games: number): ReturnType<typeof playAgainstItself> =>
    playAgainstItself((await jobFor(experiment, '', job, games)) as SelfPlayJob<NetworkPlayer>, evaluator);
  await play(0, 4); // let the compiler see it first
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.start');
  const { seconds, networkSeconds } = await play(1, GAMES);
  const { profile: measured } = await session.post('Profiler.stop');
  session.disconnect();
  await evaluator.close();
  const partOf = new Map(measured.nodes.map(({ id, callFrame }) => [id, partOfFile(callFrame.url)]));
  const times = new Map<string, number>();
  for (const [index, id] of (measured.samples ?? []).entries()) {
    const part = partOf.get(id);
    if (part !== undefined) times.set(part, (times.get(part) ?? 0) + (measured.timeDeltas?.[index] ?? 0));
  }
  const total = [...times.values()].reduce((sum, time) => sum + time, 0);
  const outside = 1 - networkSeconds / seconds;
  const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
  const parts = [...times].map(([part, time]) => `${part} ${percent((outside * time) / total)}`);
  print(`${network}, in one thread: network ${percent(networkSeconds / seconds)}, ${parts.join(', ')}`);
};

const partOfFile = (url: string): string | undefined =>
  Object.entries(PARTS).find(([folder]) => url.includes(`/${folder}/`) && !url.includes('/node_modules/'))?.[1];

const print = (line: string): void => void process.stdout.write(`${line}\n`);
