/** The contract of an environment: Gymnasium's words for one loop, PettingZoo's for two players. */
import type { Action } from './action.ts';
import type { PhaseName, Position } from './position.ts';
import type { Reason } from './rules.ts';
import type { Setup } from './setup.ts';
import type { BoxSpace, DiscreteSpace } from './spaces.ts';
import type { PlayerName } from './stack.ts';

/** Changes whenever the same actions could give other results: rules, actions, observations, seeds or rewards. */
export const ENVIRONMENT_VERSION = 'tzaar-v1';

/** One of the two participants, whatever colour they play. */
export type Seat = 0 | 1;

/** How games begin and when they are cut off. */
export type GameOptions = {
  readonly setup?: Setup;
  /** A position text to start from, instead of a set-up. */
  readonly position?: string;
  /** Draws which seat plays white, and so moves first; without it seat 0 does. */
  readonly firstMoverSeed?: number;
  /** The game is truncated after this many actions. */
  readonly stepLimit?: number;
};

/** What `reset` may be told. */
export type ResetRequest = {
  /** Begins the sequence of games that this number stands for; without it the next game of the sequence begins. */
  readonly seed?: number;
  /** For this game only, over those of the constructor. */
  readonly options?: GameOptions;
};

/** A number for each player. */
export type Rewards = Readonly<Record<PlayerName, number>>;

/** What `reset` and `step` tell besides observation and reward. */
export type Info = {
  /** 1 for each legal action, [541]; all 0 when the game is over. The only place that says what is legal. */
  readonly actionMask: Uint8Array;
  readonly legalCount: number;
  /** Whose action is next, and which seat that is. */
  readonly mover: PlayerName;
  readonly seat: Seat;
  /** 1 or 2, as people count. */
  readonly step: 1 | 2;
  readonly phase: PhaseName;
  /** Actions played in this game. */
  readonly ply: number;
  /** How this game began; `position` when a text was given. */
  readonly setup: Setup | 'position';
  /** Names this game: the same seed and episode begin the same game. */
  readonly seed: number;
  readonly episode: number;
  readonly rewards: Rewards;
  readonly outcome: { readonly winner: PlayerName; readonly reason: Reason } | null;
};

/** What `reset` gives. */
export type ResetResult = { readonly observation: Float32Array; readonly info: Info };

/** What `step` gives. */
export type StepResult = {
  readonly observation: Float32Array;
  /** For the player who acted: 1 for a win, −1 for a loss, else 0. */
  readonly reward: number;
  readonly terminated: boolean;
  readonly truncated: boolean;
  readonly info: Info;
};

/** How a position is drawn: as text with colours, or as SVG. */
export type RenderMode = 'ansi' | 'svg';

/** A game of two players as an environment: what `TzaarEnv` is and wrappers stay. */
export interface Environment {
  readonly version: string;
  readonly actionSpace: DiscreteSpace;
  readonly observationSpace: BoxSpace;

  reset(request?: ResetRequest): ResetResult;
  step(action: Action): StepResult;

  /** What the mover sees now, into `out` if given. */
  observe(out?: Float32Array): Float32Array;
  /** Who acts next, or null when the game is over. */
  readonly agentSelection: PlayerName | null;
  readonly rewards: Rewards;
  /** The mover's observation, the mover's reward of the last action, and how the game stands. */
  last(): StepResult;

  /** An independent copy: neither notices what happens to the other. */
  clone(): Environment;
  /** Takes back the last action of this game. */
  undo(): void;
  /** The whole state of this environment, past included, as one line of text. */
  serialize(): string;
  /** Restores what `serialize` wrote; unchanged if the text is not accepted. */
  deserialize(text: string): void;
  /** 16 hexadecimal digits; equal for equal positions, however reached. */
  hash(): string;
  render(mode: RenderMode): string;
  /** A copy of the position, for searches. */
  position(): Position;
}
