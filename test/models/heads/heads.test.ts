import { describe, expect, test } from 'vitest';
import { POINT_COUNT, SYMMETRY_COUNT } from '../../../env/index.ts';
import {
  allocateTrainingBatch,
  defineNetwork,
  freshNetwork,
  HEADS,
  type Head,
  headsOf,
  initialState,
  learnerConfig,
  networkPreset,
  sizeOf,
  targetsFor,
  UNKNOWN_CLASS,
} from '../../../models/index.ts';
import { createLearner } from '../../../models/node/index.ts';
import { closeSamples, type Samples } from '../../../train/index.ts';
import { finishedRandomGame, turnedGame } from '../../support/finished-games.ts';
import { randomSamples } from '../../support/samples.ts';

const allHeads = { ...networkPreset('tiny'), auxiliaryHeads: HEADS.names.slice(2) };
const game = finishedRandomGame(1);
const samplesOf = (of: typeof game): Samples => closeSamples([of], targetsFor(HEADS.all));

const readRow = ({ name, column, dims, read }: Head, samples: Samples, row: number, symmetry: number): number[] => {
  const out = new Float32Array(sizeOf(dims));
  read(samples.heads[name].subarray(row * column.width, (row + 1) * column.width), symmetry, out);
  return [...out];
};

describe.each(HEADS.all)('the head $name', (head) => {
  test('reads the same from a row under a symmetry as from the turned game', () => {
    const straight = samplesOf(game);
    for (let symmetry = 0; symmetry < SYMMETRY_COUNT; symmetry++) {
      const turned = samplesOf(turnedGame(game, symmetry));
      for (let row = 0; row < straight.count; row++)
        expect(readRow(head, straight, row, symmetry)).toEqual(readRow(head, turned, row, 0));
    }
  });

  test('has something to learn in every game, and not always the same', () => {
    const samples = samplesOf(game);
    const rows = Array.from({ length: samples.count }, (_, row) => readRow(head, samples, row, 0).join());
    expect(new Set(rows).size).toBeGreaterThan(1);
    expect(samples.heads[head.name].some((number) => number !== 0)).toBe(true);
  });

  test('answers in the shape that its loss compares with', () => {
    expect(defineNetwork(allHeads).outputs[head.name].dims).toEqual(head.dims);
    expect(allocateTrainingBatch(3, [head]).targets).toEqual({ [head.name]: new Float32Array(3 * sizeOf(head.dims)) });
  });
});

test('what is unknown is read as nothing', () => {
  for (const name of ['outcomeType', 'pointFates']) {
    const { dims, read } = HEADS.get(name);
    const out = new Float32Array(sizeOf(dims));
    read(new Uint8Array(POINT_COUNT).fill(UNKNOWN_CLASS), 3, out);
    expect(out.every((number) => number === 0)).toBe(true);
  }
});

test('a network with every head learns eight samples by heart, and what is unknown costs nothing', async () => {
  const config = learnerConfig(allHeads, { optimiser: { learningRate: 1e-2, warmUpSteps: 10, weightDecay: 0 } });
  const samples = randomSamples(8, 3, headsOf(allHeads));
  const { learner } = await createLearner(config, initialState(freshNetwork(allHeads, 1).weights));
  let last = await learner.step(samples);
  const first = last;
  while (last.step < 150) last = await learner.step(samples);
  for (const { name } of headsOf(allHeads)) {
    expect(last.losses[name], name).toBeLessThan(0.1);
    expect(last.losses[name], name).toBeLessThan(first.losses[name] / 4);
  }
  const masked = ['policy', 'outcomeType', 'pointFates', 'nextPolicy'];
  for (const name of masked) samples.targets[name].fill(0);
  const { losses } = await learner.gradients(samples);
  for (const name of masked) expect(losses[name], name).toBe(0);
  await learner.close();
});
