/**
 * The flat action space. A stack on a line meets one first stack, so origin and direction name every capture and every
 * stacking: 60 × 6 moves, one pass, and 60 × 3 placements of the tournament set-up.
 */
import type { Direction, Point } from './board.ts';
import * as board from './board.ts';
import type { Kind } from './stack.ts';
import * as stack from './stack.ts';

// Hot: as constants of this module, not as imports (see `env/rules.ts`).
const { DIRECTION_COUNT, POINT_COUNT } = board;
const { KIND_COUNT } = stack;

/** 0–359 move (`point × 6 + direction`), 360 pass, 361–540 placement (`361 + point × 3 + kind`). */
export type Action = number;

/** How many moves there are: a point and a direction each. */
export const MOVE_COUNT: number = POINT_COUNT * DIRECTION_COUNT;
/** The action that ends a turn after its first step. */
export const PASS: Action = MOVE_COUNT;
export const FIRST_PLACEMENT: Action = PASS + 1;
/** How many actions there are: 360 moves, the pass, 180 placements. */
export const ACTION_COUNT: number = FIRST_PLACEMENT + POINT_COUNT * KIND_COUNT;

/** At most this many actions are legal at once: 30 stacks in six directions, and pass (or 180 placements). */
export const MAX_LEGAL_ACTIONS = 181;

/** The action that moves the stack on a point in a direction. */
export const moveAction = (from: Point, direction: Direction): Action => from * DIRECTION_COUNT + direction;
/** The action that places a piece of a kind on a point. */
export const placementAction = (point: Point, kind: Kind): Action => FIRST_PLACEMENT + point * KIND_COUNT + kind;

/** Whether an action places a piece. */
export const isPlacement = (action: Action): boolean => action >= FIRST_PLACEMENT;

/** The point a move starts from; only for actions below `PASS`. */
export const originOf = (action: Action): Point => (action / DIRECTION_COUNT) | 0;
/** The direction of a move. */
export const directionOf = (action: Action): Direction => action % DIRECTION_COUNT;

/** The point and the kind of a placement; only for actions from `FIRST_PLACEMENT` up. */
export const placedPoint = (action: Action): Point => ((action - FIRST_PLACEMENT) / KIND_COUNT) | 0;
/** The kind that a placement puts down. */
export const placedKind = (action: Action): Kind => (action - FIRST_PLACEMENT) % KIND_COUNT;
