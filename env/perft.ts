/** Counts the leaves of the game tree: the usual proof that two rules engines agree. */
import { MAX_LEGAL_ACTIONS } from './action.ts';
import type { Position } from './position.ts';
import { legalActions, play, undo } from './rules.ts';

/** The number of action sequences of that length; pass counts as one, a finished game has none. Leaves `position` as it was. */
export const perft = (position: Position, depth: number): number => {
  if (depth === 0) return 1;
  const buffers = Array.from({ length: depth }, () => new Uint16Array(MAX_LEGAL_ACTIONS));
  return countFrom(position, depth - 1, buffers);
};

const countFrom = (position: Position, deeper: number, buffers: readonly Uint16Array[]): number => {
  const actions = buffers[deeper];
  const count = legalActions(position, actions);
  if (deeper === 0) return count;
  let total = 0;
  for (let index = 0; index < count; index++) {
    play(position, actions[index]);
    total += countFrom(position, deeper - 1, buffers);
    undo(position);
  }
  return total;
};
