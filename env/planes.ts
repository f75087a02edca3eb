/**
 * What a network sees, as data: the encoder, the documentation and the checker all read this one table. Everything is
 * from the mover's side ("own" is the mover's). A plane with a direction moves to another plane when the board is turned.
 */
import { DIRECTION_NAMES, type Direction } from './board.ts';
import { KINDS, PIECES_PER_PLAYER } from './stack.ts';

/** One number for each point, of which an observation has `PLANE_COUNT`. */
export type Plane = {
  readonly name: string;
  readonly meaning: string;
  /** `point`: differs from point to point. `global`: the same number on all 60 points. */
  readonly extent: 'point' | 'global';
  /** The largest value; the smallest is 0. */
  readonly high: number;
  readonly direction?: Direction;
};

/** Heights are divided by this, so that the usual ones lie between 0 and 1. */
export const HEIGHT_UNIT = 5;

const byKind = (owner: string, suffix: string, meaning: (kind: string) => string, extent: Plane['extent']): Plane[] =>
  KINDS.map((kind) => ({ name: `${owner}-${kind}${suffix}`, meaning: meaning(kind), extent, high: 1 }));

const byDirection = (name: string, meaning: (direction: string) => string): Plane[] =>
  DIRECTION_NAMES.map((direction, index) => ({
    name: `${name}-${direction}`,
    meaning: meaning(direction),
    extent: 'point',
    high: 1,
    direction: index,
  }));

const SIDES = [
  ['own', 'the mover'],
  ['enemy', 'the opponent'],
] as const;

/** The planes of an observation, in their order. */
export const PLANES: readonly Plane[] = [
  ...SIDES.flatMap(([side, who]) => byKind(side, '', (kind) => `a ${kind} of ${who} is on top here`, 'point')),
  ...SIDES.map(
    ([side, who]): Plane => ({
      name: `${side}-height`,
      meaning: `height of ${who}'s stack here, divided by ${HEIGHT_UNIT}`,
      extent: 'point',
      high: PIECES_PER_PLAYER / HEIGHT_UNIT,
    }),
  ),
  { name: 'last-of-kind', meaning: 'the stack here is the last of its kind', extent: 'point', high: 1 },
  ...byDirection('sees-own', (direction) => `the first stack seen from here to the ${direction} is the mover's`),
  ...byDirection('sees-enemy', (direction) => `the first stack seen from here to the ${direction} is the opponent's`),
  ...byDirection('takes', (direction) => `the stack here is high enough to take the one it sees to the ${direction}`),
  ...byDirection('taken', (direction) => `the first stack to the ${direction} is high enough to take the one here`),
  { name: 'second-step', meaning: 'this is the second step of a turn', extent: 'global', high: 1 },
  { name: 'opening-turn', meaning: "this is white's opening turn of one step", extent: 'global', high: 1 },
  { name: 'placement', meaning: 'the pieces are still being placed', extent: 'global', high: 1 },
  ...SIDES.flatMap(([side, who]) =>
    byKind(side, 's-standing', (kind) => `stacks of ${who} with a ${kind} on top, of as many as there are`, 'global'),
  ),
  ...SIDES.flatMap(([side, who]) =>
    byKind(side, 's-scarcity', (kind) => `1 / (stacks of ${who} with a ${kind} on top), 0 if none`, 'global'),
  ),
];

/** How many planes an observation has. */
export const PLANE_COUNT: number = PLANES.length;

/** Where a plane stands in the table. */
export const planeIndex = (name: string): number => {
  const index = PLANES.findIndex((plane) => plane.name === name);
  if (index < 0) throw new Error(`no plane is named ${name}`);
  return index;
};
