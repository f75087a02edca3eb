/**
 * A head of one's own with its target in one file: how many stacks the mover will have left when the game is over. It is fed by
 * self-play and by the teacher, kept in shards, learnt beside the others, and left out of released models.
 *
 *     npm run -s tzaar -- train --preset smoke --experiment examples/own-head.ts
 */
import { EMPTY, ownerOf } from '../env/index.ts';
import type { Parts } from '../fleet/index.ts';
import { denseLayer, type Head, squaredLoss, type Target } from '../models/index.ts';
import type { SettingsLayer } from '../train/index.ts';

/** Stacks are learnt in this unit, as many as a player begins with, so that the error is of the size of the others. */
const STACKS_UNIT = 30;

const survivors: Head = {
  name: 'survivors',
  meaning: 'how many stacks the mover has left at the end',
  output: ({ hidden }) => denseLayer('survivors', hidden, 1),
  loss: (output, target) => squaredLoss(output, target),
  unit: `(${STACKS_UNIT} stacks)²`,
  weight: 0.1,
  dims: [1],
  column: { name: 'survivors', type: 'uint8', width: 1 },
  read: (row, _symmetry, out) => {
    out[0] = row[0] / STACKS_UNIT; // the same however the board is turned
  },
  target: 'survivors-counted',
};

const counted: Target = {
  name: 'survivors-counted',
  head: 'survivors',
  meaning: "the mover's stacks in the last position of the game",
  options: {},
  write: (game, ply, _options, out) => {
    const { mover } = game.plies[ply];
    out[0] = game.cells.filter((cell) => cell !== EMPTY && ownerOf(cell) === mover).length;
  },
};

export const parts: Parts = { heads: [survivors], targets: [counted] };

export const settings: SettingsLayer = { network: { auxiliaryHeads: ['survivors'] } };
