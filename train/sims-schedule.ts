/** How much search each iteration of a run gets, and from that how long the run will take. */
import type { Settings } from './experiment/settings.ts';

/** What the schedule needs of the settings; charts read it from runs of any version. */
export type SimsSchedule = {
  readonly iterations: number;
  readonly teacherIterations: number;
  readonly simulations: number;
  /** Share of them in the first iteration of self-play. */
  readonly startShare: number;
  readonly growIterations: number;
};

/** How simulations grow in a run. */
export const simsSchedule = ({ iterations, selfPlay }: Settings): SimsSchedule => {
  const { simulations, startShare, growIterations } = selfPlay.search;
  return { iterations, teacherIterations: selfPlay.teacher.iterations, simulations, startShare, growIterations };
};

/** Simulations for an action in an iteration of self-play; they grow from the first one on, and the teacher makes none. */
export const simsOf = (schedule: SimsSchedule, iteration: number): number => {
  const { teacherIterations, simulations, startShare, growIterations } = schedule;
  const before = iteration - teacherIterations - 1;
  if (before < 0) return 0;
  const share = startShare + (1 - startShare) * Math.min(1, before / growIterations);
  return Math.max(1, Math.round(simulations * share));
};

/** Only this many of the latest finished iterations of a kind count, so that the guess follows the machine. */
const RECENT = 10;

/**
 * Seconds that the iterations after the last finished one will take: those of the teacher as long as others of it, those of
 * self-play by their simulations. Null before there is one of the kind to go by: alpha-beta's games are several times as quick
 * as self-play, and a guess from them would be off by as much.
 */
export const secondsLeft = (
  schedule: SimsSchedule,
  finished: readonly { readonly iteration: number; readonly seconds: number }[],
  last: number,
): number | null => {
  const workOf = (iteration: number): number => simsOf(schedule, iteration) || 1;
  let total = 0;
  for (const isTeacher of [true, false]) {
    const isOfKind = (iteration: number): boolean => iteration <= schedule.teacherIterations === isTeacher;
    let work = 0;
    for (let iteration = last + 1; iteration <= schedule.iterations; iteration++)
      if (isOfKind(iteration)) work += workOf(iteration);
    if (work === 0) continue;
    const recent = finished.filter(({ iteration }) => isOfKind(iteration)).slice(-RECENT);
    if (recent.length === 0) return null;
    const seconds = recent.reduce((sum, each) => sum + each.seconds, 0);
    total += (work * seconds) / recent.reduce((sum, each) => sum + workOf(each.iteration), 0);
  }
  return total;
};
