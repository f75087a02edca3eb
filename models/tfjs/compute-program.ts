/**
 * A reader of programs: computes one with tfjs, on any backend, with stock operations only; tfjs then knows the
 * derivatives by itself. Where all layers are hex they run as 3 × 3 convolutions, two corners of the kernel held at zero,
 * and values over the points live on the 9 × 9 grid: gathering is slow on wasm and in browsers. Told the rows of a batch,
 * programs that mask points are computed for those alone, `[R, C]`.
 */
import * as tf from '@tensorflow/tfjs-core';
import { GRID_SIDE, POINT_COUNT } from '../../env/index.ts';
import {
  BOARD,
  GRID_FROM_POINTS,
  GRID_SIZE,
  KERNEL_SIDE,
  POINTS_FROM_GRID,
  TAP_COUNT,
  TAPS,
} from '../network/grid-tables.ts';
import { HEX_TABLE } from '../network/neighbour-table.ts';
import { isOverPoints, lastOf, meetsPoints } from '../program/operations.ts';
import { isByRow, isMasked, type Layout, readsMaskedRows } from '../program/rows.ts';
import {
  inOrder,
  NEIGHBOURHOOD_SIZE,
  type Neighbourhood,
  type Operation,
  sightOf,
  type Value,
} from '../program/value.ts';
import type { RowTensors } from './sight-tensor.ts';

export type Feeds = {
  readonly inputs: Readonly<Record<string, tf.Tensor>>;
  readonly parameters: ReadonlyMap<string, tf.Tensor>;
  /** Rows that feed each point, `[B × 60 × 7]`; for programs that look along lines. */
  readonly sights?: tf.Tensor1D;
  /** The same for rows of the points that matter alone, where the program masks the others. */
  readonly rows?: RowTensors;
  /** What is known already: values without a batch that were computed before. */
  readonly known?: Known;
};

/** What depends on parameters alone, kept between runs while they stay the same. */
export type Known = {
  readonly values: ReadonlyMap<Value, tf.Tensor>;
  readonly kernels: ReadonlyMap<Value, tf.Tensor4D>;
};

/** Computes `results` in their order, values over points as `[B, 60, C]`. Call it inside `tf.tidy`. */
export const computeProgram = (results: readonly Value[], feeds: Feeds): tf.Tensor[] => {
  const computation = new Computation(feeds, usesGrid(results));
  return results.map((value) => computation.asPoints(value));
};

/** Computes what depends on parameters alone; it stays until the caller disposes of it. */
export const computeKnown = (results: readonly Value[], parameters: Feeds['parameters']): Known => {
  const order = inOrder(results);
  const keep = <Result extends tf.Tensor>(compute: () => Result): Result => tf.keep(tf.tidy(compute));
  const tensorOf = (value: Value): tf.Tensor => computeProgram([value], { inputs: {}, parameters })[0];
  return {
    values: new Map(
      order.filter(({ batched }) => !batched).map((value) => [value, keep(() => tensorOf(value).clone())]),
    ),
    kernels: new Map(
      (usesGrid(results) ? hexWeights(order) : []).map((weights) => [
        weights,
        keep(() => kernelOf(tensorOf(weights), weights)),
      ]),
    ),
  };
};

const hexWeights = (order: readonly Value[]): Value[] =>
  order.flatMap(({ operation }) =>
    operation.type === 'neighbour-dense' && operation.neighbourhood === 'hex' ? [operation.weights] : [],
  );

const usesGrid = (results: readonly Value[]): boolean =>
  hexWeights(inOrder(results)).length > 0 && sightOf(results) === null;

const FORBIDDEN = 1e9;

class Computation {
  readonly #feeds: Feeds;
  readonly #onGrid: boolean;
  readonly #tensors = { points: new Map<Value, tf.Tensor>(), rows: new Map<Value, tf.Tensor>() };

  constructor(feeds: Feeds, onGrid: boolean) {
    this.#feeds = feeds;
    this.#onGrid = onGrid;
  }

