/** A worker's job and its result, and what all games have in common, whoever plays them. */
import type { ProvenResult, SearchOptions } from '../agents/index.ts';
import {
  type Action,
  emptyPosition,
  formatRecord,
  movesSoFar,
  opponentOf,
  outcome,
  PLACEMENT,
  PLAYERS,
  type Player,
  POINT_COUNT,
  type Position,
  play,
  type Rng,
  randomStream,
  type Setup,
  setUp,
} from '../env/index.ts';
import {
  type EvaluatorPrecision,
  type FinishedGame,
  finishedGame,
  type GamePly,
  gamePly,
  HEADS,
  type HeadTarget,
  type Learnt,
  type TargetChoices,
  type Thought,
  targetsFor,
} from '../models/index.ts';
import type { Samples } from './samples.ts';

/** Games of the network of the iteration before, against itself. */
export type NetworkPlayer = {
  readonly type: 'network';
  /** The hash of its weights. */
  readonly network: string;
  readonly search: SearchOptions;
  readonly simulations: number;
  /** Share of actions that get `simulations` and become samples; the others get `fastSimulations` and are only played. */
  readonly fullShare: number;
  readonly fastSimulations: number;
  /** Positions that a proof may look at before each action, where few stacks are left; by default none. */
  readonly proofNodes?: number;
  /** In what numbers the network is evaluated; by default `float32`. */
  readonly precision?: EvaluatorPrecision;
  /** Positions that become samples for their value alone; by default none. */
  readonly valueSamples?: ValueSamples;
};

/** Which positions are learnt from for their value alone. */
export type ValueSamples = {
  /** Those of actions that got `fastSimulations`. */
  readonly fast: boolean;
  /** Those after the first proof of a game, whose value is certain. */
  readonly proven: boolean;
};

/** Games of alpha-beta against itself, for a network that knows nothing yet. */
export type TeacherPlayer = {
  readonly type: 'teacher';
  /** Positions that alpha-beta looks at for an action. */
  readonly nodes: number;
};

/** Games to be played: a pure job, whose result follows from it alone. */
export type SelfPlayJob<Player extends NetworkPlayer | TeacherPlayer = NetworkPlayer | TeacherPlayer> = {
  readonly iteration: number;
  readonly job: number;
  readonly seed: number;
  readonly games: number;
  readonly setups: { readonly fixed: number; readonly tournament: number };
  readonly samplePlies: number;
  readonly player: Player;
  /** What samples hold: a column for each of these heads, written by these targets. */
  readonly lessons: { readonly heads: readonly string[]; readonly targets: TargetChoices };
  /** Hashes of the networks it needs; the fleet sees to it that the worker finds them. */
  readonly networks: readonly string[];
};

/** Games as they were played, and the samples of them. */
export type SelfPlayResult = {
  readonly iteration: number;
  readonly job: number;
  readonly samples: Samples;
  /** Game records, one line each. */
  readonly records: readonly string[];
  readonly plies: number;
  readonly seconds: number;
  /** Seconds of these in the network. */
  readonly networkSeconds: number;
};

export type SelfPlayGame = {
  readonly setup: Setup;
  readonly position: Position;
  readonly rng: Rng;
  readonly plies: GamePly[];
  /** What the search expected for the mover, action by action. */
  readonly values: number[];
  /** Who wins for certain, once that is proven. Then there is no policy to learn any more; the game is only played to its end. */
  winner: Player | null;
};

/** The same for the same job and index. */
export const beginGame = ({ seed, iteration, job, setups }: SelfPlayJob, index: number): SelfPlayGame => {
  const rng = randomStream('self-play', seed, iteration, job, index);
  const draw = rng();
  const setup = draw < setups.fixed ? 'fixed' : draw < setups.fixed + setups.tournament ? 'tournament' : 'random';
  return { setup, position: setUp(emptyPosition(), setup, rng), rng, plies: [], values: [], winner: null };
};

/** Notes the position, what was thought of it and what of that is learnt, and plays the action. */
export const playPly = (
  game: SelfPlayGame,
  action: Action,
  thought: Thought & { readonly proven?: ProvenResult | undefined },
  learnt: Learnt,
): void => {
  const { position, plies, values } = game;
  plies.push(gamePly(position, action, thought, learnt));
  values.push(Math.round(thought.value * 1000) / 1000);
  if (thought.proven !== undefined)
    game.winner ??= thought.proven === 'win' ? position.mover : opponentOf(position.mover);
  play(position, action);
};

/** A game that is over, as targets see it. Who was proven to win has won, even if the way was lost again. */
export const finishGame = ({ position, plies, winner }: SelfPlayGame): FinishedGame => {
  const end = outcome(position)!;
  return finishedGame(plies, position, { ...end, winner: winner ?? end.winner });
};

/** The targets that write the columns of the job's samples. */
export const lessonsOf = ({ lessons: { heads, targets } }: SelfPlayJob): readonly HeadTarget[] =>
  targetsFor(
    heads.map((name) => HEADS.get(name)),
    targets,
  );

/** Actions since all pieces were placed. */
export const pliesInPlay = ({ setup, position }: SelfPlayGame): number =>
  position.phase === PLACEMENT ? 0 : position.ply - (setup === 'tournament' ? POINT_COUNT : 0);

/** What records call the network of a run that plays against itself. */
export const ITSELF = 'self';

/** The record of a finished game of `player` against itself; `facts` go into its notes. */
export const describeGame = (
  { setup, position, values }: SelfPlayGame,
  { iteration, job }: SelfPlayJob,
  game: number,
  player: string,
  facts: Readonly<Record<string, unknown>> = {},
): string => {
  const { winner, reason } = outcome(position)!;
  return formatRecord({
    ...movesSoFar(position),
    setup,
    result: { winner: PLAYERS[winner], reason },
    players: { white: player, black: player },
    notes: { iteration, job, game, ...facts, values },
  });
};

/** An action with the probability that the policy gives it, or null if it gives none. */
export const drawAction = (policy: Float32Array, rng: Rng): Action | null => {
  let left = rng() * policy.reduce((sum, share) => sum + share, 0);
  for (let action = 0; action < policy.length; action++) {
    left -= policy[action];
    if (policy[action] > 0 && left < 0) return action;
  }
  return null;
};
