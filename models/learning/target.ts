/** A way to say, once a game is over, what a head should have answered before each action of it. */
import type { Schema } from '../../env/index.ts';
import type { Column } from '../heads/column.ts';
import type { FinishedGame } from './finished-game.ts';

/** What a head is taught: writes its column once a game is over. */
export type Target = {
  readonly name: string;
  /** The head whose column it writes. */
  readonly head: string;
  /** What it writes, for people. */
  readonly meaning: string;
  /** Its options with their defaults: entries of a `record`. */
  readonly options: Readonly<Record<string, Schema>>;
  /** Fills a row of the head's column, all 0 beforehand, for `game.plies[ply]`. Values are for the mover of that ply. */
  write(game: FinishedGame, ply: number, options: Readonly<Record<string, unknown>>, out: Column): void;
};
