import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { encodeNetwork, networkPreset } from '../../../models/index.ts';
import { createEvaluator, openEvaluator } from '../../../models/node/index.ts';
import { freshWeights } from '../../support/networks.ts';
import { randomEvaluations } from '../../support/samples.ts';

const folder = mkdtempSync(join(tmpdir(), 'tzaar-models-'));
const config = networkPreset('tiny');
const weights = freshWeights(config, 1);

test('an evaluator from a weight file judges like one from the weights', async () => {
  const path = join(folder, 'tiny.weights');
  writeFileSync(path, await encodeNetwork({ config, weights }));
  const [fromFile, fromMemory] = [await openEvaluator(path), await createEvaluator({ config, weights })];
  const [a, b] = [randomEvaluations(4, 1), randomEvaluations(4, 1)];
  await fromFile.evaluate(a, 4);
  await fromMemory.evaluate(b, 4);
  expect(a.priors).toEqual(b.priors);
  expect(a.values).toEqual(b.values);
  await fromFile.close();
  await fromMemory.close();
});

test('which tfjs backend was chosen, and why, is said', async () => {
  const lines: string[] = [];
  const say = (line: string): void => void lines.push(line);
  const evaluator = await createEvaluator({ config, weights }, { engine: 'tfjs', backend: 'wasm', say });
  expect(lines).toEqual(['tfjs backend wasm: asked for']);
  expect(evaluator.name).toBe('hex 16 × 2, tfjs wasm');
  await evaluator.close();
});

test('a file that is not there is refused in a sentence', async () => {
  const path = join(folder, 'nothing.weights');
  await expect(openEvaluator(path)).rejects.toThrow(`invalid model file "${path}": there is no such file`);
});
