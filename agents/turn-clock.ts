/** A time budget is for a whole turn: shares it out between the turn's actions. */
import { MAIN, type Position } from '../env/index.ts';

export type TurnClock = { readonly turnMs: number; spentMs: number };

export const createTurnClock = (turnMs: number): TurnClock => ({ turnMs, spentMs: 0 });

/** What the first of two steps may take of a turn's time, where nobody says how much. */
export const FIRST_SHARE = 0.5;

/** Milliseconds for the next action: a share of what is left for the first of two steps, all of it where a turn ends. */
export const actionTimeMs = ({ phase, step }: Position, leftMs: number, firstShare: number = FIRST_SHARE): number =>
  phase === MAIN && step === 0 ? leftMs * firstShare : leftMs;

/** What a clock has left for the turn. */
export const leftTimeMs = ({ turnMs, spentMs }: TurnClock, { step }: Position): number =>
  step === 0 ? turnMs : Math.max(0, turnMs - spentMs);

/** Milliseconds for the next action by an agent's own clock. */
export const clockedTimeMs = (clock: TurnClock, position: Position): number =>
  actionTimeMs(position, leftTimeMs(clock, position));

/** Notes what the choice in `position` took. */
export const noteSpent = (clock: TurnClock, { step }: Position, timeMs: number): void => {
  clock.spentMs = step === 0 ? timeMs : 0;
};
