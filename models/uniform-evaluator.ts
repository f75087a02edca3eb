/** Knows nothing: every legal action is equally likely and every position even. The yardstick for search alone. */
import { ACTION_COUNT } from '../env/index.ts';
import type { EvaluationBatch, Evaluator } from './evaluator.ts';

/** Knows nothing: every legal action is as likely, every value 0. */
export class UniformEvaluator implements Evaluator {
  readonly name = 'uniform';
  readonly needsObservations = false;

  async evaluate({ masks, priors, values }: EvaluationBatch, count: number): Promise<void> {
    for (let row = 0; row < count; row++) {
      const start = row * ACTION_COUNT;
      let legal = 0;
      for (let action = 0; action < ACTION_COUNT; action++) legal += masks[start + action];
      const prior = legal === 0 ? 0 : 1 / legal;
      for (let action = 0; action < ACTION_COUNT; action++) priors[start + action] = prior * masks[start + action];
      values[row] = 0;
    }
  }

  async close(): Promise<void> {}
}
