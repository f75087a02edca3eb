/** Plays a game out by chance. Hot. */
import {
  type Action,
  KIND_COUNT,
  kindOf,
  legalActions,
  NOBODY,
  opponentOf,
  ownerOf,
  PASS,
  PLACEMENT,
  type Player,
  type Position,
  play,
  type Rng,
  randomBelow,
  undo,
} from '../../env/index.ts';

export const ROLLOUTS = ['random', 'guarded'] as const;

/** `random`: every legal action equally likely. `guarded`: a win at hand is taken, and no last stack of a kind is buried. */
export type Rollout = (typeof ROLLOUTS)[number];

/** Who wins if both play like this to the end. `position` is left as it was. */
export const rollOut = (position: Position, rollout: Rollout, actions: Uint16Array, rng: Rng): Player => {
  const start = position.ply;
  let winner: Player | null = null;
  while (winner === null) {
    if (position.bereft !== NOBODY) {
      winner = opponentOf(position.bereft);
      break;
    }
    const count = legalActions(position, actions);
    if (count === 0) winner = opponentOf(position.mover);
    else if (rollout === 'random') play(position, actions[randomBelow(rng, count)]);
    else {
      const action = guardedAction(position, actions, count, rng);
      if (winsAtOnce(position, action)) winner = position.mover;
      else play(position, action);
    }
  }
  while (position.ply > start) undo(position);
  return winner;
};

const TRIES = 4;

const guardedAction = (position: Position, actions: Uint16Array, count: number, rng: Rng): Action => {
  if (position.phase !== PLACEMENT && opponentHasLastOfKind(position)) {
    for (let index = 0; index < count; index++) if (winsAtOnce(position, actions[index])) return actions[index];
  }
  let action = actions[randomBelow(rng, count)];
  for (let tried = 1; tried < TRIES && buriesLast(position, action); tried++) action = actions[randomBelow(rng, count)];
  return action;
};

const opponentHasLastOfKind = ({ counts, mover }: Position): boolean => {
  const first = opponentOf(mover) * KIND_COUNT;
  return counts[first] === 1 || counts[first + 1] === 1 || counts[first + 2] === 1;
};

/** Whether the action captures the opponent's last stack of a kind. */
const winsAtOnce = ({ cells, sight, counts, mover }: Position, action: Action): boolean => {
  if (action >= PASS) return false;
  const there = cells[sight[action]];
  return ownerOf(there) !== mover && counts[opponentOf(mover) * KIND_COUNT + kindOf(there)] === 1;
};

const buriesLast = ({ cells, sight, counts, mover }: Position, action: Action): boolean => {
  if (action >= PASS) return false;
  const there = cells[sight[action]];
  return ownerOf(there) === mover && counts[mover * KIND_COUNT + kindOf(there)] === 1;
};
