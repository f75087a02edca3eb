/**
 * Reverse mode: from a program that computes a loss to a program that computes its derivatives, over the same kind of
 * values. Every rule is the textbook one but for layers over neighbours (see `Neighbourhood`): theirs reads the slopes
 * of the neighbours in reversed directions, which costs what the forward pass costs.
 */
import {
  add,
  lastOf,
  maskPoints,
  meetsPoints,
  multiply,
  neighbourDense,
  reshape,
  sameDims,
  scale,
  sumPoints,
  value,
} from './operations.ts';
import { inOrder, NEIGHBOURHOOD_SIZE, type Operation, type Value } from './value.ts';

/** The derivative of `loss`, a weighted sum over the samples, by each of `parameters`. */
export const gradients = (loss: Value, parameters: readonly Value[]): readonly Value[] => {
  if (loss.operation.type !== 'weighted-sum') throw new Error(`${loss.operation.type} is not a loss over samples`);
  const wanted = new Set(inOrder([loss]).filter((each) => inOrder([each]).some((below) => parameters.includes(below))));
  const slopes = new Map<Value, Value>([[loss.operation.x, loss.operation.weights]]);
  for (const each of inOrder([loss.operation.x]).toReversed()) {
    const slope = slopes.get(each);
    if (slope === undefined) continue;
    for (const [operand, part] of partsOf(each, slope)) {
      if (!wanted.has(operand)) continue;
      const before = slopes.get(operand);
      slopes.set(operand, before === undefined ? part() : add(before, part()));
    }
  }
  return parameters.map((each) => {
    const slope = slopes.get(each);
    if (slope === undefined) throw new Error('the loss does not depend on a parameter');
    return slope;
  });
};

/** What one value passes on to each of its operands; made only for those that matter. */
type Part = readonly [operand: Value, slope: () => Value];

const partsOf = (result: Value, slope: Value): readonly Part[] => {
  const { operation } = result;
  switch (operation.type) {
    case 'input':
    case 'parameter':
    case 'constant':
      return [];
    case 'dense':
      return [
        [operation.x, () => denseTransposed(slope, operation.weights)],
        [operation.weights, () => outer(operation.x, slope)],
        ...biasPart(operation.bias, slope),
      ];
    case 'neighbour-dense':
      return [
        [operation.x, () => neighbourDense(slope, reversed(operation.weights), null, operation.neighbourhood)],
        [operation.weights, () => neighbourOuter(operation, slope)],
        ...biasPart(operation.bias, slope),
      ];
    case 'relu':
      return [[operation.x, () => value(slope.dims, slope.batched, { type: 'gate', x: slope, by: result })]];
    case 'mask-points':
      return [[operation.x, () => maskPoints(slope, operation.by)]];
    case 'sum-points':
      return [[operation.x, () => value(operation.x.dims, true, { type: 'spread-points', x: slope })]];
    case 'reshape':
      return [[operation.x, () => reshape(slope, operation.x.dims)]];
    case 'concat':
      return operation.parts.map((part, index) => {
        const from = operation.parts.slice(0, index).reduce((total, { dims }) => total + dims[0], 0);
        return [part, () => value(part.dims, part.batched, { type: 'slice', x: slope, from })];
      });
    case 'add':
      return [
        [operation.a, () => slope],
        [operation.b, () => reducedTo(operation.b, slope)],
      ];
    case 'multiply':
      return [
        [operation.a, () => multiply(slope, operation.b)],
        [operation.b, () => reducedTo(operation.b, multiply(slope, operation.a))],
      ];
    case 'scale':
      return [[operation.x, () => scale(slope, operation.factor)]];
    case 'softmax-loss':
      return [
        [operation.logits, () => lossSlope({ ...operation, type: 'softmax-loss-slope' }, operation.logits, slope)],
      ];
    case 'logistic-loss':
      return [
        [operation.logits, () => lossSlope({ ...operation, type: 'logistic-loss-slope' }, operation.logits, slope)],
      ];
    case 'squared-loss':
      return [[operation.x, () => lossSlope({ ...operation, type: 'squared-loss-slope' }, operation.x, slope)]];
    default:
      throw new Error(`${operation.type} has no derivative here`);
  }
};

const biasPart = (bias: Value | null, slope: Value): readonly Part[] =>
  bias === null ? [] : [[bias, () => sumRows(slope)]];

/** The slope of a smaller operand: the sum over all that it met. */
const reducedTo = (operand: Value, slope: Value): Value => {
  if (sameDims(operand, slope)) return slope;
  if (meetsPoints(slope, operand)) return sumPoints(slope);
  if (operand.dims.length === 1) return sumRows(slope);
  throw new Error(`no derivative for [${operand.dims}] that met [${slope.dims}]`);
};

const denseTransposed = (x: Value, weights: Value): Value =>
  value([...x.dims.slice(0, -1), weights.dims[0]], x.batched, { type: 'dense-transposed', x, weights });

/** Weights `[7 K, N]` as `[7 N, K]`, directions swapped with their opposites. */
const reversed = (weights: Value): Value =>
  value([weights.dims[1] * NEIGHBOURHOOD_SIZE, weights.dims[0] / NEIGHBOURHOOD_SIZE], false, {
    type: 'reversed-weights',
    weights,
  });

const outer = (x: Value, y: Value): Value => value([lastOf(x), lastOf(y)], false, { type: 'outer', x, y });

const neighbourOuter = (
  { x, weights, neighbourhood }: Extract<Operation, { readonly type: 'neighbour-dense' }>,
  y: Value,
): Value => value(weights.dims, false, { type: 'neighbour-outer', x, y, neighbourhood });

const sumRows = (x: Value): Value => value([lastOf(x)], false, { type: 'sum-rows', x });

const lossSlope = (operation: Operation, of: Value, slope: Value): Value =>
  value(of.dims, true, { type: 'scale-samples', x: value(of.dims, true, operation), by: slope });
