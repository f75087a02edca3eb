/** What becomes of each point: sixty lessons from every game where the result is only one. */
import { POINT_COUNT, symmetricPoint } from '../../env/index.ts';
import { denseLayer, OUTPUT_GAIN } from '../network/layers.ts';
import { softmaxLoss } from '../program/operations.ts';
import { UNKNOWN_CLASS } from './classes.ts';
import type { Head } from './head.ts';

/** What stands on a point when the game is over, for the mover of the sample. */
export const POINT_FATES = { empty: 0, own: 1, enemy: 2 } as const;
export const POINT_FATE_COUNT = 3;

export const POINT_FATES_HEAD: Head = {
  name: 'pointFates',
  meaning: "what stands on each point at the end: nothing, a stack of the mover's, one of the opponent's",
  output: ({ features }) => denseLayer('pointFates', features, POINT_FATE_COUNT, OUTPUT_GAIN),
  loss: (output, target) => softmaxLoss(output, target),
  unit: 'nats a point',
  weight: 0.15,
  dims: [POINT_COUNT, POINT_FATE_COUNT],
  column: { name: 'pointFates', type: 'uint8', width: POINT_COUNT },
  read: (row, symmetry, out) => {
    for (let point = 0; point < POINT_COUNT; point++) {
      const fate = row[point];
      if (fate !== UNKNOWN_CLASS) out[symmetricPoint(symmetry, point) * POINT_FATE_COUNT + fate] = 1;
    }
  },
  target: 'final-board',
};
