import { expect, test } from 'vitest';
import { OBSERVATION_SIZE } from '../../../env/index.ts';
import { auxiliaryHeads, defineNetwork, HEADS, networkPreset } from '../../../models/index.ts';
import { loadOnnxRuntime } from '../../../models/node/index.ts';
import { writeOnnxModel } from '../../../models/onnx/index.ts';
import { freshWeights } from '../../support/networks.ts';

const config = { ...networkPreset('tiny'), auxiliaryHeads: auxiliaryHeads() };
const model = writeOnnxModel(defineNetwork(config), freshWeights(config, 1));

test('the ONNX file of a network answers for every head, for any number of positions', async () => {
  const { InferenceSession, Tensor } = (await loadOnnxRuntime()) as typeof import('onnxruntime-node');
  const session = await InferenceSession.create(model);
  expect(session.inputNames).toEqual(['observation']);
  for (const count of [1, 3]) {
    const observation = new Tensor('float32', new Float32Array(count * OBSERVATION_SIZE), [count, 60, 48]);
    const results = await session.run({ observation });
    expect(Object.fromEntries(Object.entries(results).map(([name, { dims }]) => [name, dims]))).toEqual(
      Object.fromEntries(HEADS.all.map(({ name, dims }) => [name, [count, ...dims]])),
    );
  }
  await session.release();
});

test('the same weights give the same file', () => {
  expect(writeOnnxModel(defineNetwork(config), freshWeights(config, 1))).toEqual(model);
});
