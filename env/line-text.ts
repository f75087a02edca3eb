/** Several turns in a row as people read them: `D7xE7 G1+F2 | B2xB3 pass | …`, a bar between turns. */
import type { Action } from './action.ts';
import { formatAction } from './move-text.ts';
import type { Position } from './position.ts';
import { play, undo } from './rules.ts';

/** The text of actions that follow one another in `position`, which is the same afterwards. */
export const formatLine = (position: Position, actions: readonly Action[]): string => {
  const words: string[] = [];
  for (const action of actions) {
    const { mover } = position;
    words.push(formatAction(position, action));
    play(position, action);
    if (position.mover !== mover) words.push('|');
  }
  for (let taken = 0; taken < actions.length; taken++) undo(position);
  if (words.at(-1) === '|') words.pop();
  return words.join(' ');
};
