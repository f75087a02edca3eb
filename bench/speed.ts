/** How fast a learner is fed and learns: samples drawn from a window, and stepped on, a second of a core's time. */
import { randomStream } from '../env/index.ts';
import {
  allocateTrainingBatch,
  auxiliaryHeads,
  freshNetwork,
  headsOf,
  initialState,
  learnerConfig,
  type NetworkConfig,
  networkPreset,
} from '../models/index.ts';
import { createLearner } from '../models/node/index.ts';
import { drawBatch } from '../train/index.ts';
import { teacherGames } from './learning.ts';
import { median } from './statistics.ts';

const BATCH = 256;
const GAMES = 100;
const STEPS = 40;

export const benchSpeed = async (): Promise<void> => {
  const small = networkPreset('small');
  await reportSpeed('small', small);
  await reportSpeed('small with every head', { ...small, auxiliaryHeads: auxiliaryHeads() });
};

const reportSpeed = async (name: string, network: NetworkConfig): Promise<void> => {
  const window = await teacherGames(GAMES, 3, 0.5, network);
  const { learner } = await createLearner(learnerConfig(network), initialState(freshNetwork(network, 1).weights));
  const batch = allocateTrainingBatch(BATCH, headsOf(network));
  const rng = randomStream('speed');
  const [drawing, stepping]: [number[], number[]] = [[], []];
  for (let step = 0; step < STEPS; step++) {
    drawing.push(await coreSeconds(async () => drawBatch(window, batch, { surpriseShare: 0, symmetries: true }, rng)));
    stepping.push(await coreSeconds(() => learner.step(batch)));
  }
  await learner.close();
  print(`${name}, drawing: ${(BATCH / median(drawing)).toFixed(0)} samples/s`);
  print(`${name}, learning: ${(BATCH / median(stepping)).toFixed(0)} samples/s`);
};

const coreSeconds = async (run: () => Promise<unknown>): Promise<number> => {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before); // microseconds
  return (user + system) / 1e6;
};

const print = (line: string): void => void process.stdout.write(`${line}\n`);
