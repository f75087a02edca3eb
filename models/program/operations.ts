/**
 * The constructors of programs. Each checks that its operands fit and says what comes out; none computes anything.
 * `B` below is the batch: a value of dims `[60, C]` that is batched holds `[B, 60, C]`.
 */
import { POINT_COUNT } from '../../env/index.ts';
import {
  type Dims,
  type Initial,
  NEIGHBOURHOOD_SIZE,
  type Neighbourhood,
  type Operation,
  sizeOf,
  type Value,
} from './value.ts';

/** Something the caller feeds: one row a sample, or (`batched` false) one for the whole run. */
export const input = (name: string, dims: Dims, batched = true): Value => value(dims, batched, { type: 'input', name });

/** Numbers that are learnt. */
export const parameter = (name: string, dims: Dims, initial: Initial): Value =>
  value(dims, false, { type: 'parameter', name, initial });

/** Numbers that never change. */
export const constant = (data: ArrayLike<number>, dims: Dims = [data.length]): Value => {
  fits(sizeOf(dims) === data.length, 'constant', dims);
  return value(dims, false, { type: 'constant', data: Float32Array.from(data) });
};

/** x `[B, …, K]` times weights `[K, N]` plus bias `[N]`, along the last dimension. */
export const dense = (x: Value, weights: Value, bias: Value | null = null): Value => {
  fits(lastOf(x) === weights.dims[0] && fitsBias(weights, bias), 'dense', x.dims, weights.dims);
  return value([...x.dims.slice(0, -1), weights.dims[1]], x.batched, { type: 'dense', x, weights, bias });
};

/** x `[B, 60, K]`, the seven neighbours of each point side by side, times weights `[7 K, N]` plus bias `[N]`. */
export const neighbourDense = (x: Value, weights: Value, bias: Value | null, neighbourhood: Neighbourhood): Value => {
  const rightSize = isOverPoints(x) && NEIGHBOURHOOD_SIZE * lastOf(x) === weights.dims[0];
  fits(rightSize && fitsBias(weights, bias), 'neighbour-dense', x.dims, weights.dims);
  return value([POINT_COUNT, weights.dims[1]], true, { type: 'neighbour-dense', x, weights, bias, neighbourhood });
};

/** The entries where they are positive, else 0. */
export const relu = (x: Value): Value => value(x.dims, x.batched, { type: 'relu', x });

/** x `[B, 60, C]` where `by` `[B, 60, 1]` is 1, else 0. Engines may then leave out the points where it is 0. */
export const maskPoints = (x: Value, by: Value): Value => {
  fits(isOverPoints(x) && isOverPoints(by) && lastOf(by) === 1, 'mask-points', x.dims, by.dims);
  return value(x.dims, true, { type: 'mask-points', x, by });
};

/** x with the mask of `like`, if it has one: what is made of features that know some points only is known there only. */
export const maskedLike = (like: Value, x: Value): Value =>
  like.operation.type === 'mask-points' ? maskPoints(x, like.operation.by) : x;

/** x `[B, 60, C]` summed over the points: `[B, C]`. */
export const sumPoints = (x: Value): Value => {
  fits(isOverPoints(x), 'sum-points', x.dims);
  return value([lastOf(x)], true, { type: 'sum-points', x });
};

/** The mean over the points. */
export const poolPoints = (x: Value): Value => scale(sumPoints(x), 1 / POINT_COUNT);

/** The same numbers in another shape. */
export const reshape = (x: Value, dims: Dims): Value => {
  fits(sizeOf(dims) === sizeOf(x.dims), 'reshape', x.dims, dims);
  return value(dims, x.batched, { type: 'reshape', x });
};

/** Joins `[B, K]`, `[B, L]`, … to `[B, K + L + …]`; without a batch, `[K]`, `[L]`, … */
export const concat = (parts: readonly Value[]): Value => {
  fits(
    parts.every(({ dims, batched }) => dims.length === 1 && batched === parts[0].batched),
    'concat',
    ...parts.map(({ dims }) => dims),
  );
  const length = parts.reduce((total, { dims }) => total + dims[0], 0);
  return value([length], parts[0].batched, { type: 'concat', parts });
};

