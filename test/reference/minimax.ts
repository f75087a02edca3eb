/** Who wins with best play, by trying everything: for small endgames, to hold searches to. */
import { type Action, hashOf, opponentOf, outcome, type Player, type Position, play, undo } from '../../env/index.ts';
import { legalList } from '../support/games.ts';

/** A table by hash makes a position with eight stacks a matter of milliseconds; it may be shared between calls. */
export const winnerOf = (position: Position, known: Map<bigint, Player> = new Map()): Player => {
  const over = outcome(position);
  if (over !== null) return over.winner;
  const key = hashOf(position);
  const remembered = known.get(key);
  if (remembered !== undefined) return remembered;
  const { mover } = position;
  const wins = legalList(position).some((action) => winnerAfter(position, action, known) === mover);
  const winner = wins ? mover : opponentOf(mover);
  known.set(key, winner);
  return winner;
};

export const winnerAfter = (position: Position, action: Action, known: Map<bigint, Player> = new Map()): Player => {
  play(position, action);
  const winner = winnerOf(position, known);
  undo(position);
  return winner;
};

/** Whether the mover can end the game with a win within so many turns of either player, this one included. */
export const winsWithinTurns = (position: Position, turns: number): boolean =>
  canForce(position, position.mover, turns);

/** The same for any player. */
export const canForce = (position: Position, attacker: Player, turns: number): boolean => {
  const over = outcome(position);
  if (over !== null) return over.winner === attacker;
  if (turns === 0) return false;
  const { mover } = position;
  const forced = (action: Action): boolean => {
    play(position, action);
    const result = canForce(position, attacker, position.mover === mover ? turns : turns - 1);
    undo(position);
    return result;
  };
  const legal = legalList(position);
  return mover === attacker ? legal.some(forced) : legal.every(forced);
};
