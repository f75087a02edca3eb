/** Runs by name, as changes of the defaults: `smoke` for tests, `quick` for a first look, `standard` for hours, `full` for days. */
import type { SettingsLayer } from './make-settings.ts';
import { BASELINES } from './settings.ts';

/** The weak ones are soon beaten in every game, and their curves are flat from then on. */
const STRONG_BASELINES = [...BASELINES, 'alphabeta:nodes=20000'];

/** The presets: settings by name, over the defaults. */
export const TRAIN_PRESETS: Readonly<Record<string, SettingsLayer>> = {
  smoke: {
    iterations: 2,
    network: 'tiny',
    selfPlay: {
      gamesPerIteration: 8,
      gamesPerJob: 4,
      teacher: { iterations: 1, nodes: 20 },
      search: { simulations: 4, startShare: 1 },
    },
    learner: { batchSize: 32 },
    evaluation: { every: 2, games: 2, simulations: 4, bestGames: 2 },
  },
  quick: {
    iterations: 12,
    selfPlay: { teacher: { iterations: 8 }, search: { simulations: 32, startShare: 1 }, ahead: 1 },
    targets: { value: { searchShare: 0.5 } },
    replay: { windowStart: 50_000 },
    learner: { passes: 3, decayShare: 1 },
    evaluation: { every: 0, games: 100 },
  },
  standard: {
    iterations: 80,
    network: 'medium',
    selfPlay: {
      gamesPerIteration: 512,
      teacher: { iterations: 12 },
      search: { simulations: 16, startShare: 1 },
      ahead: 1,
    },
    targets: { value: { searchShare: 0.5, searchValue: 'both' } },
    replay: { windowStart: 100_000 },
    evaluator: { precision: 'auto' },
    learner: { decayShare: 1, averageDecay: 0.998 },
    evaluation: { every: 40, back: 40, opponents: STRONG_BASELINES },
  },
  full: {
    iterations: 5000,
    network: 'standard',
    selfPlay: {
      gamesPerIteration: 1024,
      teacher: { iterations: 20 },
      search: { simulations: 128, startShare: 0.25, growIterations: 500 },
    },
    targets: { value: { searchShare: 0.5 } },
    replay: { windowStart: 200_000 },
    learner: { learningRate: 3e-3, averageDecay: 0.999 },
    evaluation: { every: 25, games: 100, back: 50, opponents: STRONG_BASELINES },
  },
};
