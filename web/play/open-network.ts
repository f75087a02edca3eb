/** Fetches a released model and makes it ready in the browser: tfjs on wasm, one thread, checked on its own positions. */
import { InvalidInput } from '../../env/index.ts';
import { describeNetwork } from '../../models/index.ts';
import { fetchRelease, replaySelfcheck } from '../../models/release/index.ts';
import { chooseBackend, TfjsEvaluator } from '../../models/tfjs/index.ts';
import type { OpenedNetwork } from './engine.ts';

/** A host that sends nothing for this long has stalled; a slow one may take any time as long as data arrives. */
const STALLED_MS = 20_000;

export const openNetwork = async (model: string, wasm: string): Promise<OpenedNetwork> => {
  const [{ manifest, network, selfcheck }, { backend }] = await Promise.all([
    fetchUnlessStalled(model),
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

const fetchUnlessStalled = async (model: string): ReturnType<typeof fetchRelease> => {
  const stalled = new AbortController();
  const sentence = `its host has sent nothing for ${STALLED_MS / 1000} seconds`;
  const abort = (): void => stalled.abort(new InvalidInput('released model', model, sentence));
  let timer = setTimeout(abort, STALLED_MS);
  const onProgress = (): void => {
    clearTimeout(timer);
    timer = setTimeout(abort, STALLED_MS);
  };
  try {
    return await fetchRelease(model, { signal: stalled.signal, onProgress });
  } finally {
    clearTimeout(timer);
  }
};
