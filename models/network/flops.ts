/** What a program costs: multiplications and additions of its matrix products for one sample. The rest is small. */
import { inOrder, sizeOf, type Value } from '../program/value.ts';

/** Floating-point operations for one sample; a multiplication and its addition count as two. */
export const flopsOf = (results: readonly Value[]): number =>
  inOrder(results).reduce((total, { operation, dims, batched }) => {
    switch (operation.type) {
      case 'dense':
      case 'neighbour-dense':
        return total + (batched ? 2 * sizeOf(dims) * operation.weights.dims[0] : 0);
      default:
        return total;
    }
  }, 0);

/** A step of training is counted as three forward passes: forward, slopes of the inputs, slopes of the weights. */
export const TRAINING_FLOPS_FACTOR = 3;
