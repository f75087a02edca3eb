/** Whole turns in one word, as engines exchange them: `D7xE7`, `F6xF5,G1+F2`, `F6xF5,pass`. */
import type { Action } from './action.ts';
import { InvalidInput } from './invalid-input.ts';
import { formatAction, parseAction } from './move-text.ts';
import type { Position } from './position.ts';
import { outcome, play, undo } from './rules.ts';

/** The text of the actions that end the turn in `position`. */
export const formatTurn = (position: Position, actions: readonly Action[]): string => {
  const texts = actions.map((action) => {
    const text = formatAction(position, action);
    play(position, action);
    return text;
  });
  for (const _ of actions) undo(position);
  return texts.join(',');
};

/** The actions of a whole turn: every one legal, and the turn (or the game) over after the last. */
export const parseTurn = (position: Position, text: string): Action[] => {
  const { mover, ply } = position;
  const turnIsOver = (): boolean => position.mover !== mover || outcome(position) !== null;
  try {
    const actions = text.split(',').map((move, index) => {
      if (index > 0 && turnIsOver()) throw new InvalidInput('turn', text, `it is over before ${move}`);
      const action = parseAction(position, move);
      play(position, action);
      return action;
    });
    if (!turnIsOver()) throw new InvalidInput('turn', text, 'a second step is missing: a capture, a stacking or pass');
    return actions;
  } finally {
    while (position.ply > ply) undo(position);
  }
};
