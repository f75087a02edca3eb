import { expect, test } from 'vitest';
import { freshNetwork, initialState, learnerConfig, networkPreset } from '../../../models/index.ts';
import { chooseEngine, createEvaluator, createLearner, loadOnnxRuntime } from '../../../models/node/index.ts';
import { createOnnxEvaluator, type OnnxRuntime } from '../../../models/onnx/index.ts';

const network = freshNetwork(networkPreset('tiny'), 1);

const usual = { precision: 'float32', fallback: null } as const;

test.each([
  { given: {}, chosen: { engine: 'onnx', backend: 'auto', device: 'cpu', ...usual } },
  {
    given: { precision: 'int8' },
    chosen: { engine: 'onnx', backend: 'auto', device: 'cpu', ...usual, precision: 'int8' },
  },
  { given: { engine: 'tfjs' }, chosen: { engine: 'tfjs', backend: 'auto', device: 'cpu', ...usual } },
  { given: { device: 'cuda' }, chosen: { engine: 'onnx', backend: 'auto', device: 'cuda', ...usual } },
] as const)('with onnxruntime installed, $given means $chosen', async ({ given, chosen }) => {
  expect(await chooseEngine(given)).toEqual(chosen);
});

const refusals = [
  { options: { device: 'abacus' }, says: /^invalid device "abacus": this build of onnxruntime has cpu(, \w+)*$/ },
  { options: { engine: 'onnx', device: '' }, says: /^invalid device "": this build of onnxruntime has cpu/ },
  { options: { engine: 'tfjs', device: 'cuda' }, says: /^invalid device "cuda": devices are those of onnxruntime/ },
  {
    options: { engine: 'tfjs', precision: 'int8' },
    says: /^invalid precision "int8": only onnxruntime on the processor/,
  },
  { options: { device: 'cuda', precision: 'int8' }, says: /^invalid precision "int8": only onnxruntime on the/ },
] as const;

test.each(refusals)('an evaluator with $options is refused', async ({ options, says }) => {
  await expect(createEvaluator(network, options)).rejects.toThrow(says);
});

test('a learner with an unknown device is refused', async () => {
  const learner = createLearner(learnerConfig(network.config), initialState(network.weights), { device: 'abacus' });
  await expect(learner).rejects.toThrow('invalid device "abacus": this build of onnxruntime has cpu');
});

/** A build of onnxruntime that knows a device and cannot start it. */
const withBrokenDevice = ({ Tensor }: OnnxRuntime): OnnxRuntime => ({
  Tensor,
  listSupportedBackends: () => [{ name: 'cpu' }, { name: 'npu' }],
  InferenceSession: {
    create: async (_model, { executionProviders }) => {
      throw new Error(`${executionProviders} has no driver\nsome place in a source`);
    },
  },
});

test('a device that cannot be started is refused in one line, and never replaced by the CPU', async () => {
  const runtime = withBrokenDevice(await loadOnnxRuntime());
  const evaluator = createOnnxEvaluator(runtime, network.config, network.weights, { device: 'npu' });
  await expect(evaluator).rejects.toThrow(
    /^invalid device "npu": onnxruntime cannot use it here \(npu has no driver\)$/,
  );
});
