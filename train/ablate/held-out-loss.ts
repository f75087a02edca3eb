/** How well a network foretells games that it did not learn from: who wins them, and what a search of them prefers. */
import { ACTION_COUNT } from '../../env/index.ts';
import { allocateBatch, type Evaluator, type SampleBatch } from '../../models/index.ts';
import { writeSample } from '../replay-window.ts';
import type { Samples } from '../samples.ts';

/** Sums over the positions of one game, in nats. */
export type GameLoss = { readonly positions: number; readonly value: number; readonly policy: number };

const BATCH = 256;
/** A network that is certain and wrong would otherwise cost infinitely much. */
const LEAST_CHANCE = 1e-6;

/** The losses of each game, which is the samples of one shard. */
export const measureLosses = async (evaluator: Evaluator, games: readonly Samples[]): Promise<GameLoss[]> => {
  const losses: GameLoss[] = [];
  for (const game of games) losses.push(await lossOf(evaluator, game));
  return losses;
};

const lossOf = async (evaluator: Evaluator, game: Samples): Promise<GameLoss> => {
  const batch = allocateBatch(Math.max(1, Math.min(BATCH, game.count)));
  const { observations, masks, priors, values, capacity } = batch;
  const policy = new Float32Array(capacity * ACTION_COUNT);
  const samples: SampleBatch = {
    count: capacity,
    observations,
    masks,
    weights: new Float32Array(capacity),
    targets: { policy },
  };
  let sums = { positions: 0, value: 0, policy: 0 };
  for (let first = 0; first < game.count; first += capacity) {
    const count = Math.min(capacity, game.count - first);
    masks.fill(0);
    policy.fill(0);
    for (let row = 0; row < count; row++) writeSample(game, first + row, 0, samples, row);
    await evaluator.evaluate(batch, count);
    for (let row = 0; row < count; row++) {
      const at = row * ACTION_COUNT;
      sums = {
        positions: sums.positions + 1,
        value: sums.value + valueLoss(values[row], game.results[first + row]),
        policy:
          sums.policy + policyLoss(priors.subarray(at, at + ACTION_COUNT), policy.subarray(at, at + ACTION_COUNT)),
      };
    }
  }
  return sums;
};

/** Of a value from −1 to 1, once it is known who won: 1 if the mover did, −1 if not. */
export const valueLoss = (value: number, result: number): number =>
  -Math.log(Math.max(LEAST_CHANCE, (1 + (result > 0 ? value : -value)) / 2));

/** Cross-entropy of what the network expects with what the search preferred. */
export const policyLoss = (prior: Float32Array, target: Float32Array): number => {
  let loss = 0;
  for (let action = 0; action < target.length; action++)
    if (target[action] > 0) loss -= target[action] * Math.log(Math.max(LEAST_CHANCE, prior[action]));
  return loss;
};
