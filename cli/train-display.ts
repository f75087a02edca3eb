/** Shows how training goes: a bar that is rewritten at a terminal, a line for every stage that is done. */
import { formatScore } from '../arena/index.ts';
import {
  formatDuration,
  type Settings,
  type SimsSchedule,
  secondsLeft,
  simsSchedule,
  type TrainReport,
} from '../train/index.ts';
import { print } from './output.ts';
import { createProgress } from './progress.ts';

export type TrainDisplay = {
  hear(report: TrainReport): void;
  end(): void;
};

export const createTrainDisplay = (settings: Settings): TrainDisplay =>
  new Display(simsSchedule(settings), settings.selfPlay.ahead > 0);

type Report<Type extends TrainReport['type']> = TrainReport & { readonly type: Type };

const BAR_CELLS = 20;

class Display implements TrainDisplay {
  readonly #schedule: SimsSchedule;
  readonly #isAhead: boolean;
  readonly #progress = createProgress(process.stderr.isTTY !== true); // elsewhere the lines below are enough
  readonly #finished: { readonly iteration: number; readonly seconds: number }[] = [];
  #last = 0;
  #stageStart = performance.now();
  #iterationStart = performance.now();
  #played = { games: 0, plies: 0, networkSeconds: 0, busySeconds: 0 };
  #loss = '';
  #rating = '';

  constructor(schedule: SimsSchedule, isAhead: boolean) {
    this.#schedule = schedule;
    this.#isAhead = isAhead;
  }

  hear(report: TrainReport): void {
    switch (report.type) {
      case 'begun':
        this.#begun(report);
        break;
      case 'mended':
        this.#say(`damaged, and made again: ${report.damage}`);
        break;
      case 'played':
        this.#finishedJob(report);
        break;
      case 'learnt':
        this.#learnt(report);
        break;
      case 'skipped':
        this.#say(`  nothing learnt: ${report.reason}`);
        break;
      case 'diagnosed':
        break; // for metrics and reports
      case 'saved':
        this.#saved(report);
        break;
      case 'evaluating':
        this.#bar('match', report.iteration, report.games / report.gamesPlanned, `${report.games} games`);
        break;
      case 'rated':
        this.#rated(`against ${report.opponent}: ${formatScore(report.summary)}`);
        break;
      case 'judged':
        this.#judged(report);
        break;
    }
  }

  end(): void {
    this.#progress.end();
  }

  #begun({ iteration, learner, reason, parameters }: Report<'begun'>): void {
    this.#last = iteration;
    this.#iterationStart = performance.now();
    this.#say(`${learner} (${reason}), ${parameters} parameters`);
    if (iteration > 0) this.#say(`going on after iteration ${iteration}`);
  }

  #finishedJob({ iteration, jobs, jobsPlanned, sims, behind, result }: Report<'played'>): void {
    if (jobs === 1) this.#played = { games: 0, plies: 0, networkSeconds: 0, busySeconds: 0 };
    const played = this.#played;
    if (result !== null) {
      played.games += result.records.length;
      played.plies += result.plies;
      played.networkSeconds += result.networkSeconds;
      played.busySeconds += result.seconds;
    }
    const { games, plies, networkSeconds, busySeconds } = played;
    // Games that were played ahead came in no time: what is told then is how fast a worker plays.
    const rate = this.#isAhead
      ? `${(games / Math.max(busySeconds, Number.EPSILON)).toFixed(1)} games/s a worker`
      : `${(games / secondsSince(this.#stageStart)).toFixed(1)} games/s`;
    this.#bar('play ', iteration, jobs / jobsPlanned, rate);
    if (jobs < jobsPlanned) return;
    const networkShare = `${((100 * networkSeconds) / busySeconds).toFixed(0)} % in the network`;
    const age =
      behind === 0
        ? ''
        : `, by the network of ${behind === 1 ? 'one iteration' : `${behind} iterations`} before the last`;
    const player = sims === 0 ? `alpha-beta plays, ${rate}` : `${sims} simulations, ${rate}, ${networkShare}${age}`;
    const line =
      games === 0 ? 'all games are there' : `${games} games of ${(plies / games).toFixed(1)} actions, ${player}`;
    this.#say(`iteration ${iteration} of ${this.#schedule.iterations}: ${line}`);
    this.#stageStart = performance.now();
  }

  /** Means over the steps of the iteration, as in the metrics: a single step says little. */
  #learnt({ iteration, steps, stepsPlanned, means }: Report<'learnt'>): void {
    this.#loss = Object.entries(means.losses)
      .map(([name, value]) => `${name} ${value.toFixed(3)}`)
      .join(', ');
    const rate = `${(steps / secondsSince(this.#stageStart)).toFixed(1)} steps/s`;
    this.#bar('learn', iteration, steps / stepsPlanned, rate);
    if (steps === stepsPlanned) this.#say(`  learnt ${steps} steps, mean losses: ${this.#loss}`);
  }

  #saved({ iteration, state: { games, samples } }: Report<'saved'>): void {
    this.#last = iteration;
    this.#finished.push({ iteration, seconds: secondsSince(this.#iterationStart) });
    this.#stageStart = performance.now();
    this.#iterationStart = this.#stageStart;
    this.#say(`  saved; ${[`${games} games`, `${samples} samples`, ...this.#timeLeft(0)].join(', ')}`);
  }

  /** The latest line of the arena is shown beside the bar too. */
  #rated(text: string): void {
    this.#rating = text;
    this.#say(`  ${text}`);
  }

  #judged({ iteration, best, match }: Report<'judged'>): void {
    const score = match === null ? '' : `${formatScore(match.summary)} against iteration ${match.against}`;
    if (best !== iteration)
      this.#rated(`best network: still iteration ${best} (iteration ${iteration}: ${score}, not proven better)`);
    else this.#rated(`best network: iteration ${best}${match === null ? '' : `, ${score}`}`);
  }

  #say(line: string): void {
    this.#progress.end();
    print(line);
  }

  #bar(stage: string, iteration: number, share: number, rate: string): void {
    const filled = Math.round(share * BAR_CELLS);
    const cells = '█'.repeat(filled) + '░'.repeat(BAR_CELLS - filled);
    const facts = [rate, this.#loss, this.#rating, ...this.#timeLeft(secondsSince(this.#iterationStart))];
    const told = facts.filter((text) => text !== '').join(' · ');
    this.#progress.show(`${iteration}/${this.#schedule.iterations} ${stage} ${cells} ${told}`);
  }

  /** Counted from the last finished iteration; empty where there is none to go by. */
  #timeLeft(sinceThen: number): string[] {
    const left = secondsLeft(this.#schedule, this.#finished, this.#last);
    return left === null ? [] : [`${formatDuration(Math.max(0, left - sinceThen))} left`];
  }
}

const secondsSince = (time: number): number => (performance.now() - time) / 1000;
