/** The engines that a run computes with: chosen once, when it begins, and written into its settings; from then on they are there or asked for. */
import { InvalidInput } from '../../env/index.ts';
import { type EvaluatorPrecision, freshNetwork, networkPreset } from '../../models/index.ts';
import { chooseEngine, createEvaluator, type EngineOptions, sayOnce } from '../../models/node/index.ts';
import { CPU } from '../../models/onnx/index.ts';
import type { SettingsLayer } from './make-settings.ts';
import type { EvaluatorSettings, Settings } from './settings.ts';

/** Which engines an experiment computes with unless it says so. */
export type EngineDefaults = {
  /** To be laid under all other settings. */
  readonly layer: SettingsLayer;
  /** Why it is not the usual engine, for people; null if it is. */
  readonly fallback: string | null;
};

/** Where a run's networks are evaluated. In what numbers is for each game to say. */
export const runEngine = ({ engine, backend, device }: EvaluatorSettings): EngineOptions => ({
  engine,
  backend,
  device,
});

/** In what numbers the games of a run are played. */
export const playPrecision = ({ engine, device, precision }: EvaluatorSettings): EvaluatorPrecision => {
  if (precision !== 'auto') return precision;
  return engine === 'onnx' && device === CPU ? 'int8' : 'float32';
};

/** What the defaults of a new run become on this machine: `onnx`, or `tfjs` on wasm where onnxruntime is missing. */
export const engineDefaults = async (): Promise<EngineDefaults> => {
  const { engine, backend, fallback } = await chooseEngine();
  return fallback === null
    ? { layer: {}, fallback }
    : { layer: { evaluator: { engine, backend }, learner: { engine, backend } }, fallback };
};

/**
 * Refuses settings whose engine or device is not here, before anything is played: a run that went on with another one by
 * itself would not be the run that it was.
 */
export const requireEngines = async ({ evaluator, learner }: Settings): Promise<void> => {
  await requireEngine('evaluator', { ...runEngine(evaluator), precision: playPrecision(evaluator) });
  const { engine, backend, device } = learner;
  if (engine !== 'auto') await requireEngine('learner', { engine, backend, device });
};

const requireEngine = async (setting: 'evaluator' | 'learner', options: EngineOptions): Promise<void> => {
  try {
    const say = options.backend === 'auto' ? sayOnce : () => {}; // which backend that is, is known only now
    await (await createEvaluator(freshNetwork(networkPreset('tiny'), 1), { ...options, say })).close();
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    const { engine, device } = options;
    const way = `or choose another for the run: --set evaluator.engine=tfjs --set learner.engine=tfjs, --device cpu`;
    throw new InvalidInput(setting, { engine, device }, `${error.message}; ${way}`, { cause: error });
  }
};
