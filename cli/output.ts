/** What several commands print. */
import { outcome, PLAYERS, type PlayerName, type Position, type Reason } from '../env/index.ts';

/** The outcome with the winner's name, or null while the game goes on. */
export const outcomeJson = (position: Position): { winner: PlayerName; reason: Reason } | null => {
  const over = outcome(position);
  return over === null ? null : { winner: PLAYERS[over.winner], reason: over.reason };
};

/** Colours for people at a terminal, unless they opted out (no-color.org). */
export const wantsColour = (): boolean => process.stdout.isTTY === true && !process.env.NO_COLOR;

export const print = (text: string): void => void process.stdout.write(`${text}\n`);
export const printJson = (value: unknown): void => print(JSON.stringify(value));
