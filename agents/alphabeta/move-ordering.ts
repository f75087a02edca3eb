/** Which action to try first: the remembered one, winning captures, captures of scarce kinds, killers, history. Hot. */
import {
  ACTION_COUNT,
  type Action,
  heightOf,
  isPlacement,
  KIND_COUNT,
  kindOf,
  originOf,
  ownerOf,
  PASS,
  type Position,
} from '../../env/index.ts';

export type Ordering = {
  readonly killers: Uint16Array; // [plies × 2] actions that cut off elsewhere at this ply
  readonly history: Int32Array; // [2 players × ACTION_COUNT] how often an action cut off, deeper counts more
};

export const createOrdering = (plies: number): Ordering => ({
  killers: new Uint16Array(plies * 2).fill(ACTION_COUNT),
  history: new Int32Array(2 * ACTION_COUNT),
});

export const clearOrdering = ({ killers, history }: Ordering): void => {
  killers.fill(ACTION_COUNT);
  history.fill(0);
};

/** An action that cannot be right: it buries the mover's own last stack of a kind, where passing is possible. */
export const SUICIDE = -0x40000000;

const REMEMBERED = 0x40000000;
const CAPTURE = 1 << 22;
const KILLER = 1 << 21;
const HISTORY_LIMIT = 1 << 20;

/** Fills `scores` with how promising each action is. */
export const scoreMoves = (
  { killers, history }: Ordering,
  position: Position,
  actions: Uint16Array,
  count: number,
  scores: Int32Array,
  ply: number,
  remembered: Action,
): void => {
  const { cells, sight, counts, mover } = position;
  for (let index = 0; index < count; index++) {
    const action = actions[index];
    let score = history[mover * ACTION_COUNT + action];
    if (action === killers[ply * 2] || action === killers[ply * 2 + 1]) score += KILLER;
    if (action < PASS) {
      const there = cells[sight[action]];
      const owner = ownerOf(there);
      const left = counts[owner * KIND_COUNT + kindOf(there)];
      if (owner !== mover) score += CAPTURE + ((heightOf(there) << 16) + (1 << 19)) / left;
      else if (left === 1) score = SUICIDE;
      else score += heightOf(cells[originOf(action)]) << 8;
    } else if (isPlacement(action)) {
      score += action & 7;
    }
    scores[index] = action === remembered ? REMEMBERED : score;
  }
};

/** Brings the most promising of the remaining actions to `index` and returns it. */
export const takeNext = (actions: Uint16Array, scores: Int32Array, index: number, count: number): Action => {
  let best = index;
  for (let other = index + 1; other < count; other++) if (scores[other] > scores[best]) best = other;
  const [action, score] = [actions[best], scores[best]];
  actions[best] = actions[index];
  scores[best] = scores[index];
  actions[index] = action;
  scores[index] = score;
  return action;
};

/** Remembers an action that was good enough to end the search of a position. */
export const rewardCutoff = (
  { killers, history }: Ordering,
  position: Position,
  action: Action,
  depth: number,
  ply: number,
): void => {
  if (killers[ply * 2] !== action) {
    killers[ply * 2 + 1] = killers[ply * 2];
    killers[ply * 2] = action;
  }
  const at = position.mover * ACTION_COUNT + action;
  history[at] += depth * depth;
  if (history[at] > HISTORY_LIMIT) for (let index = 0; index < history.length; index++) history[index] >>= 1;
};
