/** How long the game goes on: a sense of how far things have come. */
import { denseLayer, OUTPUT_GAIN } from '../network/layers.ts';
import { squaredLoss } from '../program/operations.ts';
import type { Head } from './head.ts';

/** Steps are learnt in this unit, about a game's length, so that the error is as large as the others. */
export const STEPS_UNIT = 60;

export const STEPS_LEFT: Head = {
  name: 'stepsLeft',
  meaning: 'how many actions until the game is over',
  output: ({ hidden }) => denseLayer('stepsLeft', hidden, 1, OUTPUT_GAIN),
  loss: (output, target) => squaredLoss(output, target),
  unit: `(${STEPS_UNIT} actions)²`,
  weight: 0.1,
  dims: [1],
  column: { name: 'stepsLeft', type: 'uint16', width: 1 },
  read: (row, _symmetry, out) => {
    out[0] = row[0] / STEPS_UNIT;
  },
  target: 'final-length',
};
