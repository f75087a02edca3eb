/** Self-play games and samples per hour with one worker and with two, and where the time goes. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultThreads } from '../arena/index.ts';
import { defineNetwork, initialState, initialWeights, networkPreset, parametersOf } from '../models/index.ts';
import {
  createRun,
  makeTrainConfig,
  modelPath,
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
      const run = createRun(join(folder, network), makeTrainConfig(undefined, { network }));
      const config = networkPreset(network);
      await saveCheckpoint(run, 0, config, initialState(initialWeights(parametersOf(defineNetwork(config)), 1)));
      const one = await measure(modelPath(run, 0), network, 1);
      if (defaultThreads() < 2) continue;
      const two = await measure(modelPath(run, 0), network, 2);
      print(`${network}: two workers play ${(two / one).toFixed(2)} times as many samples as one`);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** Samples per second, after one job for each worker that is not counted. */
const measure = async (model: string, network: string, workers: number): Promise<number> => {
  const fleet = selfPlayFleet(workers);
  const job = (index: number, games: number): SelfPlayJob => ({
    iteration: 1,
    job: index,
    seed: 1,
    games,
    sims: SIMS,
    samplePlies: 12,
    fixedShare: 0,
    tournamentShare: 0,
    model,
  });
  for await (const _ of fleet.run(Array.from({ length: workers }, (_, index) => job(index, 4))));
  const start = performance.now();
  let [samples, games, busy, inNetwork] = [0, 0, 0, 0];
  for await (const result of fleet.run(
    Array.from({ length: workers * JOBS_PER_WORKER }, (_, index) => job(index, GAMES)),
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

const print = (line: string): void => void process.stdout.write(`${line}\n`);
