/**
 * What is remembered of games: positions with what the search and the result said of them, side by side in arrays. A
 * position takes 63 bytes here and 11 kB as an observation, so observations are made when they are needed.
 */
import type { SearchResult } from '../agents/index.ts';
import { ACTION_COUNT, type Phase, type Player, POINT_COUNT, type Position, type Step } from '../env/index.ts';

export type Samples = {
  readonly count: number;
  readonly cells: Int8Array; // [count × 60] packed stacks
  readonly turns: Uint8Array; // [count × 3] mover, step, phase
  readonly policies: Uint16Array; // [count × 541] in units of 1/65535
  readonly results: Int8Array; // [count] 1 if the mover won, −1 if not
  readonly searchValues: Float32Array; // [count] what the search expected, for the mover
  readonly surprises: Float32Array; // [count] how much the search changed the network's policy, in nats
};

export const POLICY_UNIT = 65_535;

export const allocateSampleArrays = (count: number): Samples => ({
  count,
  cells: new Int8Array(count * POINT_COUNT),
  turns: new Uint8Array(count * 3),
  policies: new Uint16Array(count * ACTION_COUNT),
  results: new Int8Array(count),
  searchValues: new Float32Array(count),
  surprises: new Float32Array(count),
});

/** A sample while its game is still being played. */
export type OpenSample = {
  readonly cells: Int8Array; // [60]
  readonly mover: Player;
  readonly step: Step;
  readonly phase: Phase;
  readonly policy: Float32Array; // [541]
  readonly searchValue: number;
  readonly surprise: number;
};

export const openSample = (
  { cells, mover, step, phase }: Position,
  { policy, value, surprise }: Pick<SearchResult, 'policy' | 'value' | 'surprise'>,
): OpenSample => ({
  cells: cells.slice(0, POINT_COUNT),
  mover,
  step,
  phase,
  policy,
  searchValue: value,
  surprise,
});

/** Puts the samples of finished games together. */
export const closeSamples = (
  games: readonly { readonly samples: readonly OpenSample[]; readonly winner: Player }[],
): Samples => {
  const all = allocateSampleArrays(games.reduce((sum, { samples }) => sum + samples.length, 0));
  let row = 0;
  for (const { samples, winner } of games) {
    for (const { cells, mover, step, phase, policy, searchValue, surprise } of samples) {
      all.cells.set(cells, row * POINT_COUNT);
      all.turns.set([mover, step, phase], row * 3);
      for (let action = 0; action < ACTION_COUNT; action++) {
        all.policies[row * ACTION_COUNT + action] = Math.round(policy[action] * POLICY_UNIT);
      }
      all.results[row] = mover === winner ? 1 : -1;
      all.searchValues[row] = searchValue;
      all.surprises[row] = surprise;
      row++;
    }
  }
  return all;
};

/** One after another. */
export const joinSamples = (parts: readonly Samples[]): Samples => {
  const all = allocateSampleArrays(parts.reduce((sum, { count }) => sum + count, 0));
  let row = 0;
  for (const part of parts) {
    all.cells.set(part.cells, row * POINT_COUNT);
    all.turns.set(part.turns, row * 3);
    all.policies.set(part.policies, row * ACTION_COUNT);
    all.results.set(part.results, row);
    all.searchValues.set(part.searchValues, row);
    all.surprises.set(part.surprises, row);
    row += part.count;
  }
  return all;
};
