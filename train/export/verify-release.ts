/**
 * Proof that a released model does what it says: loaded back from its folder in each format, by our loader, by stock
 * tfjs and by onnxruntime, it must reproduce its selfcheck.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { InvalidInput, OBSERVATION_SIZE, PLANE_COUNT, POINT_COUNT } from '../../env/index.ts';
import type { EvaluationBatch, Evaluator } from '../../models/evaluator.ts';
import { fillEvaluations } from '../../models/masked-softmax.ts';
import { NEIGHBOURS_INPUT } from '../../models/network/neighbour-table.ts';
import { networkSight, OBSERVATION_INPUT } from '../../models/network/network.ts';
import { describeNetwork } from '../../models/network/network-config.ts';
import { folderReader, readRelease } from '../../models/node/index.ts';
import { loadNativeTfjs } from '../../models/node/load-native-tfjs.ts';
import { loadOnnxRuntime } from '../../models/node/load-onnx-runtime.ts';
import { OnnxEvaluator } from '../../models/onnx/onnx-evaluator.ts';
import { openSession } from '../../models/onnx/onnx-runtime.ts';
import { NEIGHBOURHOOD_SIZE, type Sight } from '../../models/program/value.ts';
import { checkFile } from '../../models/release/load-release.ts';
import { GRAPH_FILE, ONNX_FILE, WEIGHTS_FILE } from '../../models/release/manifest.ts';
import { replaySelfcheck, type SelfcheckResult } from '../../models/release/selfcheck.ts';
import type { TfjsBackend } from '../../models/tfjs/backend.ts';

/** How one format did; `skipped` says why it could not be tried here. */
export type FormatCheck = { readonly format: string } & (
  | { readonly result: SelfcheckResult; readonly skipped?: undefined }
  | { readonly result: null; readonly skipped: string }
);

/** Loads the folder in each format; one that disagrees with `selfcheck.json` is refused. */
export const verifyRelease = async (folder: string, backend: TfjsBackend = 'wasm'): Promise<readonly FormatCheck[]> => {
  const { manifest, network, selfcheck } = await readRelease(folder);
  const read = folderReader(folder);
  for (const file of manifest.files) await checkFile(file, await read(file.name, file.size), folder);
  const sight = networkSight(network.config);
  const [{ chooseBackend }, { TfjsEvaluator }] = await Promise.all([
    import('../../models/tfjs/backend.ts'),
    import('../../models/tfjs/tfjs-evaluator.ts'),
  ]);
  await chooseBackend(backend, { loadNative: loadNativeTfjs });
  const replay = async (format: string, evaluator: Evaluator): Promise<FormatCheck> => {
    const result = await replaySelfcheck(evaluator, selfcheck);
    await evaluator.close();
    if (result.agrees) return { format, result };
    const how = `policy differs by ${result.worstPolicy}, value by ${result.worstValue}`;
    throw new InvalidInput('released model', folder, `${format} does not reproduce its selfcheck: ${how}`);
  };
  const verifyOnnx = async (): Promise<FormatCheck> => {
    const format = 'onnxruntime';
    const runtime = await loadOnnxRuntime().catch((error: Error) => error.message);
    if (typeof runtime === 'string') return { format, result: null, skipped: runtime };
    const session = await openSession(runtime, readFileSync(join(folder, ONNX_FILE)));
    return replay(
      format,
      new OnnxEvaluator(runtime, session, `${describeNetwork(network.config)}, onnxruntime`, {
        layout: 'points',
        sight,
      }),
    );
  };
  return [
    await replay(`this package, tfjs ${backend}`, new TfjsEvaluator(network.config, network.weights)),
    await replay(`stock tfjs, ${backend}`, await openGraphModel(folder, sight)),
    await verifyOnnx(),
  ];
};

/** `model.json` and `weights.bin` as stock tfjs reads them. */
const openGraphModel = async (folder: string, sight: Sight | null): Promise<Evaluator> => {
  const [tf, { loadGraphModel }] = await Promise.all([
    import('@tensorflow/tfjs-core'),
    import('@tensorflow/tfjs-converter'),
  ]);
  const { sightTensor } = await import('../../models/tfjs/sight-tensor.ts');
  const { modelTopology, signature, weightsManifest } = JSON.parse(readFileSync(join(folder, GRAPH_FILE), 'utf8'));
  const weightData = new Uint8Array(readFileSync(join(folder, WEIGHTS_FILE))).buffer;
  const artifacts = {
    format: 'graph-model',
    modelTopology,
    signature,
    weightSpecs: weightsManifest[0].weights,
    weightData,
  };
  const model = await loadGraphModel({ load: async () => artifacts });
  return {
    name: 'stock tfjs',
    evaluate: async (batch: EvaluationBatch, count: number): Promise<void> => {
      const observations = batch.observations.subarray(0, count * OBSERVATION_SIZE);
      const results = tf.tidy(() => {
        const sights = (kind: Sight): object => ({
          [NEIGHBOURS_INPUT]: tf.reshape(sightTensor(kind, observations, count), [
            count,
            POINT_COUNT,
            NEIGHBOURHOOD_SIZE,
          ]),
        });
        const feeds = {
          [OBSERVATION_INPUT]: tf.tensor(observations, [count, POINT_COUNT, PLANE_COUNT]),
          ...(sight !== null && sights(sight)),
        };
        return model.execute(feeds, ['policy', 'value']);
      });
      if (!Array.isArray(results)) throw new Error('a graph with two outputs gave one');
      const [policy, value] = await Promise.all(results.map((tensor) => tensor.data<'float32'>()));
      tf.dispose(results);
      fillEvaluations(batch, 0, count, policy, value);
    },
    close: async () => model.dispose(),
  };
};
