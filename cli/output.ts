/** What several commands print. */
import { outcome, PLAYERS, type PlayerName, type Position, printable, type Reason } from '../env/index.ts';

/** The outcome with the winner's name, or null while the game goes on. */
export const outcomeJson = (position: Position): { winner: PlayerName; reason: Reason } | null => {
  const over = outcome(position);
  return over === null ? null : { winner: PLAYERS[over.winner], reason: over.reason };
};

/** Colours for people at a terminal, unless they opted out (no-color.org). */
export const wantsColour = (): boolean => process.stdout.isTTY === true && !process.env.NO_COLOR;

/** Texts may repeat names from files of others: of what controls a terminal only line breaks go through. */
export const print = (text: string): void =>
  void process.stdout.write(`${text.split('\n').map(printableLine).join('\n')}\n`);

const printableLine = (line: string): string => printable(line);

/** For texts with colours of our own, and nothing from outside. */
export const printColoured = (text: string): void => void process.stdout.write(`${text}\n`);

/** JSON leaves some control characters as they are; they may be written in another way. */
export const printJson = (value: unknown): void =>
  printColoured(
    JSON.stringify(value).replace(
      /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
      (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  );
