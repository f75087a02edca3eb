/**
 * What the planes usually hold, so that a network can begin with inputs around 0. Raw planes are never negative: what all
 * positions have in common is then many times as large as what tells them apart, gradients point along the common part,
 * and the value is hardly learnt at all. Constants instead of normalisation by batch: training and play see the same.
 *
 * The figures are from positions of alpha-beta against itself, rounded. A network needs them roughly, but always the same.
 */
import { PLANES, type Plane, POINT_COUNT } from '../../env/index.ts';
import { constant, multiply, subtract, sumPoints } from '../program/operations.ts';
import type { Value } from '../program/value.ts';

/** Mean and spread of the number at a point; spread of the sum over the board, where that is not 60 times as much. */
type Usual = readonly [mean: number, spread: number, boardSpread?: number];

/** By plane, without whose it is and in which direction. */
const USUAL: Readonly<Record<string, Usual>> = {
  tzaar: [0.06, 0.23, 1.6],
  tzarra: [0.08, 0.27, 2.2],
  tott: [0.16, 0.37, 3.3],
  height: [0.07, 0.13, 0.9],
  'last-of-kind': [0.01, 0.1, 0.7],
  sees: [0.22, 0.41, 6],
  takes: [0.18, 0.38, 6.4],
  taken: [0.18, 0.38, 6.4],
  'second-step': [0.5, 0.5],
  'opening-turn': [0, 0.25],
  placement: [0, 0.25],
  'tzaars-standing': [0.57, 0.26],
  'tzarras-standing': [0.54, 0.24],
  'totts-standing': [0.64, 0.22],
  'tzaars-scarcity': [0.39, 0.26],
  'tzarras-scarcity': [0.28, 0.21],
  'totts-scarcity': [0.12, 0.07],
};

const usualOf = ({ name, direction }: Plane): Usual => {
  const common = direction === undefined ? name.replace(/^(own|enemy)-/, '') : name.split('-')[0];
  const usual = USUAL[common];
  if (usual === undefined) throw new Error(`no usual values are known for plane ${name}`);
  return usual;
};

const usual: readonly Usual[] = PLANES.map(usualOf);

/** Inputs have a spread of one half: seven neighbours of 48 planes add up to about 1. */
const POINT_SPREAD = 0.5;

/** The planes at each point, around 0: `[B, 60, C]` to `[B, 60, C]`. */
export const centrePlanes = (observation: Value): Value =>
  standardise(
    observation,
    usual.map(([mean]) => mean),
    usual.map(([, spread]) => spread / POINT_SPREAD),
  );

/** The sum of each plane over the board, around 0: `[B, 60, C]` to `[B, C]`. */
export const sumPlanes = (observation: Value): Value =>
  standardise(
    sumPoints(observation),
    usual.map(([mean]) => mean * POINT_COUNT),
    usual.map(([, spread, boardSpread = spread * POINT_COUNT]) => boardSpread),
  );

const standardise = (x: Value, means: readonly number[], spreads: readonly number[]): Value =>
  multiply(subtract(x, constant(means)), constant(spreads.map((spread) => 1 / spread)));
