/** Shows how training goes: a bar that is rewritten at a terminal, a line for every stage that is done. */
import { secondsLeft, type TrainConfig, type TrainReport } from '../train/index.ts';
import { print } from './output.ts';
import { createProgress, formatDuration } from './progress.ts';

export type TrainDisplay = {
  hear(report: TrainReport): void;
  /** The latest line of the arena, shown beside the bar. */
  rated(text: string): void;
  end(): void;
};

const BAR_CELLS = 20;

export const createTrainDisplay = (config: TrainConfig): TrainDisplay => {
  const progress = createProgress(process.stderr.isTTY !== true); // elsewhere the lines below are enough
  const say = (line: string): void => {
    progress.end();
    print(line);
  };
  let playStart = performance.now();
  let iterationStart = playStart;
  const finished: { readonly iteration: number; readonly seconds: number }[] = [];
  let last = 0;
  let [games, networkSeconds, busySeconds, plies] = [0, 0, 0, 0];
  let loss = '';
  let rating = '';
  const secondsSince = (time: number): number => (performance.now() - time) / 1000;
  /** Counted from the last finished iteration; nothing where there is none to go by. */
  const timeLeft = (sinceThen: number): string[] => {
    const left = secondsLeft(config, finished, last);
    return left === null ? [] : [`${formatDuration(Math.max(0, left - sinceThen))} left`];
  };
  const bar = (stage: string, iteration: number, share: number, rate: string): void => {
    const filled = Math.round(share * BAR_CELLS);
    const cells = '█'.repeat(filled) + '░'.repeat(BAR_CELLS - filled);
    const facts = [rate, loss, rating, ...timeLeft(secondsSince(iterationStart))].filter((text) => text !== '');
    progress.show(`${iteration}/${config.iterations} ${stage} ${cells} ${facts.join(' · ')}`);
  };

  const played = (report: TrainReport & { type: 'played' }): void => {
    const { iteration, jobs, jobsPlanned, sims, result } = report;
    if (jobs === 1) [games, networkSeconds, busySeconds, plies] = [0, 0, 0, 0];
    if (result !== null) {
      games += result.records.length;
      plies += result.plies;
      networkSeconds += result.networkSeconds;
      busySeconds += result.seconds;
    }
    const rate = `${(games / secondsSince(playStart)).toFixed(1)} games/s`;
    bar('play ', iteration, jobs / jobsPlanned, rate);
    if (jobs < jobsPlanned) return;
    say(
      games === 0
        ? `iteration ${iteration} of ${config.iterations}: all games are there`
        : `iteration ${iteration} of ${config.iterations}: ${games} games of ${(plies / games).toFixed(1)} actions, ` +
            (sims === 0
              ? `alpha-beta plays, ${rate}`
              : `${sims} simulations, ${rate}, ${((100 * networkSeconds) / busySeconds).toFixed(0)} % in the network`),
    );
    playStart = performance.now();
  };

  const learnt = (report: TrainReport & { type: 'learnt' }): void => {
    const { iteration, steps, stepsPlanned, losses } = report;
    loss = Object.entries(losses)
      .map(([name, value]) => `${name} ${value.toFixed(3)}`)
      .join(', ');
    const rate = `${(steps / secondsSince(playStart)).toFixed(1)} steps/s`;
    bar('learn', iteration, steps / stepsPlanned, rate);
    if (steps === stepsPlanned) say(`  learnt ${steps} steps: ${loss}`);
  };

  return {
    hear(report) {
      switch (report.type) {
        case 'begun':
          last = report.iteration;
          iterationStart = performance.now();
          say(`${report.learner} (${report.reason}), ${report.parameters} parameters`);
          if (last > 0) say(`going on after iteration ${last}`);
          break;
        case 'mended':
          say(`damaged, and made again: ${report.damage}`);
          break;
        case 'played':
          played(report);
          break;
        case 'learnt':
          learnt(report);
          break;
        case 'saved': {
          const { games: all, samples } = report.state;
          last = report.iteration;
          finished.push({ iteration: last, seconds: secondsSince(iterationStart) });
          playStart = performance.now();
          iterationStart = playStart;
          say(`  saved; ${[`${all} games`, `${samples} samples`, ...timeLeft(0)].join(', ')}`);
          break;
        }
      }
    },
    rated(text) {
      rating = text;
      say(`  ${text}`);
    },
    end: () => progress.end(),
  };
};