/**
 * Arithmetic number by number. `b` has the shape of `a`, or is a number or a vector `[C]` without batch that every row
 * of `a` meets, or is `[B, C]` and meets every point of `a`'s `[B, 60, C]`.
 */
export const add = (a: Value, b: Value): Value => arithmetic('add', a, b);
/** The differences of the entries of two values. */
export const subtract = (a: Value, b: Value): Value => arithmetic('subtract', a, b);
/** The products of the entries of two values. */
export const multiply = (a: Value, b: Value): Value => arithmetic('multiply', a, b);
export const divide = (a: Value, b: Value): Value => arithmetic('divide', a, b);
export const minimum = (a: Value, b: Value): Value => arithmetic('minimum', a, b);

/** Every entry times a number. */
export const scale = (x: Value, factor: number): Value => value(x.dims, x.batched, { type: 'scale', x, factor });
export const sqrt = (x: Value): Value => value(x.dims, x.batched, { type: 'sqrt', x });
/** The sum of all squares, one number. */
export const sumSquares = (x: Value): Value => value([], false, { type: 'sum-squares', x });

/**
 * Cross-entropy of the softmax over the last dimension, averaged over the others: one number a sample. What the mask
 * (1 or 0) forbids gets no probability. A row of `target` that is all 0 costs nothing: there was no target.
 */
export const softmaxLoss = (logits: Value, target: Value, mask: Value | null = null): Value => {
  fits(sameDims(logits, target) && (mask === null || sameDims(logits, mask)), 'softmax-loss', logits.dims, target.dims);
  return value([], true, { type: 'softmax-loss', logits, target, mask });
};

/** Cross-entropy of one logit `[B, 1]` with a target between 0 and 1. */
export const logisticLoss = (logits: Value, target: Value): Value => {
  fits(sameDims(logits, target) && sizeOf(logits.dims) === 1, 'logistic-loss', logits.dims, target.dims);
  return value([], true, { type: 'logistic-loss', logits, target });
};

/** (x − target)² of one number `[B, 1]`. */
export const squaredLoss = (x: Value, target: Value): Value => {
  fits(sameDims(x, target) && sizeOf(x.dims) === 1, 'squared-loss', x.dims, target.dims);
  return value([], true, { type: 'squared-loss', x, target });
};

/** Σ over the samples of x · weight: from `[B]` to one number. */
export const weightedSum = (x: Value, weights: Value): Value => {
  fits(x.batched && weights.batched && x.dims.length + weights.dims.length === 0, 'weighted-sum', x.dims);
  return value([], false, { type: 'weighted-sum', x, weights });
};

export const value = (dims: Dims, batched: boolean, operation: Operation): Value => ({ dims, batched, operation });

export const isOverPoints = ({ dims, batched }: Value): boolean =>
  batched && dims.length === 2 && dims[0] === POINT_COUNT;

export const lastOf = ({ dims }: Value): number => dims[dims.length - 1];

export const sameDims = (a: Value, b: Value): boolean =>
  a.batched === b.batched && a.dims.length === b.dims.length && a.dims.every((dim, index) => dim === b.dims[index]);

/** Whether `b` meets every point of `a`: `[B, 60, C]` with `[B, C]`. */
export const meetsPoints = (a: Value, b: Value): boolean =>
  isOverPoints(a) && b.batched && b.dims.length === 1 && b.dims[0] === lastOf(a);

/** Whether `b` is a number or a vector that every row of `a` meets. */
export const meetsRows = (a: Value, b: Value): boolean =>
  !b.batched && (b.dims.length === 0 || (b.dims.length === 1 && b.dims[0] === lastOf(a)));

const arithmetic = (type: Extract<Operation, { readonly a: Value }>['type'], a: Value, b: Value): Value => {
  fits(sameDims(a, b) || meetsRows(a, b) || meetsPoints(a, b), type, a.dims, b.dims);
  return value(a.dims, a.batched, { type, a, b });
};

const fitsBias = (weights: Value, bias: Value | null): boolean => bias === null || bias.dims[0] === weights.dims[1];

const fits = (holds: boolean, what: string, ...shapes: readonly Dims[]): void => {
  if (!holds) throw new Error(`${what} does not fit ${shapes.map((dims) => `[${dims}]`).join(' and ')}`);
};
