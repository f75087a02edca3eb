/**
 * A larger network that answers as a smaller one does (Net2Net, Chen, Goodfellow and Shlens 2016): what a small one has learnt in
 * hours is where a large one begins. New channels begin at random and nothing that was there reads them; what is added
 * on top changes nothing. Both have gradients from the first step on.
 */
import { InvalidInput } from '../../env/index.ts';
import { defineNetwork } from './network.ts';
import { describeNetwork, type NetworkConfig } from './network-config.ts';
import { initialWeights, type NetworkWeights, type ParameterSlot, parametersOf } from './parameters.ts';
import { TRUNKS } from './trunks/trunks.ts';

/**
 * Weights for `wanted` that answer as `given` does. Heads that are missing begin fresh, by the seed, like all that is new. Refuses what would not
 * hold the network that is given; `source` says where that is from.
 */
export const growNetwork = (
  { config, weights }: NetworkWeights,
  wanted: NetworkConfig,
  seed: number | string,
  source: string,
): Float32Array => {
  const problem = whyNot(config, wanted);
  if (problem !== null)
    throw new InvalidInput('network', describeNetwork(wanted), `${source} is ${describeNetwork(config)}; ${problem}`);
  const { silentWhenAdded } = TRUNKS.get(config.architecture);
  const list = parametersOf(defineNetwork(wanted));
  const grown = initialWeights(list, seed);
  const before = new Map(parametersOf(defineNetwork(config)).slots.map((slot) => [slot.name, slot]));
  for (const slot of list.slots) {
    const { name, offset, size } = slot;
    const out = grown.subarray(offset, offset + size);
    const small = before.get(name);
    if (small !== undefined) {
      fill(out, slot, weights.subarray(small.offset, small.offset + small.size), small, [config, wanted]);
    } else if (silentWhenAdded?.(name) === true) out.fill(0);
  }
  return grown;
};

const whyNot = (config: NetworkConfig, wanted: NetworkConfig): string | null => {
  const { architecture, channels, layers } = config;
  const isSame = wanted.channels === channels && wanted.layers === layers;
  if (wanted.architecture !== architecture) return 'the trunk must be the same';
  if (isSame) return null;
  if (TRUNKS.get(architecture).silentWhenAdded === undefined)
    return `a trunk of the kind ${architecture} cannot grow, so only network.auxiliaryHeads can be other than its`;
  const isLarger = wanted.channels >= channels && wanted.layers >= layers;
  return isLarger ? null : 'it can grow, but not lose channels or layers';
};

/** Puts the small parameter into the large one: old outputs read the old inputs as before, and of the new ones nothing. */
const fill = (
  out: Float32Array,
  { dims, name }: ParameterSlot,
  small: Float32Array,
  { dims: smallDims }: ParameterSlot,
  configs: readonly [NetworkConfig, NetworkConfig],
): void => {
  const [rows, columns] = asMatrix(dims);
  const [smallRows, smallColumns] = asMatrix(smallDims);
  const rowPlaces = placesOf(smallRows, rows, configs, name);
  const columnPlaces = placesOf(smallColumns, columns, configs, name);
  if (dims.length === 2)
    for (let row = 0; row < rows; row++) for (const column of columnPlaces) out[row * columns + column] = 0;
  rowPlaces.forEach((row, smallRow) => {
    columnPlaces.forEach((column, smallColumn) => {
      out[row * columns + column] = small[smallRow * smallColumns + smallColumn];
    });
  });
};

const asMatrix = (dims: readonly number[]): readonly [number, number] =>
  dims.length === 2 ? [dims[0], dims[1]] : [1, dims[0]];

/** Where each index of a dimension goes: one that counts channels, of one place or of several side by side, has gaps afterwards. */
const placesOf = (
  small: number,
  large: number,
  [{ channels }, wanted]: readonly [NetworkConfig, NetworkConfig],
  name: string,
): readonly number[] => {
  const groups = small === large ? 1 : small / channels;
  const [width, wide] = small === large ? [small, large] : [channels, wanted.channels];
  if (groups * wide !== large) throw new Error(`${name} grows from ${small} to ${large}, which are no channels`);
  return Array.from({ length: small }, (_, index) => Math.floor(index / width) * wide + (index % width));
};
