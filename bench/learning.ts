/** How soon networks learn from the same games of alpha-beta: losses on games that none of them has seen. */
import { randomStream } from '../env/index.ts';
import {
  allocateSamples,
  freshNetwork,
  initialState,
  type Learner,
  learnerConfig,
  networkPreset,
} from '../models/index.ts';
import { createLearner } from '../models/node/index.ts';
import { drawBatch, lastShards, playTeacher, type ReplayWindow, type TeacherJob } from '../train/index.ts';

const PRESETS = ['small', 'hex-small', 'mlp'];
const GAMES = 1500;
const UNSEEN_GAMES = 150;
const STEPS = 600;
const REPORT_EVERY = 200;
const BATCH = 256;
const UNSEEN_BATCHES = 16;
const RESULTS_ONLY = { valueMix: 0, surpriseShare: 0 };

export const benchLearning = async (): Promise<void> => {
  const seen = await teacherGames(GAMES, 1);
  const unseen = await teacherGames(UNSEEN_GAMES, 2);
  print(`${GAMES} games of alpha-beta, ${seen.count} samples; losses on ${UNSEEN_GAMES} others`);
  for (const preset of PRESETS) {
    const network = networkPreset(preset);
    const settings = learnerConfig(network, {
      optimiser: { learningRate: 5e-3, warmUpSteps: 100, schedule: 'cosine', scheduleSteps: STEPS },
    });
    const { learner } = await createLearner(settings, initialState(freshNetwork(network, 1).weights));
    const rng = randomStream('batches');
    const batch = allocateSamples(BATCH);
    for (let step = 1; step <= STEPS; step++) {
      drawBatch(seen, batch, { valueMix: 0.5, surpriseShare: 0 }, rng);
      await learner.step(batch);
      if (step % REPORT_EVERY > 0) continue;
      const { policy, value } = await lossesOn(unseen, learner);
      print(`${preset.padEnd(10)} step ${step}: policy ${policy.toFixed(3)}, value ${value.toFixed(3)}`);
    }
    await learner.close();
  }
};

const teacherGames = async (games: number, seed: number): Promise<ReplayWindow> => {
  const rules = { player: 'teacher', nodes: 1000, samplePlies: 10, fixedShare: 0.1, tournamentShare: 0 } as const;
  const job: TeacherJob = { ...rules, iteration: 1, job: 0, seed, games };
  return lastShards([(await playTeacher(job)).samples], Number.POSITIVE_INFINITY);
};

const lossesOn = async (window: ReplayWindow, learner: Learner): Promise<Record<string, number>> => {
  const batch = allocateSamples(BATCH);
  const rng = randomStream('unseen');
  const sums: Record<string, number> = {};
  for (let count = 0; count < UNSEEN_BATCHES; count++) {
    drawBatch(window, batch, RESULTS_ONLY, rng);
    const { losses } = await learner.gradients(batch);
    for (const [head, loss] of Object.entries(losses)) sums[head] = (sums[head] ?? 0) + loss / UNSEEN_BATCHES;
  }
  return sums;
};

const print = (line: string): boolean => process.stdout.write(`${line}\n`);
