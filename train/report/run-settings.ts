/**
 * The settings that reports and pages interpret, wherever a version of the program wrote them; all others are only shown.
 * Runs in browsers.
 */
import type { SimsSchedule } from '../sims-schedule.ts';
import type { FlatSettings } from './flatten-settings.ts';

export type RunSettings = SimsSchedule & {
  readonly network: string;
  readonly gamesPerIteration: number;
  /** Iterations from one evaluation to the next; 0 for none. */
  readonly evaluateEvery: number;
  /** Games of an evaluation against each opponent. */
  readonly evaluationGames: number;
};

/** Flat names, as `flattenSettings` gives them, the newest first, and the value for runs that do not have the setting. */
const PLACES: {
  readonly [Key in keyof RunSettings]: readonly [names: readonly string[], otherwise: RunSettings[Key]];
} = {
  iterations: [['iterations'], 0],
  network: [['network'], 'unknown'],
  gamesPerIteration: [['gamesPerIteration'], 0],
  evaluateEvery: [['evaluateEvery'], 0],
  evaluationGames: [['evaluationGames'], 0],
  teacherIterations: [['teacherIterations'], 0],
  // Without a schedule all iterations are taken to be equally long.
  simsStart: [['simsStart'], 1],
  simsEnd: [['simsEnd'], 1],
  simsIterations: [['simsIterations'], 1],
};

export const runSettings = (settings: FlatSettings): RunSettings =>
  Object.fromEntries(
    Object.entries(PLACES).map(([key, [names, otherwise]]) => {
      const values = names.map((name) => (Object.hasOwn(settings, name) ? settings[name] : undefined));
      return [key, values.find((value) => typeof value === typeof otherwise) ?? otherwise];
    }),
  ) as RunSettings;