  /** The value in a layout; computes it, and what it needs, if it is not there yet. */
  #of(value: Value, layout: Layout = 'points'): tf.Tensor {
    const before = this.#feeds.known?.values.get(value) ?? this.#tensors[layout].get(value);
    if (before !== undefined) return before;
    const tensor = this.#compute(value, layout);
    this.#tensors[layout].set(value, tensor);
    return tensor;
  }

  #compute(value: Value, layout: Layout): tf.Tensor {
    const { operation } = value;
    if (this.#feeds.rows === undefined) return this.#tensorFor(value, operation, 'points');
    if (!isOverPoints(value)) return this.#tensorFor(value, operation, readsMaskedRows(operation) ? 'rows' : 'points');
    if (layout === 'rows')
      return isByRow(operation) ? this.#tensorFor(value, operation, layout) : this.#select(value, this.#feeds.rows);
    return isMasked(value) ? this.#spread(value, this.#feeds.rows) : this.#tensorFor(value, operation, layout);
  }

  /** The rows of a value that is known at all points. */
  #select(value: Value, { points }: RowTensors): tf.Tensor {
    return tf.gather(tf.reshape(this.#of(value), [-1, lastOf(value)]), points);
  }

  /** A masked value at all points: 0 where it has no row. */
  #spread(value: Value, { places }: RowTensors): tf.Tensor {
    const spread = tf.gather(withZeros(this.#of(value, 'rows')), places);
    return tf.reshape(spread, [-1, ...value.dims]);
  }

  asPoints(value: Value): tf.Tensor {
    const tensor = this.#of(value);
    if (!this.#onGrid || !isOverPoints(value)) return tensor;
    const places = tf.reshape(tensor, [-1, GRID_SIZE, lastOf(value)]);
    return tf.matMul(tf.tensor3d(POINTS_FROM_GRID, [1, POINT_COUNT, GRID_SIZE]), places);
  }

  #tensorFor(value: Value, operation: Operation, layout: Layout): tf.Tensor {
    const of = (operand: Value): tf.Tensor => this.#of(operand, isOverPoints(operand) ? layout : 'points');
    switch (operation.type) {
      case 'input':
        return this.#input(value, operation.name);
      case 'parameter': {
        const tensor = this.#feeds.parameters.get(operation.name);
        if (tensor === undefined) throw new Error(`the parameter ${operation.name} is not fed`);
        return tensor;
      }
      case 'constant':
        return tf.tensor(operation.data, [...value.dims]);
      case 'dense': {
        const x = of(operation.x);
        const rows = tf.matMul(tf.reshape(x, [-1, lastOf(operation.x)]), of(operation.weights) as tf.Tensor2D);
        return this.#withBias(tf.reshape(rows, [...x.shape.slice(0, -1), lastOf(value)]), operation.bias);
      }
      case 'neighbour-dense':
        return this.#withBias(this.#neighbourDense(operation, layout), operation.bias);
      case 'relu':
        return tf.relu(of(operation.x));
      case 'mask-points': // rows are what the mask keeps
        return layout === 'rows' ? of(operation.x) : tf.mul(of(operation.x), of(operation.by));
      case 'sum-points':
        if (layout === 'rows') return tf.matMul(this.#rows().members, of(operation.x) as tf.Tensor2D);
        return this.#onGrid ? tf.sum(onBoard(of(operation.x)), [1, 2]) : tf.sum(of(operation.x), 1);
      case 'reshape': {
        const x = this.asPoints(operation.x);
        if (!value.batched) return tf.reshape(x, [...value.dims]);
        return this.#fromPoints(tf.reshape(x, [-1, ...value.dims]), value);
      }
      case 'concat':
        return tf.concat(operation.parts.map(of), -1);
      case 'add':
        return tf.add(of(operation.a), this.#meeting(operation, layout));
      case 'subtract':
        return tf.sub(of(operation.a), this.#meeting(operation, layout));
      case 'multiply':
        return tf.mul(of(operation.a), this.#meeting(operation, layout));
      case 'divide':
        return tf.div(of(operation.a), this.#meeting(operation, layout));
      case 'minimum':
        return tf.minimum(of(operation.a), this.#meeting(operation, layout));
      case 'scale':
        return tf.mul(of(operation.x), operation.factor);
      case 'sqrt':
        return tf.sqrt(of(operation.x));
      case 'sum-squares':
        return tf.sum(tf.square(of(operation.x)));
      case 'softmax-loss': {
        const logits = this.asPoints(operation.logits);
        const allowed = operation.mask === null ? logits : tf.add(logits, forbidden(of(operation.mask)));
        const rows = tf.sum(tf.mul(this.asPoints(operation.target), tf.logSoftmax(allowed)), -1);
        return tf.neg(rows.rank > 1 ? tf.mean(rows, -1) : rows);
      }
      case 'logistic-loss': {
        const logits = of(operation.logits);
        const hit = tf.mul(logits, of(operation.target));
        return tf.reshape(tf.sub(tf.softplus(logits), hit), [-1]);
      }
      case 'squared-loss':
        return tf.reshape(tf.square(tf.sub(of(operation.x), of(operation.target))), [-1]);
      case 'weighted-sum':
        return tf.sum(tf.mul(of(operation.x), of(operation.weights)));
      default:
        throw new Error(`${operation.type} is for engines without derivatives of their own`);
    }
  }

  #input(value: Value, name: string): tf.Tensor {
    const tensor = this.#feeds.inputs[name];
    if (tensor === undefined) throw new Error(`the input ${name} is not fed`);
    return this.#fromPoints(tensor, value);
  }

  #fromPoints(tensor: tf.Tensor, value: Value): tf.Tensor {
    if (!this.#onGrid || !isOverPoints(value)) return tensor;
    const grid = tf.matMul(tf.tensor3d(GRID_FROM_POINTS, [1, GRID_SIZE, POINT_COUNT]), tensor);
    return tf.reshape(grid, [-1, GRID_SIDE, GRID_SIDE, lastOf(value)]);
  }

  #withBias(tensor: tf.Tensor, bias: Value | null): tf.Tensor {
    return bias === null ? tensor : tf.add(tensor, this.#of(bias));
  }

  /** The second operand in a shape that tfjs broadcasts. */
  #meeting({ a, b }: { readonly a: Value; readonly b: Value }, layout: Layout): tf.Tensor {
    const tensor = this.#of(b, isOverPoints(b) ? layout : 'points');
    if (!meetsPoints(a, b)) return tensor;
    if (layout === 'rows') return tf.gather(tensor, this.#rows().samples);
    return tf.reshape(tensor, this.#onGrid ? [-1, 1, 1, lastOf(b)] : [-1, 1, lastOf(b)]);
  }

  #neighbourDense({ x, weights, neighbourhood }: NeighbourDense, layout: Layout): tf.Tensor {
    if (this.#onGrid) {
      const kernel = this.#feeds.known?.kernels.get(weights) ?? kernelOf(this.#of(weights), weights);
      return tf.conv2d(onBoard(this.#of(x)) as tf.Tensor4D, kernel, 1, 'same');
    }
    const wide = tf.reshape(this.#gather(x, neighbourhood, layout), [
      -1,
      NEIGHBOURHOOD_SIZE * lastOf(x),
    ]) as tf.Tensor2D;
    const product = tf.matMul(wide, this.#of(weights) as tf.Tensor2D);
    return layout === 'rows' ? product : tf.reshape(product, [-1, POINT_COUNT, weights.dims[1]]);
  }

  /** The rows of each point's neighbours; what is off the board or not there reads a row of zeros. */
  #gather(x: Value, neighbourhood: Neighbourhood, layout: Layout): tf.Tensor {
    const tensor = this.#of(x, layout);
    if (layout === 'rows') return tf.gather(withZeros(tensor), this.#rows().neighbours);
    switch (neighbourhood) {
      case 'hex': {
        const zeros = tf.zeros([tensor.shape[0], 1, lastOf(x)]);
        return tf.gather(tf.concat([tensor, zeros], 1), tf.tensor1d(HEX_PLACES, 'int32'), 1);
      }
      case 'ray':
      case 'stack': {
        if (this.#feeds.sights === undefined) throw new Error('a program along lines needs to be told who sees whom');
        const rows = tf.reshape(tensor, [-1, lastOf(x)]);
        return tf.gather(withZeros(rows), this.#feeds.sights);
      }
    }
  }

  #rows(): RowTensors {
    if (this.#feeds.rows === undefined) throw new Error('a program in rows needs to be told which they are');
    return this.#feeds.rows;
  }
}

type NeighbourDense = Extract<Operation, { readonly type: 'neighbour-dense' }>;

/** With a row of zeros after the last. */
const withZeros = (rows: tf.Tensor): tf.Tensor => tf.concat([rows, tf.zeros([1, rows.shape[1] as number])], 0);

/** A bias also reaches places that are not points; they must read zero before neighbours or sums see them. */
const onBoard = (grid: tf.Tensor): tf.Tensor => tf.mul(grid, tf.tensor4d(BOARD, [1, GRID_SIDE, GRID_SIDE, 1]));

const forbidden = (mask: tf.Tensor): tf.Tensor => tf.mul(tf.sub(mask, 1), FORBIDDEN);

/** Weights `[7 K, N]` as a kernel `[3, 3, K, N]`: each of the seven places goes to its tap. */
const kernelOf = (tensor: tf.Tensor, { dims: [rows, columns] }: Value): tf.Tensor4D => {
  const channels = rows / NEIGHBOURHOOD_SIZE;
  const places = tf.reshape(tensor, [NEIGHBOURHOOD_SIZE, channels * columns]) as tf.Tensor2D;
  const taps = tf.matMul(tf.tensor2d(TAPS, [TAP_COUNT, NEIGHBOURHOOD_SIZE]), places);
  return tf.reshape(taps, [KERNEL_SIDE, KERNEL_SIDE, channels, columns]) as tf.Tensor4D;
};

const HEX_PLACES = Int32Array.from(HEX_TABLE);
