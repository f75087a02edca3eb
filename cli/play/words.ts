/** What a person may type: the commands, moves in any case, and how Tab completes both. */
import { clonePosition, InvalidInput, legalMoveTexts, type Position, parseAction, play } from '../../env/index.ts';

/** Every command with what follows it and what it does. */
export const COMMAND_HELP: readonly (readonly [name: string, argument: string, does: string])[] = [
  ['moves', '', 'list the legal moves'],
  ['hint', '[AGENT]', 'what the opponent, or another agent, would play in your place'],
  ['eval', '[AGENT]', 'your winning chance as the opponent, or another agent, sees it'],
  ['undo', '', 'back to your last decision'],
  ['lot', '', 'place the rest of your pieces by lot (tournament set-up)'],
  ['board', '', 'draw the board again'],
  ['position', '', 'print the position as a text'],
  ['save', 'FILE', 'add the game so far to a file of game records'],
  ['resign', '', 'give the game up and leave'],
  ['quit', '', 'leave; with --record the game is kept'],
  ['help', '', 'this list'],
];

const COMMANDS: readonly string[] = COMMAND_HELP.map(([name]) => name);

export type TypedLine =
  | { readonly type: 'nothing' }
  | { readonly type: 'command'; readonly name: string; readonly argument: string }
  | { readonly type: 'moves'; readonly moves: readonly string[] };

/** Reads a line; whether its moves are legal is another question. */
export const readLine = (line: string): TypedLine => {
  const [, first, argument] = /^\s*(\S*)\s*(.*?)\s*$/s.exec(line)!;
  if (first === '') return { type: 'nothing' };
  const name = first.toLowerCase();
  if (COMMANDS.includes(name)) return { type: 'command', name, argument };
  const moves = wordsOf(line).map(tidyMove);
  if (moves.every(looksLikeMove)) return { type: 'moves', moves };
  throw new InvalidInput('input', line.trim(), 'expected a move such as D7xE7, G1+F2, pass or Z@E5, or help');
};

const wordsOf = (line: string): string[] => line.split(/[\s,]+/).filter((word) => word !== '');

const looksLikeMove = (word: string): boolean => word === 'pass' || /^[A-Z]\d[x+][A-Z]\d$|^[A-Z]@[A-Z]\d$/.test(word);

/** `d7xe7` as `D7xE7`: nobody should have to hold the shift key. */
const tidyMove = (word: string): string => {
  const lower = word.toLowerCase();
  return lower === 'pass' ? lower : lower.replace(/[a-z](?=\d|@)/g, (letter) => letter.toUpperCase());
};

/** For readline: the words that the last word of the line may become, and that word. */
export const completeLine = (line: string, position: Position | null): [words: string[], typed: string] => {
  const typed = /[^\s,]*$/.exec(line)![0];
  const before = wordsOf(line.slice(0, line.length - typed.length)).map(tidyMove);
  const moves = position === null ? [] : movesAfter(position, before);
  const words = before.length === 0 ? [...moves, ...COMMANDS] : moves;
  return [words.filter((word) => word.toLowerCase().startsWith(typed.toLowerCase())), typed];
};

/** Legal moves of the same player after these; none if they cannot be played. */
const movesAfter = (position: Position, moves: readonly string[]): string[] => {
  const trial = clonePosition(position);
  try {
    for (const move of moves) play(trial, parseAction(trial, move));
  } catch (error) {
    if (error instanceof InvalidInput) return [];
    throw error;
  }
  return trial.mover === position.mover ? legalMoveTexts(trial) : [];
};
