/**
 * Layers over neighbours in whole numbers of 8 bits: a quarter of the memory to gather, and twice the products a second where the
 * processor has instructions for them. What comes in has one step for the whole layer, found by looking at positions; each
 * column of the weights has a step of its own. Steps depend on the network alone, so no position depends on another.
 */
import { type ParameterList, slotOf } from '../network/parameters.ts';
import { inOrder, type Value } from '../program/value.ts';

/** A layer's weights in 8 bits. */
export type Int8Layer = {
  /** What 1 is worth in what comes in, 0 to 255. */
  readonly step: number;
  /** `[K, N]`, −63 to 63: two products of 8 bits with 7 fit the 16 bits in which older processors add them. */
  readonly weights: Int8Array;
  /** `[N]`: what 1 is worth in each column of the weights. */
  readonly columnSteps: Float32Array;
};

/** Layers by their values. */
export type Int8Layers = ReadonlyMap<Value, Int8Layer>;

const MOST_IN = 255;
const MOST_WEIGHT = 63;

type NeighbourDense = Extract<Value['operation'], { readonly type: 'neighbour-dense' }>;

/** The layers that can be: what comes into them is never negative. */
export const int8Candidates = (results: readonly Value[]): Map<Value, NeighbourDense> => {
  const found = new Map<Value, NeighbourDense>();
  for (const value of inOrder(results)) {
    const { operation } = value;
    if (operation.type === 'neighbour-dense' && isNeverNegative(operation.x)) found.set(value, operation);
  }
  return found;
};

const isNeverNegative = ({ operation }: Value): boolean =>
  operation.type === 'relu' || (operation.type === 'mask-points' && isNeverNegative(operation.x));

/** The layer whose input is at most `most`; what is larger is cut off. */
export const int8Layer = (weights: Value, most: number, list: ParameterList, all: Float32Array): Int8Layer => {
  const [rows, columns] = weights.dims;
  const numbers = weightsOf(weights, list, all);
  const columnSteps = new Float32Array(columns);
  for (let index = 0; index < numbers.length; index++) {
    const column = index % columns;
    columnSteps[column] = Math.max(columnSteps[column], Math.abs(numbers[index]) / MOST_WEIGHT);
  }
  const whole = new Int8Array(rows * columns);
  for (let index = 0; index < numbers.length; index++) {
    const step = columnSteps[index % columns];
    whole[index] = step === 0 ? 0 : Math.round(numbers[index] / step);
  }
  return { step: most > 0 ? most / MOST_IN : 1, weights: whole, columnSteps };
};

/** Weights as a layer has them: a parameter, or one whose columns are scaled by another. */
const weightsOf = ({ operation }: Value, list: ParameterList, all: Float32Array): Float32Array => {
  if (operation.type === 'multiply') {
    const [matrix, vector] = [operation.a, operation.b].map((each) => weightsOf(each, list, all));
    return matrix.map((weight, index) => weight * vector[index % vector.length]);
  }
  if (operation.type !== 'parameter') throw new Error(`${operation.type} is not a layer's weights`);
  const { offset, size } = slotOf(list, operation.name);
  return all.slice(offset, offset + size);
};
