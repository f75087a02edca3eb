/** Fetches a released model and makes it ready in the browser: tfjs on wasm, one thread, checked on its own positions. */
import { InvalidInput } from '../../env/index.ts';
import { describeNetwork } from '../../models/index.ts';
import { fetchRelease, replaySelfcheck } from '../../models/release/index.ts';
import { chooseBackend, TfjsEvaluator } from '../../models/tfjs/index.ts';
import type { OpenedNetwork } from './engine.ts';

export const openNetwork = async (model: string, wasm: string): Promise<OpenedNetwork> => {
  const [{ manifest, network, selfcheck }, { backend }] = await Promise.all([
    fetchRelease(model),
    chooseBackend('wasm', { wasmFiles: wasm }),
  ]);
  const evaluator = new TfjsEvaluator(network.config, network.weights);
  const { agrees, worstPolicy, worstValue } = await replaySelfcheck(evaluator, selfcheck);
  if (!agrees) {
    const off = `policy by ${worstPolicy.toExponential(1)}, value by ${worstValue.toExponential(1)}`;
    throw new InvalidInput('released model', model, `on this machine it is off what its selfcheck says: ${off}`);
  }
  return { evaluator, name: manifest.name, about: `${describeNetwork(network.config)} on tfjs ${backend}` };
};
