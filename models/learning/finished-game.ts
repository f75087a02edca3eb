/** A game that is over, as targets see it: every action with what the search said of it, and how it ended. */
import {
  ACTION_COUNT,
  type Action,
  type Outcome,
  type Phase,
  type Player,
  POINT_COUNT,
  type Position,
  type Step,
} from '../../env/index.ts';

/** One action: the position before it, and what was thought of it. */
export type GamePly = {
  readonly cells: Int8Array; // [60] packed stacks
  readonly mover: Player;
  readonly step: Step;
  readonly phase: Phase;
  readonly action: Action;
  readonly policy: Float32Array; // [541] what the search made of it; all 0 where there is none to learn
  /** What the search expected, for the mover: the mean of what its simulations brought. */
  readonly searchValue: number;
  /** What the actions are worth that the search recommends, for the mover; what `searchValue` is, where there is no policy. */
  readonly policyValue: number;
  /** How much the search changed the network's policy, in nats. */
  readonly surprise: number;
  readonly learnt: Learnt;
};

/**
 * What is learnt from a position: all of it, its value (and how the game ended) without the policy, or nothing; it is then there for
 * what came before it.
 */
export type Learnt = 'all' | 'value' | 'nothing';

/** A game that is over, as targets see it. */
export type FinishedGame = Outcome & {
  readonly plies: readonly GamePly[];
  readonly cells: Int8Array; // [60] at the end
};

/** For actions that were not searched. */
export const NO_POLICY: Float32Array = new Float32Array(ACTION_COUNT);

/** A policy that is certain of one action. */
export const onlyAction = (action: Action): Float32Array => {
  const policy = new Float32Array(ACTION_COUNT);
  policy[action] = 1;
  return policy;
};

/** What a player thought of a position: a `SearchResult`, or parts of one. */
export type Thought = {
  readonly policy: Float32Array;
  readonly value: number;
  readonly policyValue?: number;
  readonly surprise: number;
};

/** The action that is about to be played in `position`. */
export const gamePly = (
  { cells, mover, step, phase }: Position,
  action: Action,
  { policy, value, policyValue = value, surprise }: Thought,
  learnt: Learnt,
): GamePly => ({
  cells: cells.slice(0, POINT_COUNT),
  mover,
  step,
  phase,
  action,
  policy,
  searchValue: value,
  policyValue,
  surprise,
  learnt,
});

/** A finished game from its actions and its last position. */
export const finishedGame = (plies: readonly GamePly[], end: Position, { winner, reason }: Outcome): FinishedGame => ({
  plies,
  winner,
  reason,
  cells: end.cells.slice(0, POINT_COUNT),
});
