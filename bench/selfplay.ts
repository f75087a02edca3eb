/** Self-play games and samples per hour with one worker and with two, and where the time goes. */

import { mkdtempSync, rmSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultThreads } from '../arena/index.ts';
import { freshNetwork, initialState, networkPreset } from '../models/index.ts';
import { openEvaluator } from '../models/node/index.ts';
import {
  createRun,
  makeTrainConfig,
  modelPath,
  NEW_STATE,
  type NetworkJob,
  playAgainstItself,
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
      const run = createRun(join(folder, network), makeTrainConfig(undefined, { network }));
      const { config, weights } = freshNetwork(networkPreset(network), 1);
      await saveCheckpoint(run, config, initialState(weights), NEW_STATE);
      const model = modelPath(run, 0);
      await profile(model, network);
      const one = await measure(model, network, 1);
      if (defaultThreads() < 2) continue;
      const two = await measure(model, network, 2);
      print(`${network}: two workers play ${(two / one).toFixed(2)} times as many samples as one`);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
};

const jobFor = (model: string, job: number, games: number): NetworkJob => ({
  player: 'network',
  iteration: 1,
  job,
  seed: 1,
  games,
  sims: SIMS,
  fullShare: 1,
  fastSims: SIMS,
  samplePlies: 12,
  fixedShare: 0,
  tournamentShare: 0,
  model,
});

/** Samples per second, after one job for each worker that is not counted. */
const measure = async (model: string, network: string, workers: number): Promise<number> => {
  const fleet = selfPlayFleet(workers);
  for await (const _ of fleet.run(Array.from({ length: workers }, (_, index) => jobFor(model, index, 4))));
  const start = performance.now();
  let [samples, games, busy, inNetwork] = [0, 0, 0, 0];
  for await (const result of fleet.run(
    Array.from({ length: workers * JOBS_PER_WORKER }, (_, index) => jobFor(model, index, GAMES)),
  )) {
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
const profile = async (model: string, network: string): Promise<void> => {
  const evaluator = await openEvaluator(model);
  await playAgainstItself(jobFor(model, 0, 4), evaluator); // let the compiler see it first
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.start');
  const { seconds, networkSeconds } = await playAgainstItself(jobFor(model, 1, GAMES), evaluator);
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
