/** Who wins. There are no draws, so one logit is enough. */
import { denseLayer, OUTPUT_GAIN } from '../network/layers.ts';
import { logisticLoss } from '../program/operations.ts';
import type { Head } from './head.ts';

export const VALUE: Head = {
  name: 'value',
  meaning: 'whether the mover wins: one logit; tanh of its half is the expected result, −1 to 1',
  output: ({ hidden }) => denseLayer('value/output', hidden, 1, OUTPUT_GAIN),
  loss: logisticLoss,
  unit: 'nats',
  weight: 1,
  dims: [1],
  column: { name: 'values', type: 'float32', width: 1 }, // the result for the mover, −1 to 1
  read: (row, _symmetry, out) => {
    out[0] = (1 + row[0]) / 2;
  },
  target: 'mixed',
};
