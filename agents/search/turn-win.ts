/**
 * Wins that need no search: taking the opponent's last stack of a kind, in this step or with both steps of the turn, and
 * leaving the opponent without a capture. Looked for at every new node, so that a proof begins a turn earlier and the
 * evaluator is not asked about decided positions. Exact, but not complete: leaving the opponent stuck is only tried
 * late in the game, where it happens. Hot.
 */
import {
  type Action,
  CAPTURE_ONLY,
  DIRECTION_COUNT,
  enemySize,
  flipFor,
  heightOf,
  isStuck,
  KIND_COUNT,
  kindOf,
  legalActions,
  lowestBit,
  MAIN,
  MAX_LEGAL_ACTIONS,
  moveAction,
  NOBODY,
  OFF_BOARD,
  opponentOf,
  oppositeDirection,
  originOf,
  ownerOf,
  PASS,
  PLACEMENT,
  type Player,
  POINTS_PER_WORD,
  type Position,
  play,
  reachOf,
  undo,
  within,
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
  if (position.phase === PLACEMENT || count === 0) return NO_ACTION;
  const capture = findLastCapture(position);
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
    const wins = (mayTakeLast && findLastCapture(position) !== NO_ACTION) || (triesBlockade && canBlockade(position));
    undo(position);
    if (wins) return action;
  }
  return NO_ACTION;
};

/** Whether so few stacks are left that a whole turn is tried for leaving someone stuck. */
export const mayEndStuck = (position: Position): boolean => stackCount(position) <= STUCK_TURN_STACKS;

/** A capture of the opponent's last stack of a kind, or `NO_ACTION`: looked for from the target, whose sight is mutual. */
const findLastCapture = ({ cells, sight, occupied, counts, mover }: Position): Action => {
  const opponent = opponentOf(mover);
  const first = opponent * KIND_COUNT;
  if (counts[first] !== 1 && counts[first + 1] !== 1 && counts[first + 2] !== 1) return NO_ACTION;
  for (let word = 0; word < 2; word++) {
    for (let bits = occupied[opponent * 2 + word]; bits !== 0; bits &= bits - 1) {
      const target = word * POINTS_PER_WORD + lowestBit(bits);
      if (counts[first + kindOf(cells[target])] !== 1) continue;
      for (let direction = 0; direction < DIRECTION_COUNT; direction++) {
        const from = sight[target * DIRECTION_COUNT + direction];
        const takes = from !== OFF_BOARD && ownerOf(cells[from]) === mover;
        if (takes && heightOf(cells[from]) >= heightOf(cells[target])) {
          return moveAction(from, oppositeDirection(direction));
        }
      }
    }
  }
  return NO_ACTION;
};

const canBlockade = (position: Position): boolean => {
  const count = legalActions(position, secondActions);
  return findBlockade(position, secondActions, count) !== NO_ACTION;
};

/**
 * An action that ends the turn and leaves the opponent without a capture, or `NO_ACTION`. Nothing ever lands on an empty
 * point, so a capture the opponent has now goes away only if the action moves its target, or ends on it or its attacker:
 * one such capture rules most actions out.
 */
const findBlockade = (position: Position, actions: Uint16Array, count: number): Action => {
  const { sight } = position;
  const threat = firstCapture(position, opponentOf(position.mover));
  const attacker = threat === NO_ACTION ? OFF_BOARD : originOf(threat);
  const target = threat === NO_ACTION ? OFF_BOARD : sight[threat];
  for (let index = 0; index < count; index++) {
    const action = actions[index];
    if (threat !== NO_ACTION) {
      if (action === PASS) continue;
      const to = sight[action];
      if (originOf(action) !== target && to !== target && to !== attacker) continue;
    }
    play(position, action);
    const wins = position.bereft === NOBODY && isStuck(position);
    undo(position);
    if (wins) return action;
  }
  return NO_ACTION;
};

/** Any capture that a player could make if it were their step, or `NO_ACTION`. */
const firstCapture = ({ cells, sight, occupied }: Position, player: Player): Action => {
  const flip = flipFor(player);
  for (let word = 0; word < 2; word++) {
    for (let bits = occupied[player * 2 + word]; bits !== 0; bits &= bits - 1) {
      const from = word * POINTS_PER_WORD + lowestBit(bits);
      const reach = reachOf(cells[from]);
      for (let action = from * DIRECTION_COUNT; action < (from + 1) * DIRECTION_COUNT; action++) {
        const isCapture =
          sight[action] !== OFF_BOARD && within(enemySize(cells[sight[action]], flip), CAPTURE_ONLY, reach);
        if (isCapture === 1) return action;
      }
    }
  }
  return NO_ACTION;
};

/** Stacks of both players. */
const stackCount = ({ counts }: Position): number =>
  counts[0] + counts[1] + counts[2] + counts[3] + counts[4] + counts[5];
