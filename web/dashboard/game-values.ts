/** What the search expected in a recorded game, as white's chance of winning. */
import { type GameRecord, InvalidInput, parseAction, parsePosition, play, WHITE } from '../../env/index.ts';
import type { Game } from '../play/game.ts';

export type JudgedGame = {
  readonly game: Game;
  /** White's chance, 0 to 1, after each number of actions; undefined where nothing is noted. The last is the result. */
  readonly chances: readonly (number | undefined)[];
};

/** Null for a record that cannot be replayed. */
export const judgeGame = ({ setup, start, moves, players, result, notes }: GameRecord): JudgedGame | null => {
  try {
    const position = parsePosition(start);
    const values = Array.isArray(notes?.values) ? notes.values : [];
    const chances: (number | undefined)[] = [];
    const actions = moves.map((move, ply) => {
      chances.push(chanceOf(values[ply], position.mover === WHITE));
      const action = parseAction(position, move);
      play(position, action);
      return action;
    });
    chances.push(result === null ? undefined : result.winner === 'white' ? 1 : 0);
    return { game: { setup, start, actions, players }, chances };
  } catch (error) {
    if (error instanceof InvalidInput) return null;
    throw error;
  }
};

/** Values are for the mover, from −1 to 1. */
const chanceOf = (value: unknown, isWhites: boolean): number | undefined => {
  if (typeof value !== 'number' || !(Math.abs(value) <= 1)) return undefined;
  return (1 + (isWhites ? value : -value)) / 2;
};
