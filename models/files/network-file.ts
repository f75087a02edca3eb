/** Weight files: a network's config, what it was made for, and its weights. What does not fit exactly is refused. */
import { ACTION_COUNT, ENVIRONMENT_VERSION, InvalidInput, PLANES } from '../../env/index.ts';
import { defineNetwork } from '../network/network.ts';
import { type NetworkConfig, parseNetworkConfig } from '../network/network-config.ts';
import { type NetworkWeights, parametersOf } from '../network/parameters.ts';
import { decodeTensorFile, encodeTensorFile, type NamedTensor, type TensorFile } from './tensor-file.ts';

const KIND = 'network';

/** A network as the bytes of a weight file. */
export const encodeNetwork = ({ config, weights }: NetworkWeights): Promise<Uint8Array> =>
  encodeTensorFile({ kind: KIND, facts: madeFor(config), tensors: splitWeights(config, weights) });

/** Reads a weight file; what does not fit exactly is refused in a sentence. */
export const decodeNetwork = async (bytes: Uint8Array, source: string): Promise<NetworkWeights> => {
  const file = await decodeTensorFile(bytes, source);
  const config = checkMadeFor(file, KIND, source);
  return { config, weights: joinWeights(config, file.tensors, source) };
};

/** What a file says of the network it is for. */
export const madeFor = (config: NetworkConfig): Readonly<Record<string, unknown>> => ({
  environment: ENVIRONMENT_VERSION,
  actions: ACTION_COUNT,
  planes: PLANES.map(({ name }) => name),
  network: config,
});

/** The config of the network that the file is for, if it is of the right kind and for this environment. */
export const checkMadeFor = ({ kind, facts }: TensorFile, wanted: string, source: string): NetworkConfig => {
  const { environment, actions, planes, network } = facts;
  const refuse = (why: string): never => {
    throw new InvalidInput('model file', source, why);
  };
  if (kind !== wanted) refuse(`it holds a ${kind}, expected a ${wanted}`);
  if (environment !== ENVIRONMENT_VERSION) {
    refuse(`it is for environment ${environment}, this program plays ${ENVIRONMENT_VERSION}`);
  }
  if (actions !== ACTION_COUNT) refuse(`it is for ${actions} actions, this program has ${ACTION_COUNT}`);
  const names = PLANES.map(({ name }) => name);
  if (!Array.isArray(planes) || planes.length !== names.length || planes.some((name, at) => name !== names[at])) {
    refuse(`it reads other planes than the ${names.length} that this program writes`);
  }
  try {
    return parseNetworkConfig(network);
  } catch (error) {
    return refuse((error as Error).message);
  }
};

const splitWeights = (config: NetworkConfig, weights: Float32Array): readonly NamedTensor[] =>
  parametersOf(defineNetwork(config)).slots.map(({ name, dims, offset, size }) => ({
    name,
    shape: dims,
    data: weights.subarray(offset, offset + size),
  }));

const joinWeights = (config: NetworkConfig, tensors: readonly NamedTensor[], source: string): Float32Array => {
  const { slots, size } = parametersOf(defineNetwork(config));
  const refuse = (why: string): never => {
    throw new InvalidInput('model file', source, why);
  };
  if (tensors.length !== slots.length) refuse(`it has ${tensors.length} tensors, its network needs ${slots.length}`);
  for (const [index, { name, dims }] of slots.entries()) {
    const tensor = tensors[index];
    if (tensor.name !== name) refuse(`tensor ${index} is ${tensor.name}, its network needs ${name}`);
    if (tensor.shape.join() !== dims.join()) {
      refuse(`${name} has shape [${tensor.shape.join(', ')}], its network needs [${dims.join(', ')}]`);
    }
  }
  const weights = new Float32Array(size); // only now: a config alone must not make us allocate
  for (const [index, { offset }] of slots.entries()) weights.set(tensors[index].data, offset);
  return weights;
};
