/** A head and a target that the project does not know: registering them is all it takes. */
import { afterAll, describe, expect, test } from 'vitest';
import { EMPTY } from '../../../env/index.ts';
import {
  decodeLearner,
  decodeNetwork,
  defineNetwork,
  denseLayer,
  encodeLearner,
  encodeNetwork,
  freshNetwork,
  HEADS,
  type Head,
  headsOf,
  initialState,
  learnerConfig,
  networkPreset,
  parametersOf,
  parseNetworkConfig,
  squaredLoss,
  TARGETS,
  type Target,
  targetsFor,
} from '../../../models/index.ts';
import { createEvaluator, createLearner } from '../../../models/node/index.ts';
import { encodeModel } from '../../../models/release/encode-release.ts';
import { closeSamples, decodeShard, encodeShard } from '../../../train/index.ts';
import { finishedRandomGame } from '../../support/finished-games.ts';
import { randomEvaluations, randomSamples } from '../../support/samples.ts';

/** How many stacks will be left, in tens. */
const STACKS_LEFT: Head = {
  name: 'stacksLeft',
  meaning: 'how many stacks stand at the end',
  output: ({ hidden }) => denseLayer('stacksLeft', hidden, 1, 0.1),
  loss: (output, target) => squaredLoss(output, target),
  unit: '(10 stacks)²',
  weight: 0.5,
  dims: [1],
  column: { name: 'stacksLeft', type: 'uint8', width: 1 },
  read: (row, _symmetry, out) => {
    out[0] = row[0] / 10;
  },
  target: 'stacks-counted',
};

const STACKS_COUNTED: Target = {
  name: 'stacks-counted',
  head: 'stacksLeft',
  meaning: 'as many as stood there',
  options: {},
  write: ({ cells }, _ply, _options, out) => {
    out[0] = cells.filter((cell) => cell !== EMPTY).length;
  },
};

const config = { ...networkPreset('tiny'), auxiliaryHeads: ['stacksLeft'] };
const remove = [HEADS.add(STACKS_LEFT), TARGETS.add(STACKS_COUNTED)];
afterAll(() => {
  for (const undo of remove) undo();
});

describe('a head of a module of the user', () => {
  const heads = headsOf(config);
  const learning = learnerConfig(config, { optimiser: { learningRate: 1e-2, warmUpSteps: 5 } });
  const { weights } = freshNetwork(config, 1);

  test('is written into shards and read from them', () => {
    const game = finishedRandomGame(2);
    const samples = closeSamples([game], targetsFor(heads));
    const left = game.cells.filter((cell) => cell !== EMPTY).length;
    expect(new Set(samples.heads.stacksLeft)).toEqual(new Set([left]));
    expect(decodeShard(encodeShard(samples), 'x', heads)).toEqual(samples);
    expect(() => decodeShard(encodeShard(samples), 'x', HEADS.all)).toThrow('it has no outcomeTypes');
  });

  test.each(['onnx', 'tfjs'] as const)('is learnt with the weight it asks for, on %s', async (engine) => {
    const samples = randomSamples(8, 1, heads);
    const { learner } = await createLearner(learning, initialState(weights), { engine });
    const first = await learner.step(samples);
    const { total, policy, value, stacksLeft } = first.losses;
    expect(total).toBeCloseTo(policy + value + 0.5 * stacksLeft, 4);
    let last = first;
    while (last.step < 10) last = await learner.step(samples);
    expect(last.losses.stacksLeft).toBeLessThan(first.losses.stacksLeft / 2);
    await learner.close();
  });

  test('goes on from a checkpoint as if nothing had been', async () => {
    const batches = [1, 2, 3].map((seed) => randomSamples(8, seed, heads));
    const { learner: straight } = await createLearner(learning, initialState(weights));
    for (const batch of batches) await straight.step(batch);
    const { learner: begun } = await createLearner(learning, initialState(weights));
    for (const batch of batches.slice(0, 2)) await begun.step(batch);
    const bytes = await encodeLearner({ network: config, state: begun.state() });
    const { learner: resumed } = await createLearner(learning, (await decodeLearner(bytes, 'state')).state);
    await resumed.step(batches[2]);
    expect(resumed.state()).toEqual(straight.state());
  });

  test('is left out of what is exported, which plays the same', async () => {
    const { network } = encodeModel({ config, weights }, 'float32');
    expect(network.config.auxiliaryHeads).toEqual([]);
    const names = (of: typeof config): string[] => parametersOf(defineNetwork(of)).slots.map(({ name }) => name);
    expect(names(config)).toContain('stacksLeft/weights');
    expect(names(config).filter((name) => !name.startsWith('stacksLeft/'))).toEqual(
      names({ ...config, auxiliaryHeads: [] }),
    );
    const [whole, bare] = [randomEvaluations(4, 1), randomEvaluations(4, 1)];
    await (await createEvaluator({ config, weights })).evaluate(whole, 4);
    await (await createEvaluator(network)).evaluate(bare, 4);
    expect(bare.priors).toEqual(whole.priors);
    expect(bare.values).toEqual(whole.values);
  });

  test('is refused where its names are taken', async () => {
    const taken = { ...STACKS_LEFT, name: 'total' };
    const undo = HEADS.add(taken);
    const total = { ...config, auxiliaryHeads: ['total'] };
    const learner = createLearner(learnerConfig(total), initialState(freshNetwork(total, 1).weights));
    await expect(learner).rejects.toThrow('invalid name of a head "total": this is the name of the sum of all losses');
    const samples = closeSamples([finishedRandomGame(2)], targetsFor(heads));
    const twins = { ...samples, heads: { ...samples.heads, total: samples.heads.stacksLeft } };
    expect(() => encodeShard(twins)).toThrow('invalid column of a head "stacksLeft": a shard has one of that name');
    undo();
  });

  test('is asked for by name, in the order of the table and once; without the module the name is refused', async () => {
    const asked = { ...config, auxiliaryHeads: ['stacksLeft', 'pointFates', 'stacksLeft'] };
    expect(parseNetworkConfig(asked).auxiliaryHeads).toEqual(['pointFates', 'stacksLeft']);
    const bytes = await encodeNetwork({ config, weights });
    expect((await decodeNetwork(bytes, 'x')).config).toEqual(config);
    const undo = remove[0];
    undo();
    await expect(decodeNetwork(bytes, 'x')).rejects.toThrow(
      'auxiliaryHeads.0 must be one of outcomeType, stepsLeft, pointFates, nextPolicy, or one that a module registers',
    );
    HEADS.add(STACKS_LEFT);
  });
});
