/** Games under one number: what `make` opens and `reset` and `step` go on with. */
import {
  ACTION_COUNT,
  type AutoresetMode,
  type GameOptions,
  MAX_LEGAL_ACTIONS,
  type ObservationView,
  POINT_COUNT,
  type Position,
  type VectorResetRequest,
  type VectorResult,
} from '../../env/index.ts';
import type { NamedArray } from './named-array.ts';

/** What `make` may be told of the games themselves. */
export type GamesOptions = GameOptions & {
  readonly observation?: ObservationView;
  readonly autoreset?: AutoresetMode;
};

export interface Games {
  readonly count: number;
  /** Always the same arrays, overwritten by `reset` and `step`. */
  readonly result: VectorResult;
  /** The shape of one observation. */
  readonly observationShape: readonly number[];
  reset(request: VectorResetRequest): void | Promise<void>;
  /** All actions are checked before any is played. */
  step(actions: Int32Array): void | Promise<void>;
  writeBoards(cells: Int8Array, turns: Uint8Array): void;
  /** A copy of one game's position. */
  position(game: number): Position;
  close(): Promise<void>;
}

/** What a client can ask for with each answer. Large arrays are sent only where they are wanted. */
export const GAME_ARRAYS = [
  'observations',
  'mask',
  'legal',
  'cells',
  'turns',
  'rewards',
  'playerRewards',
  'terminated',
  'truncated',
  'legalCount',
  'mover',
  'seat',
  'ply',
  'seed',
  'episode',
  'winner',
  'reason',
  'finalPresent',
  'finalMover',
  'finalPly',
  'finalWinner',
  'finalReason',
] as const;
export type GameArray = (typeof GAME_ARRAYS)[number];

/** The last array of an answer where it is wanted: a row for each game whose `finalPresent` is 1, in their order. */
export const FINAL_OBSERVATIONS = 'finalObservations';

/** The board of every game as shards keep it, for clients that make their own inputs. */
export type Boards = { readonly cells: Int8Array; readonly turns: Uint8Array };

export const allocateBoards = (count: number): Boards => ({
  cells: new Int8Array(count * POINT_COUNT),
  turns: new Uint8Array(count * 3),
});

/** The arrays of an answer under the names that clients know. */
export const gameArray = (name: GameArray, { count, result, observationShape }: Games, boards: Boards): NamedArray => {
  const { info, final } = result;
  const row = (data: NamedArray['data'], ...shape: readonly number[]): NamedArray => ({
    name,
    shape: [count, ...shape],
    data,
  });
  switch (name) {
    case 'observations':
      return row(result.observations, ...observationShape);
    case 'mask':
      return row(info.actionMask, ACTION_COUNT);
    case 'legal':
      return row(info.legal, MAX_LEGAL_ACTIONS);
    case 'cells':
      return row(boards.cells, POINT_COUNT);
    case 'turns':
      return row(boards.turns, 3);
    case 'playerRewards':
      return row(result.playerRewards, 2);
    case 'rewards':
    case 'terminated':
    case 'truncated':
      return row(result[name]);
    case 'finalPresent':
      return row(final.present);
    case 'finalMover':
      return row(final.mover);
    case 'finalPly':
      return row(final.ply);
    case 'finalWinner':
      return row(final.winner);
    case 'finalReason':
      return row(final.reason);
    default:
      return row(info[name]);
  }
};

/** The ends of the games that finished in the last step, one after another. */
export const finalObservations = ({ count, result, observationShape }: Games): NamedArray => {
  const { present, observations } = result.final;
  const size = observationShape.reduce((product, side) => product * side, 1);
  const rows = Array.from({ length: count }, (_, game) => game).filter((game) => present[game] === 1);
  const data = new Float32Array(rows.length * size);
  for (const [row, game] of rows.entries()) data.set(observations.subarray(game * size, (game + 1) * size), row * size);
  return { name: FINAL_OBSERVATIONS, shape: [rows.length, ...observationShape], data };
};
