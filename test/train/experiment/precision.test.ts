import { expect, test } from 'vitest';
import {
  makeJob,
  makeSettings,
  originOf,
  playPrecision,
  presetLayer,
  requireEngines,
  runEngine,
  selfPlayKind,
} from '../../../train/index.ts';
import { SHORT, smokeExperiment } from '../../support/runs.ts';

test.each([
  [{}, 'float32'],
  [{ precision: 'int8' }, 'int8'],
  [{ precision: 'auto' }, 'int8'],
  [{ precision: 'auto', engine: 'tfjs' }, 'float32'],
  [{ precision: 'auto', device: 'cuda' }, 'float32'],
] as const)('evaluator %j plays in %s', (evaluator, precision) => {
  expect(playPrecision(makeSettings({ evaluator }).evaluator)).toBe(precision);
});

test('matches are told the engine alone', () => {
  const { evaluator } = makeSettings({ evaluator: { precision: 'int8' } });
  expect(runEngine(evaluator)).toEqual({ engine: 'onnx', backend: 'auto', device: 'cpu' });
});

test('the standard preset runs where there is no onnxruntime', async () => {
  const tfjs = { engine: 'tfjs', backend: 'wasm' } as const;
  await requireEngines(makeSettings({ evaluator: tfjs, learner: tfjs }, presetLayer('standard')));
});

test('8 bits for an engine that has none are refused before anything is played', async () => {
  const settings = makeSettings({ evaluator: { engine: 'tfjs', backend: 'wasm', precision: 'int8' } });
  await expect(requireEngines(settings)).rejects.toThrow(/precision "int8": only onnxruntime on the processor has it/);
});

test('a job says in what numbers it is played, for workers anywhere, and is no other job for it', async () => {
  const jobs = await Promise.all(
    (['float32', 'auto'] as const).map((precision) =>
      makeJob(smokeExperiment(SHORT, { evaluator: { precision } }), '000002-0000', async () => '0123456789abcdef'),
    ),
  );
  expect(jobs.map(({ player }) => player)).toMatchObject([{ type: 'network' }, { type: 'network', precision: 'int8' }]);
  expect(jobs[0].player).not.toHaveProperty('precision'); // as it was before there was another
  expect(jobs.map((job) => selfPlayKind.check(job))).toEqual(jobs);
  const [exact, rounded] = jobs.map((job) => originOf({ modules: [] }, job));
  expect(rounded).toEqual(exact);
  const odd = { ...jobs[1], player: { ...jobs[1].player, precision: 'int4' } };
  expect(() => selfPlayKind.check(odd)).toThrow(/precision must be one of float32, int8/);
});
