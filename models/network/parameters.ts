/**
 * The parameters of a network as one named list, all in one array one after another. Optimisers, averages and files then
 * have a single vector to deal with, and every engine cuts it up in the same way.
 */
import { type Rng, randomStream } from '../../env/index.ts';
import { type Dims, type Initial, inOrder, sizeOf, type Value } from '../program/value.ts';
import { defineNetwork, type Network } from './network.ts';
import type { NetworkConfig } from './network-config.ts';

/** A parameter's place in the array of all. */
export type ParameterSlot = {
  readonly name: string;
  readonly dims: Dims;
  /** Where it begins in the array, and how many numbers it has. */
  readonly offset: number;
  readonly size: number;
  readonly initial: Initial;
  readonly value: Value;
};

/** All parameters of a network and where each is in one array. */
export type ParameterList = { readonly slots: readonly ParameterSlot[]; readonly size: number };

/** The parameters of a network, in the order of its files. */
export const parametersOf = ({ outputs }: Network): ParameterList => {
  const slots: ParameterSlot[] = [];
  let offset = 0;
  for (const value of inOrder(Object.values(outputs))) {
    const { operation, dims } = value;
    if (operation.type !== 'parameter') continue;
    const size = sizeOf(dims);
    slots.push({ name: operation.name, dims, offset, size, initial: operation.initial, value });
    offset += size;
  }
  const twice = slots.find(({ name }, index) => slots.findIndex((slot) => slot.name === name) !== index);
  if (twice !== undefined) throw new Error(`two parameters of a network are called ${twice.name}`);
  return { slots, size: offset };
};

/** Where a parameter is. */
export const slotOf = ({ slots }: ParameterList, name: string): ParameterSlot => {
  const slot = slots.find((each) => each.name === name);
  if (slot === undefined) throw new Error(`the parameter ${name} is not in the list`);
  return slot;
};

/** A network with its weights: what evaluators are made from and weight files hold. */
export type NetworkWeights = { readonly config: NetworkConfig; readonly weights: Float32Array };

/** A network that has learnt nothing yet. */
export const freshNetwork = (config: NetworkConfig, seed: number | string): NetworkWeights => ({
  config,
  weights: initialWeights(parametersOf(defineNetwork(config)), seed),
});

/** Fresh weights; the same seed gives the same ones on every machine. */
export const initialWeights = ({ slots, size }: ParameterList, seed: number | string): Float32Array => {
  const weights = new Float32Array(size);
  for (const { name, offset, size: length, initial } of slots) {
    const rng = randomStream(seed, 'weights', name); // a head more or less leaves the others as they were
    fillInitial(weights.subarray(offset, offset + length), initial, rng);
  }
  return weights;
};

const fillInitial = (out: Float32Array, initial: Initial, rng: Rng): void => {
  switch (initial.type) {
    case 'fill':
      out.fill(initial.value);
      return;
    case 'he': {
      const deviation = initial.gain * Math.sqrt(2 / initial.fanIn);
      for (let index = 0; index < out.length; index++) out[index] = deviation * normal(rng);
      return;
    }
  }
};

/** One draw from the standard normal distribution (Box–Muller). */
const normal = (rng: Rng): number => Math.sqrt(-2 * Math.log(1 - rng())) * Math.cos(2 * Math.PI * rng());
