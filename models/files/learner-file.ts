/** Checkpoints of a learner: parameters, optimiser state, average and step, so that training goes on where it stopped. */
import { InvalidInput, preview } from '../../env/index.ts';
import type { LearnerState } from '../learning/learner.ts';
import { STATE_ARRAYS, type StateArray } from '../learning/optimiser.ts';
import { defineNetwork } from '../network/network.ts';
import type { NetworkConfig } from '../network/network-config.ts';
import { parametersOf } from '../network/parameters.ts';
import { checkMadeFor, madeFor } from './network-file.ts';
import { decodeTensorFile, encodeTensorFile } from './tensor-file.ts';

/** All that training needs to go on. */
export type LearnerCheckpoint = { readonly network: NetworkConfig; readonly state: LearnerState };

const KIND = 'learner';

/** A learner's state as the bytes of a file. */
export const encodeLearner = ({ network, state }: LearnerCheckpoint): Promise<Uint8Array> =>
  encodeTensorFile({
    kind: KIND,
    facts: { ...madeFor(network), step: state.step },
    tensors: STATE_ARRAYS.map((name) => ({ name, shape: [state[name].length], data: state[name] })),
  });

/** Reads a learner's file; what does not fit exactly is refused in a sentence. */
export const decodeLearner = async (bytes: Uint8Array, source: string): Promise<LearnerCheckpoint> => {
  const file = await decodeTensorFile(bytes, source);
  const network = checkMadeFor(file, KIND, source);
  const { step } = file.facts;
  if (!Number.isSafeInteger(step) || (step as number) < 0) {
    throw new InvalidInput('model file', source, `its step is ${preview(step, 40)}, expected a whole number`);
  }
  const { size } = parametersOf(defineNetwork(network));
  const arrays = STATE_ARRAYS.map((name): [StateArray, Float32Array] => {
    const tensor = file.tensors.find((each) => each.name === name);
    if (tensor !== undefined && tensor.shape.join() === String(size)) return [name, tensor.data];
    const given = tensor === undefined ? 'is missing' : `has shape [${tensor.shape.join(', ')}]`;
    throw new InvalidInput('model file', source, `${name} ${given}, its network needs [${size}]`);
  });
  return {
    network,
    state: { step: step as number, ...(Object.fromEntries(arrays) as Record<StateArray, Float32Array>) },
  };
};
