/** What a worker is asked for and gives back, and what all games have in common, whoever plays them. */
import {
  emptyPosition,
  formatRecord,
  movesSoFar,
  outcome,
  PLACEMENT,
  PLAYERS,
  POINT_COUNT,
  type Position,
  type Rng,
  randomStream,
  type Setup,
  setUp,
} from '../env/index.ts';
import type { GamePly, TargetChoices } from '../models/index.ts';
import type { Samples } from './samples.ts';

type GamesJob = {
  readonly iteration: number;
  readonly job: number;
  readonly seed: number;
  readonly games: number;
  readonly samplePlies: number;
  readonly fixedShare: number;
  readonly tournamentShare: number;
  /** Registered heads beside policy and value that samples are for, and who writes each head's column. */
  readonly auxiliaryHeads?: readonly string[];
  readonly targets?: TargetChoices;
};

/** Games of the newest network against itself. */
export type NetworkJob = GamesJob & {
  readonly player: 'network';
  readonly sims: number;
  /** Share of actions that get `sims` simulations and become samples; the others get `fastSims` and are only played. */
  readonly fullShare: number;
  readonly fastSims: number;
  /** A weight file. */
  readonly model: string;
};

/** Games of alpha-beta against itself, for a network that knows nothing yet. */
export type TeacherJob = GamesJob & {
  readonly player: 'teacher';
  /** Positions that alpha-beta looks at for an action. */
  readonly nodes: number;
};

export type SelfPlayJob = NetworkJob | TeacherJob;

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
  /** Once the result is certain there is nothing more to learn; the game is only played to its end. */
  isProven: boolean;
};

/** The same for the same job and index. */
export const beginGame = (
  { seed, iteration, job, fixedShare, tournamentShare }: GamesJob,
  index: number,
): SelfPlayGame => {
  const rng = randomStream('self-play', seed, iteration, job, index);
  const draw = rng();
  const setup = draw < fixedShare ? 'fixed' : draw < fixedShare + tournamentShare ? 'tournament' : 'random';
  return { setup, position: setUp(emptyPosition(), setup, rng), rng, plies: [], values: [], isProven: false };
};

/** Actions since the pieces stand. */
export const pliesInPlay = ({ setup, position }: SelfPlayGame): number =>
  position.phase === PLACEMENT ? 0 : position.ply - (setup === 'tournament' ? POINT_COUNT : 0);

/** How records call the network of a run that plays against itself. */
export const ITSELF = 'self';

/** The record of a finished game of `player` against itself; `facts` go into its notes. */
export const describeGame = (
  { setup, position, values }: SelfPlayGame,
  { iteration, job }: GamesJob,
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
