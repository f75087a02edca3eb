/** The files of a released model, as bytes: the tfjs graph with its weights, and the ONNX file of the same numbers. */
import { defineNetwork } from '../network/network.ts';
import { type NetworkWeights, parametersOf } from '../network/parameters.ts';
import { writeProgram } from '../onnx/write-program.ts';
import { type Precision, WEIGHTS_FILE } from './manifest.ts';
import { readParameters, type StoredWeight, storeParameter } from './weight-list.ts';
import { writeGraph } from './write-graph.ts';

export type EncodedModel = {
  /** The network as it is after loading the files: rounded to the precision, without auxiliary heads. */
  readonly network: NetworkWeights;
  readonly graph: Uint8Array;
  readonly weights: Uint8Array;
  readonly onnx: Uint8Array;
};

export const encodeModel = (
  trained: NetworkWeights,
  precision: Precision,
  generatedBy = 'tzaar-zero',
): EncodedModel => {
  const { config, weights } = withoutAuxiliaryHeads(trained);
  const network = defineNetwork(config);
  const { policy, value } = network.outputs;
  const list = parametersOf(network);
  const parameters = list.slots.map(({ name, dims, offset, size }) =>
    storeParameter(name, dims, weights.slice(offset, offset + size), precision),
  );
  const { topology, signature, constants } = writeGraph({ policy, value });
  const stored = [...parameters, ...constants];
  const bytes = joined(stored);
  const rounded = readParameters(
    stored.map(({ entry }) => entry),
    list,
    bytes,
    'what is being written',
  );
  const graph = {
    format: 'graph-model',
    generatedBy,
    convertedBy: null,
    signature,
    modelTopology: topology,
    weightsManifest: [{ paths: [WEIGHTS_FILE], weights: stored.map(({ entry }) => entry) }],
  };
  return {
    network: { config, weights: rounded },
    graph: new TextEncoder().encode(JSON.stringify(graph)),
    weights: bytes,
    onnx: writeProgram({ policy, value }, { type: 'fixed', list, weights: rounded }),
  };
};

/** Auxiliary heads help learning only; play never uses them. */
export const withoutAuxiliaryHeads = ({ config, weights }: NetworkWeights): NetworkWeights => {
  const bare = { ...config, auxiliaryHeads: [] };
  const from = new Map(parametersOf(defineNetwork(config)).slots.map((slot) => [slot.name, slot]));
  const { slots, size } = parametersOf(defineNetwork(bare));
  const kept = new Float32Array(size);
  for (const { name, offset, size: length } of slots) {
    const start = from.get(name)!.offset;
    kept.set(weights.subarray(start, start + length), offset);
  }
  return { config: bare, weights: kept };
};

const joined = (parts: readonly StoredWeight[]): Uint8Array => {
  const bytes = new Uint8Array(parts.reduce((total, part) => total + part.bytes.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part.bytes, at);
    at += part.bytes.length;
  }
  return bytes;
};
