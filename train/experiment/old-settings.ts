/** The flat settings of runs before version 2: what each is called now. Such runs are shown and exported, not trained further. */
import type { FlatSettings, Setting } from './flatten-settings.ts';

/** From the names of settings in older runs to today's. */
export const OLD_NAMES: Readonly<Record<string, string>> = {
  seed: 'seed',
  iterations: 'iterations',
  network: 'network',
  learner: 'learner.engine',
  backend: 'learner.backend',
  gamesPerIteration: 'selfPlay.gamesPerIteration',
  gamesPerJob: 'selfPlay.gamesPerJob',
  teacherIterations: 'selfPlay.teacher.iterations',
  teacherNodes: 'selfPlay.teacher.nodes',
  simsStart: 'selfPlay.search.startShare',
  simsEnd: 'selfPlay.search.simulations',
  simsIterations: 'selfPlay.search.growIterations',
  fullShare: 'selfPlay.playoutCap.fullShare',
  fastSims: 'selfPlay.playoutCap.fastSimulations',
  samplePlies: 'selfPlay.samplePlies',
  fixedShare: 'selfPlay.setups.fixed',
  tournamentShare: 'selfPlay.setups.tournament',
  valueMix: 'targets.value.searchShare',
  surpriseShare: 'replay.surpriseShare',
  windowStart: 'replay.windowStart',
  windowExponent: 'replay.windowExponent',
  batchSize: 'learner.batchSize',
  passes: 'learner.passes',
  learningRate: 'learner.learningRate',
  warmUpSteps: 'learner.warmUpSteps',
  decaySteps: 'learner.decaySteps',
  weightDecay: 'learner.weightDecay',
  averageDecay: 'learner.averageDecay',
  keepLearners: 'learner.keepCheckpoints',
  evaluateEvery: 'evaluation.every',
  evaluationGames: 'evaluation.games',
  evaluationSims: 'evaluation.simulations',
  bestGames: 'evaluation.bestGames',
};

/** Old settings under their present names, as far as there is one; `startShare` follows from two of them. */
export const renameOldSettings = (old: FlatSettings): FlatSettings => {
  const renamed: Record<string, Setting> = {};
  for (const [key, value] of Object.entries(old)) renamed[Object.hasOwn(OLD_NAMES, key) ? OLD_NAMES[key] : key] = value;
  const [start, end] = [Number(old.simsStart), Number(old.simsEnd)];
  if (start > 0 && end > 0) renamed['selfPlay.search.startShare'] = start / end;
  return renamed;
};
