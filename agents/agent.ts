/** Things that choose an action. */
import type { Action, Position } from '../env/index.ts';

/** What an agent may spend on a choice, over what its own spec says. */
export type Budget = {
  /** Milliseconds for the rest of this turn: on its first step an agent leaves some for the second. */
  readonly timeMs?: number;
  /** Positions looked at (simulations, for tree searches that sample) for this one action. */
  readonly nodes?: number;
};

/** What an agent picked and why. */
export type Choice = {
  readonly action: Action;
  /** Probability of each action, [541], where the agent has one. */
  readonly policy?: Float32Array;
  /** Expected result for the mover, −1 to 1; exactly ±1 only if proven. */
  readonly value?: number;
  /** Whether the result for the mover is certain under best play, and which it is. */
  readonly proven?: 'win' | 'loss';
  /** What the agent expects to follow, this action first, where it knows. */
  readonly line?: readonly Action[];
  readonly nodes: number;
  readonly timeMs: number;
};

/** Anything that chooses an action in a position. */
export interface Agent {
  /** What tables and records call it: the label of its spec, or the spec in its shortest form. */
  readonly name: string;
  /** Forgets the past and takes up this seed: from here on the same positions get the same choices (unless by time). */
  newGame(seed: number): void;
  /** Chooses among the legal actions; `position` is not over and is left as it was. */
  choose(position: Position, budget?: Budget): Promise<Choice>;
  /**
   * Thinks about a position of the opponent's until the signal comes; what it finds is there for the next choice. Only agents that
   * keep something from choice to choice have it, and only who plays alone on a machine should call it.
   */
  ponder?(position: Position, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}
