/** Plain layers over all planes of all points: no geometry at all, the yardstick for the others. */
import { OBSERVATION_SIZE, POINT_COUNT } from '../../../env/index.ts';
import { relu, reshape } from '../../program/operations.ts';
import { denseLayer } from '../layers.ts';
import type { Trunk } from './trunk.ts';

const POINT_CHANNELS = 16;

export const MLP: Trunk = {
  name: 'mlp',
  meaning: 'dense layers over all planes of all points. Sees no geometry: the yardstick',
  define: (observation, { channels, layers }) => {
    let hidden = reshape(observation, [OBSERVATION_SIZE]);
    for (let layer = 0; layer < layers; layer++) hidden = relu(denseLayer(`layer${layer}`, hidden, channels));
    const points = relu(denseLayer('points', hidden, POINT_COUNT * POINT_CHANNELS));
    return reshape(points, [POINT_COUNT, POINT_CHANNELS]);
  },
  microBatch: 128,
};
