/**
 * Wins that need no search: taking the opponent's last stack of a kind, in this step or with both steps of the turn, and
 * leaving the opponent without a capture. Looked for at every new node, so that a proof begins a turn earlier and the
 * evaluator is not asked about decided positions. Exact, but not complete: leaving the opponent stuck is only tried
 * late in the game, where it happens. Hot.
 */
import {
  type Action,
  isStuck,
  KIND_COUNT,
  kindOf,
  legalActions,
  MAIN,
  MAX_LEGAL_ACTIONS,
  NOBODY,
  opponentOf,
  ownerOf,
  PASS,
  PLACEMENT,
  type Position,
  play,
  undo,
} from '../../env/index.ts';

export const NO_ACTION: Action = -1;

/** What is certain of a turn: the action to begin with, and the plies until the game is over. */
export type TurnResult = { action: Action; distance: number };

/** Whether the mover wins within this turn; if so, `out` says how. `actions` are the `count` legal ones. */
export const findTurnWin = (position: Position, actions: Uint16Array, count: number, out: TurnResult): boolean => {
  out.distance = 1;
  out.action = findWinningStep(position, actions, count);
  if (out.action !== NO_ACTION) return true;
  out.distance = 2;
  out.action = findWinningTurn(position, actions, count);
  return out.action !== NO_ACTION;
};

/** In 60 000 random games nobody was stuck with more than 22 stacks on the board; a few more for safety. */
const STUCK_STEP_STACKS = 26;
/** Trying all pairs of actions is dearer; at 16 stacks it halves the simulations that solved endgames take. */
const STUCK_TURN_STACKS = 16;

/** An action that ends the game with a win for the mover, or `NO_ACTION`. `actions` are the `count` legal ones. */
export const findWinningStep = (position: Position, actions: Uint16Array, count: number): Action => {
  if (position.phase === PLACEMENT) return NO_ACTION;
  const capture = findLastCapture(position, actions, count);
  if (capture !== NO_ACTION || position.step === 0 || stackCount(position) > STUCK_STEP_STACKS) return capture;
  return findBlockade(position, actions, count);
};

const secondActions = new Uint16Array(MAX_LEGAL_ACTIONS);

/** The first of two actions that win together and not alone, or `NO_ACTION`. */
export const findWinningTurn = (position: Position, actions: Uint16Array, count: number): Action => {
  const { cells, sight, counts, mover, step, phase } = position;
  if (phase !== MAIN || step === 1) return NO_ACTION;
  const first = opponentOf(mover) * KIND_COUNT;
  const triesBlockade = mayEndStuck(position);
  // A last stack out of reach may come into sight or reach by any first capture, one of two only by taking the other.
  const hasLast = counts[first] === 1 || counts[first + 1] === 1 || counts[first + 2] === 1;
  const hasTwo = counts[first] === 2 || counts[first + 1] === 2 || counts[first + 2] === 2;
  if (!triesBlockade && !hasLast && !hasTwo) return NO_ACTION;
  for (let index = 0; index < count; index++) {
    const action = actions[index];
    const mayTakeLast = hasLast || counts[first + kindOf(cells[sight[action]])] === 2;
    if (!mayTakeLast && !triesBlockade) continue;
    play(position, action);
    const secondCount = legalActions(position, secondActions);
    let second = mayTakeLast ? findLastCapture(position, secondActions, secondCount) : NO_ACTION;
    if (second === NO_ACTION && triesBlockade) second = findBlockade(position, secondActions, secondCount);
    undo(position);
    if (second !== NO_ACTION) return action;
  }
  return NO_ACTION;
};

/** Whether so few stacks are left that a whole turn is tried for leaving someone stuck. */
export const mayEndStuck = (position: Position): boolean => stackCount(position) <= STUCK_TURN_STACKS;

/** An action that ends the turn and leaves the opponent without a capture, or `NO_ACTION`. */
const findBlockade = (position: Position, actions: Uint16Array, count: number): Action => {
  for (let index = 0; index < count; index++) {
    play(position, actions[index]);
    const wins = position.bereft === NOBODY && isStuck(position);
    undo(position);
    if (wins) return actions[index];
  }
  return NO_ACTION;
};

const findLastCapture = (position: Position, actions: Uint16Array, count: number): Action => {
  const { cells, sight, counts, mover } = position;
  const opponent = opponentOf(mover);
  const first = opponent * KIND_COUNT;
  if (counts[first] !== 1 && counts[first + 1] !== 1 && counts[first + 2] !== 1) return NO_ACTION;
  for (let index = 0; index < count; index++) {
    const action = actions[index];
    if (action === PASS) continue;
    const there = cells[sight[action]];
    if (ownerOf(there) === opponent && counts[first + kindOf(there)] === 1) return action;
  }
  return NO_ACTION;
};

/** Stacks of both players. */
const stackCount = ({ counts }: Position): number =>
  counts[0] + counts[1] + counts[2] + counts[3] + counts[4] + counts[5];
