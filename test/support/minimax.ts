/** The truth about small endgames, by trying everything. */
import {
  hashOf,
  legalActions,
  MAX_LEGAL_ACTIONS,
  outcome,
  type Player,
  type Position,
  play,
  undo,
} from '../../env/index.ts';

/** Who wins under best play; only for positions with few stacks. */
export const solve = (position: Position, known: Map<bigint, Player> = new Map()): Player => {
  const over = outcome(position);
  if (over !== null) return over.winner;
  const key = hashOf(position);
  const remembered = known.get(key);
  if (remembered !== undefined) return remembered;
  const { mover } = position;
  const actions = new Uint16Array(MAX_LEGAL_ACTIONS);
  const count = legalActions(position, actions);
  let winner: Player = mover === 0 ? 1 : 0;
  for (let index = 0; index < count && winner !== mover; index++) {
    play(position, actions[index]);
    if (solve(position, known) === mover) winner = mover;
    undo(position);
  }
  known.set(key, winner);
  return winner;
};
