/** How soon networks learn from the same games of alpha-beta: losses on games that none of them has seen. */
import { randomStream } from '../env/index.ts';
import {
  allocateTrainingBatch,
  freshNetwork,
  headsOf,
  initialState,
  type Learner,
  learnerConfig,
  type NetworkConfig,
  networkPreset,
} from '../models/index.ts';
import { createLearner } from '../models/node/index.ts';
import {
  drawBatch,
  lastShards,
  playTeacher,
  type ReplayWindow,
  type SelfPlayJob,
  type TeacherPlayer,
} from '../train/index.ts';

const PRESETS = ['small', 'ray-small', 'hex-small', 'mlp'];
const GAMES = 1500;
const UNSEEN_GAMES = 150;
const STEPS = 600;
const REPORT_EVERY = 200;
const BATCH = 256;
const UNSEEN_BATCHES = 16;

export const benchLearning = async (): Promise<void> => {
  const seen = await teacherGames(GAMES, 1, 0.5);
  const unseen = await teacherGames(UNSEEN_GAMES, 2, 0); // judged by results only
  print(`${GAMES} games of alpha-beta, ${seen.count} samples; losses on ${UNSEEN_GAMES} others`);
  for (const preset of PRESETS) {
    const network = networkPreset(preset);
    const settings = learnerConfig(network, {
      optimiser: { learningRate: 5e-3, warmUpSteps: 100, schedule: 'cosine', scheduleSteps: STEPS },
    });
    const { learner } = await createLearner(settings, initialState(freshNetwork(network, 1).weights));
    const rng = randomStream('batches');
    const batch = allocateTrainingBatch(BATCH, headsOf(network));
    for (let step = 1; step <= STEPS; step++) {
      drawBatch(seen, batch, { surpriseShare: 0, symmetries: true }, rng);
      await learner.step(batch);
      if (step % REPORT_EVERY > 0) continue;
      const { policy, value } = await lossesOn(unseen, learner);
      print(`${preset.padEnd(10)} step ${step}: policy ${policy.toFixed(3)}, value ${value.toFixed(3)}`);
    }
    await learner.close();
  }
};

/** Samples of alpha-beta's games against itself. */
export const teacherGames = async (
  games: number,
  seed: number,
  searchShare: number,
  { auxiliaryHeads }: Pick<NetworkConfig, 'auxiliaryHeads'> = { auxiliaryHeads: [] },
): Promise<ReplayWindow> => {
  const job: SelfPlayJob<TeacherPlayer> = {
    iteration: 1,
    job: 0,
    seed,
    games,
    setups: { fixed: 0.1, tournament: 0 },
    samplePlies: 10,
    player: { type: 'teacher', nodes: 1000 },
    lessons: {
      heads: headsOf({ auxiliaryHeads }).map(({ name }) => name),
      targets: { value: { type: 'mixed', searchShare } },
    },
    networks: [],
  };
  return lastShards([(await playTeacher(job)).samples], Number.POSITIVE_INFINITY);
};

const lossesOn = async (window: ReplayWindow, learner: Learner): Promise<Record<string, number>> => {
  const batch = allocateTrainingBatch(BATCH, headsOf(learner.config.network));
  const rng = randomStream('unseen');
  const sums: Record<string, number> = {};
  for (let count = 0; count < UNSEEN_BATCHES; count++) {
    drawBatch(window, batch, { surpriseShare: 0, symmetries: true }, rng);
    const { losses } = await learner.gradients(batch);
    for (const [head, loss] of Object.entries(losses)) sums[head] = (sums[head] ?? 0) + loss / UNSEEN_BATCHES;
  }
  return sums;
};

const print = (line: string): boolean => process.stdout.write(`${line}\n`);
