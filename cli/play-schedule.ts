/** Plays a schedule with progress on stderr; what match, tournament and evaluate have in common. */

import type { Command } from 'commander';
import {
  defaultThreads,
  type Format,
  loadAgentModules,
  makeSchedule,
  type PlayedSchedule,
  pairFleet,
  playSchedule,
  type Schedule,
  type ScheduleOptions,
  type Standing,
  summarise,
} from '../arena/index.ts';
import { type GameRecord, InvalidInput } from '../env/index.ts';
import { loadedModules } from '../fleet/index.ts';
import { formatDuration } from '../train/index.ts';
import { type DeviceOption, engineOf, withDeviceOption } from './device-option.ts';
import { type FleetOption, openFleetOption, withFleetOption } from './fleet-option.ts';
import { wholeNumber } from './input.ts';
import { listenForStop, STOPPED } from './listen-for-stop.ts';
import { loadPartsOption, type PartsOption, withPartsOption } from './parts-option.ts';
import { createProgress } from './progress.ts';

export type PlayOptions = PartsOption &
  DeviceOption &
  FleetOption & {
    readonly threads?: number;
    readonly out?: string;
    readonly json?: true;
    /** What these games are, where their score is not what matters: progress shows it instead. */
    readonly label?: string;
    /** Ends the playing at once, with the standing so far. */
    readonly signal?: AbortSignal | undefined;
  };

export const withPlayOptions = (command: Command, games: number): Command =>
  withPartsOption(
    withFleetOption(withDeviceOption(command))
      .option('--games <number>', 'games for each pairing, an even number', wholeNumber('games', 2), games)
      .option('--setup <name>', 'start of the games: random, fixed or tournament', 'random')
      .option('--seed <number>', 'the same seed gives the same starts', wholeNumber('seed', 0), 1)
      .option(
        '--opening-plies <number>',
        'random actions before the agents take over',
        wholeNumber('opening plies', 0, 40),
      )
      .option('--threads <number>', 'games played at the same time', wholeNumber('threads', 1, 256))
      .option('--out <folder>', 'keep the games there; a stopped run goes on where it was')
      .option('--json', 'print one JSON object'),
  );

/** The schedule of these agents, after loading the modules that they come from. */
export const readSchedule = async (
  agents: readonly string[],
  format: Format,
  options: PlayOptions & ScheduleOptions,
): Promise<Schedule> => {
  await loadPartsOption(options);
  await loadAgentModules(agents);
  return makeSchedule(agents, format, options);
};

/** Plays it on its own threads, or on a fleet, and returns the final standing. */
export const showSchedule = async (
  schedule: Schedule,
  { threads, out, json, label, signal, ...options }: PlayOptions,
): Promise<PlayedSchedule> => {
  const pairs = schedule.pairings.length * schedule.pairsPerPairing;
  const evaluator = engineOf(options);
  const link = await openFleetOption(options);
  const fleet = pairFleet({
    link,
    threads: Math.min(threads ?? defaultThreads(), pairs),
    modules: loadedModules(),
    evaluator,
  });
  const progress = createProgress(json === true);
  const start = performance.now();
  let last: PlayedSchedule | null = null;
  const stop = listenForStop(`stopping${out === undefined ? '' : '; what is finished is saved'}`);
  const ends = AbortSignal.any(signal === undefined ? [stop.signal] : [stop.signal, signal]);
  try {
    for await (const standing of playSchedule(schedule, { fleet, evaluator, out, signal: ends })) {
      last = standing;
      refuseDeadEngines(standing);
      const seconds = (performance.now() - start) / 1000;
      progress.show(
        label === undefined
          ? describeProgress(schedule, standing, seconds)
          : `${label}: ${describeDone(standing, seconds)}`,
      );
    }
  } finally {
    progress.end();
    await fleet.close(); // which ends the engines that play
    await link?.close();
    stop.release();
  }
  if (stop.signal.aborted) process.exit(STOPPED);
  if (last === null) throw new InvalidInput('match', schedule.agents, 'it was stopped before it began');
  return last;
};

/** A score against a program that is not there says nothing of anybody, and waiting for it hundreds of times helps nobody. */
const refuseDeadEngines = ({ names, records, pairsPlayed, pairsResumed }: PlayedSchedule): void => {
  if (pairsPlayed === pairsResumed) return; // it may start this time
  for (const name of names) {
    const games = records.filter(({ players }) => Object.values(players).includes(name));
    const isDead = ({ players, result, notes }: GameRecord): boolean =>
      notes?.neverStarted === true && result !== null && players[result.winner] !== name;
    if (games.length > 0 && games.every(isDead))
      throw new InvalidInput('agent', name, `it never started: ${games[0].notes?.forfeit}`);
  }
};

const describeDone = ({ pairsPlayed, pairsPlanned, pairsResumed }: Standing, seconds: number): string => {
  const fresh = pairsPlayed - pairsResumed;
  const left = fresh === 0 ? '' : `, ${formatDuration((seconds / fresh) * (pairsPlanned - pairsPlayed))} left`;
  return `${2 * pairsPlayed} of ${2 * pairsPlanned} games${left}`;
};

const describeProgress = (schedule: Schedule, standing: Standing, seconds: number): string => {
  const { counts, sprt } = standing;
  const done = describeDone(standing, seconds);
  if (schedule.pairings.length > 1) return done;
  const { score, elo } = summarise(counts[0]);
  const test =
    sprt === null ? '' : `, LLR ${sprt.llr.toFixed(2)} (${sprt.lower.toFixed(2)} to ${sprt.upper.toFixed(2)})`;
  return `${done}, score ${(100 * score).toFixed(1)} %${Number.isFinite(elo) ? `, Elo ${elo.toFixed(0)}` : ''}${test}`;
};
