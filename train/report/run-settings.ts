/**
 * The settings that reports and pages interpret, by names of their own; all others are only shown. Runs in browsers. Settings
 * of older programs appear under their present names (`renameOldSettings`).
 */
import type { FlatSettings } from '../experiment/flatten-settings.ts';
import type { SimsSchedule } from '../sims-schedule.ts';

/** The settings that reports show. */
export type RunSettings = SimsSchedule & {
  /** `ray 32 × 8`, or the name of its preset in runs of older programs. */
  readonly network: string;
  readonly gamesPerIteration: number;
  /** Iterations from one evaluation to the next; 0 for none. */
  readonly evaluateEvery: number;
  /** Games of an evaluation against each opponent. */
  readonly evaluationGames: number;
};

/** The settings that reports show, from those of a run of any age. */
export const runSettings = (settings: FlatSettings): RunSettings => {
  const numberAt = (name: string, otherwise: number): number => {
    const value = Object.hasOwn(settings, name) ? settings[name] : undefined;
    return typeof value === 'number' ? value : otherwise;
  };
  return {
    iterations: numberAt('iterations', 0),
    network: describeNetworkSettings(settings),
    gamesPerIteration: numberAt('selfPlay.gamesPerIteration', 0),
    evaluateEvery: numberAt('evaluation.every', 0),
    evaluationGames: numberAt('evaluation.games', 0),
    teacherIterations: numberAt('selfPlay.teacher.iterations', 0),
    // Without a schedule all iterations are taken to be equally long.
    simulations: numberAt('selfPlay.search.simulations', 1),
    startShare: numberAt('selfPlay.search.startShare', 1),
    growIterations: numberAt('selfPlay.search.growIterations', 1),
  };
};

const describeNetworkSettings = (settings: FlatSettings): string => {
  const { network, 'network.architecture': trunk, 'network.channels': channels, 'network.layers': layers } = settings;
  return trunk === undefined ? String(network ?? 'unknown') : `${trunk} ${channels} × ${layers}`;
};
