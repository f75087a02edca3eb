import { beforeAll, expect, test } from 'vitest';
import {
  ACTION_COUNT,
  applySymmetry,
  emptyPosition,
  encodeObservation,
  legalActions,
  MAX_LEGAL_ACTIONS,
  type Position,
  randomStream,
  SYMMETRY_COUNT,
  startPosition,
  symmetricAction,
} from '../../env/index.ts';
import {
  allocateBatch,
  CachingEvaluator,
  type EvaluationBatch,
  type Evaluator,
  freshNetwork,
  networkPreset,
  SymmetryEvaluator,
} from '../../models/index.ts';
import { createEvaluator } from '../../models/node/index.ts';

let network: Evaluator;
beforeAll(async () => {
  network = await createEvaluator(freshNetwork(networkPreset('tiny'), 3));
});

const question = (position: Position): EvaluationBatch => {
  const batch = allocateBatch(1);
  encodeObservation(position, batch.observations);
  const actions = new Uint16Array(MAX_LEGAL_ACTIONS);
  for (const action of actions.subarray(0, legalActions(position, actions))) batch.masks[action] = 1;
  batch.keys.set([position.hashLow, position.hashHigh]);
  return batch;
};

const position = startPosition('random', randomStream(5));
const image = (symmetry: number): EvaluationBatch => question(applySymmetry(position, symmetry, emptyPosition()));

test('with all images, every symmetric position has the same value and the image of the same priors', async () => {
  const evaluator = new SymmetryEvaluator(network);
  const here = question(position);
  await evaluator.evaluate(here, 1);
  for (let symmetry = 0; symmetry < SYMMETRY_COUNT; symmetry++) {
    const there = image(symmetry);
    await evaluator.evaluate(there, 1);
    expect(there.values[0]).toBeCloseTo(here.values[0], 6);
    for (let action = 0; action < ACTION_COUNT; action++) {
      expect(there.priors[symmetricAction(symmetry, action)]).toBeCloseTo(here.priors[action], 6);
    }
  }
});

test('the network alone does tell symmetric positions apart', async () => {
  const [here, there] = [image(0), image(1)];
  await network.evaluate(here, 1);
  await network.evaluate(there, 1);
  expect(Math.abs(here.values[0] - there.values[0])).toBeGreaterThan(1e-4);
});

test('a cache below keeps the images of a position apart', async () => {
  const cache = new CachingEvaluator(network, 100);
  const [plain, cached] = [question(position), question(position)];
  await new SymmetryEvaluator(network, 5).evaluate(plain, 1);
  await new SymmetryEvaluator(cache, 5).evaluate(cached, 1);
  expect(cached.priors).toEqual(plain.priors);
  expect(cache.statistics).toMatchObject({ hits: 0, misses: 5 });
});

test.each([0, 13, 1.5])('%s images are refused', (images) => {
  expect(() => new SymmetryEvaluator(network, images)).toThrow('expected 1 to 12');
});
