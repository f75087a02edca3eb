/** Fetches a model and makes it ready in the browser: tfjs on wasm, one thread. */
import { decodeNetwork } from '../../models/index.ts';
import { chooseBackend, TfjsEvaluator } from '../../models/tfjs/index.ts';
import type { OpenedNetwork } from './engine.ts';

export const openNetwork = async (model: string, wasm: string): Promise<OpenedNetwork> => {
  const response = await fetch(new URL('weights.bin', model));
  if (!response.ok) throw new Error(`${response.url} answers ${response.status}`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const { config, weights } = await decodeNetwork(bytes, response.url);
  const { backend } = await chooseBackend('wasm', { wasmFiles: wasm });
  const evaluator = new TfjsEvaluator(config, weights);
  return { evaluator, name: 'network', about: `${evaluator.name} (${backend})` };
};
