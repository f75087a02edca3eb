/** Who wins and how. Being taken apart and being shut in are different plans, and the trunk can tell them apart. */
import { REASONS } from '../../env/index.ts';
import { denseLayer, OUTPUT_GAIN } from '../network/layers.ts';
import { softmaxLoss } from '../program/operations.ts';
import { UNKNOWN_CLASS } from './classes.ts';
import type { Head } from './head.ts';

/** The mover wins by each of the reasons, then loses by each. */
export const OUTCOME_TYPE_COUNT: number = 2 * REASONS.length;

export const OUTCOME_TYPE: Head = {
  name: 'outcomeType',
  meaning: 'whether the mover wins or loses, and by which of the three reasons',
  output: ({ hidden }) => denseLayer('outcomeType', hidden, OUTCOME_TYPE_COUNT, OUTPUT_GAIN),
  loss: (output, target) => softmaxLoss(output, target),
  unit: 'nats',
  weight: 0.15,
  dims: [OUTCOME_TYPE_COUNT],
  column: { name: 'outcomeTypes', type: 'uint8', width: 1 },
  read: ([type], _symmetry, out) => {
    if (type !== UNKNOWN_CLASS) out[type] = 1;
  },
  target: 'final-outcome',
};
