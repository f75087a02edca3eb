/** The gradient program of a training step: from samples and parameters to losses and one flat array of gradients. */
import type { Network } from '../network/network.ts';
import type { ParameterList } from '../network/parameters.ts';
import { gradients } from '../program/gradients.ts';
import { add, concat, input, reshape } from '../program/operations.ts';
import type { Value } from '../program/value.ts';
import { defineLoss, type LossWeights, TOTAL_LOSS } from './loss.ts';
import { GRADIENTS_INPUT } from './optimiser.ts';

/**
 * Results by name: `gradients`, added to what the earlier micro-batches of the step have gathered, `loss/total` and a
 * `loss/…` for each head.
 */
export const defineGradientStep = (
  network: Network,
  { slots, size }: ParameterList,
  lossWeights: LossWeights,
): Readonly<Record<string, Value>> => {
  const { total, heads } = defineLoss(network, lossWeights);
  const slopes = gradients(
    total,
    slots.map((slot) => slot.value),
  ).map((slope, index) => reshape(slope, [slots[index].size]));
  return {
    [GRADIENTS_INPUT]: add(input(GRADIENTS_INPUT, [size], false), concat(slopes)),
    [`loss/${TOTAL_LOSS}`]: total,
    ...Object.fromEntries(Object.entries(heads).map(([head, loss]) => [`loss/${head}`, loss])),
  };
};
