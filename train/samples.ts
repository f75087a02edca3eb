/**
 * What is remembered of games: positions with what the search and the result said of them, side by side in arrays. A
 * position takes 63 bytes here and 11 kB as an observation, so observations are made when they are needed.
 */
import { POINT_COUNT } from '../env/index.ts';
import {
  type Column,
  emptyColumn,
  type FinishedGame,
  type GamePly,
  type Head,
  type HeadTarget,
} from '../models/index.ts';

/** Samples side by side in arrays: positions, and what is to be learnt of them. */
export type Samples = {
  readonly count: number;
  readonly cells: Int8Array; // [count × 60] packed stacks
  readonly turns: Uint8Array; // [count × 3] mover, step, phase
  readonly results: Int8Array; // [count] 1 if the mover won, −1 if not
  readonly searchValues: Float32Array; // [count] what the search expected, for the mover
  readonly surprises: Float32Array; // [count] how much the search changed the network's policy, in nats
  /** What each head is to learn, by its name: `[count × the width of its column]`. */
  readonly heads: Readonly<Record<string, Column>>;
};

export const allocateColumns = (count: number, heads: readonly Head[]): Samples => ({
  count,
  cells: new Int8Array(count * POINT_COUNT),
  turns: new Uint8Array(count * 3),
  results: new Int8Array(count),
  searchValues: new Float32Array(count),
  surprises: new Float32Array(count),
  heads: Object.fromEntries(heads.map(({ name, column }) => [name, emptyColumn(column.type, count * column.width)])),
});

/** The samples of finished games, with a column for each head that a target is given for. */
export const closeSamples = (games: readonly FinishedGame[], targets: readonly HeadTarget[]): Samples => {
  const count = games.reduce((sum, { plies }) => sum + plies.filter(isSample).length, 0);
  const samples = allocateColumns(
    count,
    targets.map(({ head }) => head),
  );
  let row = 0;
  for (const game of games)
    for (const [index, ply] of game.plies.entries()) if (isSample(ply)) writeRow(game, index, targets, samples, row++);
  return samples;
};

const isSample = ({ learnt }: GamePly): boolean => learnt !== 'nothing';

const writeRow = (
  game: FinishedGame,
  ply: number,
  targets: readonly HeadTarget[],
  samples: Samples,
  row: number,
): void => {
  const { cells, mover, step, phase, searchValue, surprise } = game.plies[ply];
  samples.cells.set(cells, row * POINT_COUNT);
  samples.turns.set([mover, step, phase], row * 3);
  samples.results[row] = mover === game.winner ? 1 : -1;
  samples.searchValues[row] = searchValue;
  samples.surprises[row] = surprise;
  for (const { head, target, options } of targets) {
    const { width } = head.column;
    target.write(game, ply, options, samples.heads[head.name].subarray(row * width, (row + 1) * width));
  }
};
