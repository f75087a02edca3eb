/** Random play on the bare engine: the yardstick that other benches compare with. */
import {
  emptyPosition,
  legalActions,
  MAX_LEGAL_ACTIONS,
  outcome,
  play,
  type Reason,
  randomBelow,
  randomStream,
  setUp,
  WHITE,
} from '../env/index.ts';

export type PlayoutStatistics = {
  games: number;
  plies: number;
  legal: number;
  whiteWins: number;
  readonly reasons: Record<Reason, number>;
  seconds: number;
};

/** Plays random games from random set-ups, one thread, until the time is over. */
export const playRandomGames = (seconds: number, seed: number): PlayoutStatistics => {
  const rng = randomStream('bench', seed);
  const position = emptyPosition();
  const actions = new Uint16Array(MAX_LEGAL_ACTIONS);
  const reasons = { 'kind-captured': 0, 'kind-buried': 0, 'no-capture': 0 };
  const statistics: PlayoutStatistics = { games: 0, plies: 0, legal: 0, whiteWins: 0, reasons, seconds: 0 };
  const start = performance.now();
  while (statistics.seconds < seconds) {
    for (let game = 0; game < 200; game++) {
      setUp(position, 'random', rng);
      for (;;) {
        const count = legalActions(position, actions);
        if (count === 0) break;
        statistics.legal += count;
        play(position, actions[randomBelow(rng, count)]);
      }
      const over = outcome(position);
      if (over === null) throw new Error('a game without legal actions is not over');
      statistics.games++;
      statistics.plies += position.ply;
      statistics.reasons[over.reason]++;
      if (over.winner === WHITE) statistics.whiteWins++;
    }
    statistics.seconds = (performance.now() - start) / 1000;
  }
  return statistics;
};
