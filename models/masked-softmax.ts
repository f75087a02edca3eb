/** From what a network says to what a search needs: priors over the legal actions and an expected result. Hot. */
import { ACTION_COUNT } from '../env/index.ts';
import type { EvaluationBatch } from './evaluator.ts';

/** Fills priors and values of `count` rows from row `first` on; `logits` and `valueLogits` begin at that row. */
export const fillEvaluations = (
  { masks, priors, values }: EvaluationBatch,
  first: number,
  count: number,
  logits: Float32Array, // [count × ACTION_COUNT]
  valueLogits: Float32Array, // [count]
): void => {
  for (let row = 0; row < count; row++) {
    maskedSoftmax(logits, row * ACTION_COUNT, masks, priors, (first + row) * ACTION_COUNT);
    values[first + row] = Math.tanh(valueLogits[row] / 2); // 2 · sigmoid − 1: won is 1, lost is −1
  }
};

/** The softmax over the legal actions; nothing is legal in a finished game, and then all priors are 0. */
const maskedSoftmax = (
  logits: Float32Array,
  from: number,
  masks: Uint8Array,
  priors: Float32Array,
  to: number,
): void => {
  let highest = Number.NEGATIVE_INFINITY;
  for (let action = 0; action < ACTION_COUNT; action++) {
    if (masks[to + action] !== 0 && logits[from + action] > highest) highest = logits[from + action];
  }
  let sum = 0;
  for (let action = 0; action < ACTION_COUNT; action++) {
    const share = masks[to + action] === 0 ? 0 : Math.exp(logits[from + action] - highest);
    priors[to + action] = share;
    sum += share;
  }
  if (sum === 0) return;
  const factor = 1 / sum;
  for (let action = 0; action < ACTION_COUNT; action++) priors[to + action] *= factor;
};
