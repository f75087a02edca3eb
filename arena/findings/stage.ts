/** How far a game has come, by the stacks that are left: actions differ in what they do, emptied points do not. */
import type { Position } from '../../env/index.ts';

/** A part of the game: positions with so many stacks of both players together. */
export type Stage = { readonly most: number; readonly least: number };

/** The parts of a game in their order; together they are all of it. */
export const STAGES: readonly Stage[] = [
  { most: 60, least: 50 },
  { most: 49, least: 40 },
  { most: 39, least: 30 },
  { most: 29, least: 20 },
  { most: 19, least: 0 },
];

/** The index of a position's stage in `STAGES`. */
export const stageOf = (position: Position): number => {
  const stacks = stacksOn(position);
  return STAGES.findIndex(({ least }) => stacks >= least);
};

const stacksOn = ({ counts }: Position): number => counts.reduce((sum, count) => sum + count, 0);
