/** What the games of a job say together: how long they were, how they ended, who won, how they began. */
import type { GameRecord } from '../../env/index.ts';
import { type Tally, tallyOf } from './tally.ts';

export type GameStatistics = {
  readonly games: number;
  readonly whiteWins: number;
  /** Games by reason of their end. */
  readonly endings: Tally;
  /** Games by length, the placements of a tournament set-up not counted: `40` is 40 to 44 actions. */
  readonly lengths: Tally;
  /** First moves of the games from the fixed set-up, the only start that games share. */
  readonly openings: Tally;
};

/** Actions in a bin of `lengths`. */
export const LENGTH_BIN = 5;

export const gatherStatistics = (records: readonly GameRecord[]): GameStatistics => ({
  games: records.length,
  whiteWins: records.filter(({ result }) => result?.winner === 'white').length,
  endings: tallyOf(records.map(({ result }) => result?.reason ?? 'unfinished')),
  lengths: tallyOf(records.map((record) => String(Math.floor(actionsInPlay(record) / LENGTH_BIN) * LENGTH_BIN))),
  openings: tallyOf(records.flatMap(({ setup, moves }) => (setup === 'fixed' ? moves.slice(0, 1) : []))),
});

/** Actions of a game after the pieces were placed. */
export const actionsInPlay = ({ moves }: GameRecord): number => moves.filter((move) => !move.includes('@')).length;
