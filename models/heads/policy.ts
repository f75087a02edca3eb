/** Where to play, as probabilities of all actions: what the search is guided by, and its twin for the opponent's reply. */
import {
  ACTION_COUNT,
  DIRECTION_COUNT,
  KIND_COUNT,
  MOVE_COUNT,
  type Symmetry,
  symmetricAction,
} from '../../env/index.ts';
import { denseLayer, neighbourLayer, OUTPUT_GAIN } from '../network/layers.ts';
import { concat, maskedLike, poolPoints, reshape, softmaxLoss } from '../program/operations.ts';
import type { Neighbourhood, Value } from '../program/value.ts';
import type { Column } from './column.ts';
import type { Head, HeadView } from './head.ts';

/** Probabilities are kept in units of 1/65535. */
export const POLICY_UNIT = 65_535;

/** Nine planes over the points and one logit for passing, in the order of the action space. */
export const policyOutput = (name: string, { features, moveReads }: HeadView): Value => {
  const moves = maskedLike(features, moveLogits(`${name}/moves`, features, moveReads));
  const pass = denseLayer(`${name}/pass`, poolPoints(features), 1, OUTPUT_GAIN);
  const placements = maskedLike(features, denseLayer(`${name}/placements`, features, KIND_COUNT, OUTPUT_GAIN));
  const placementCount = ACTION_COUNT - MOVE_COUNT - 1;
  return concat([reshape(moves, [MOVE_COUNT]), pass, reshape(placements, [placementCount])]);
};

const moveLogits = (name: string, features: Value, reads: Neighbourhood | undefined): Value =>
  reads === undefined
    ? denseLayer(name, features, DIRECTION_COUNT, OUTPUT_GAIN)
    : neighbourLayer(name, features, DIRECTION_COUNT, reads, OUTPUT_GAIN);

/** Rounding must not leave a policy that sums to less than 1; a row of zeros stays so: there is nothing to learn. */
export const readPolicy = (row: Column, symmetry: Symmetry, out: Float32Array): void => {
  let sum = 0;
  for (let action = 0; action < ACTION_COUNT; action++) sum += row[action];
  if (sum === 0) return;
  for (let action = 0; action < ACTION_COUNT; action++) {
    const share = row[action];
    if (share > 0) out[symmetricAction(symmetry, action)] = share / sum;
  }
};

export const POLICY: Head = {
  name: 'policy',
  meaning: 'where to play: 541 logits, six planes of moves and three of placements over the points, one for passing',
  output: (view) => policyOutput('policy', view),
  loss: softmaxLoss,
  unit: 'nats',
  weight: 1,
  dims: [ACTION_COUNT],
  column: { name: 'policies', type: 'uint16', width: ACTION_COUNT },
  read: readPolicy,
  target: 'search',
};
