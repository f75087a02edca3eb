/**
 * A reader of programs: writes values down as nodes of an ONNX graph. Whatever is batched is held as a matrix of rows, so
 * that layers are single Gemms with their bias, and the runtime can fuse the ReLU after them. A sample is one row, `[B, C]`;
 * a value over points has a row for each point, `[B × 60, C]`, or in the layout `rows` one for each point that its mask
 * keeps, `[R, C]` (see `RowTables`). Values change from one layout to the other where somebody needs them so.
 */
import { POINT_COUNT } from '../../env/index.ts';
import { HEX_TABLE, NEIGHBOURS_INPUT, REVERSED_PLACES } from '../network/neighbour-table.ts';
import { isOverPoints, lastOf, meetsPoints } from '../program/operations.ts';
import { isByRow, isMasked, type Layout, readsMaskedRows } from '../program/rows.ts';
import { NEIGHBOURHOOD_SIZE, type Neighbourhood, type Operation, sizeOf, type Value } from '../program/value.ts';
import type { GraphBuilder } from './graph-builder.ts';
import type { Int8Layer, Int8Layers } from './int8-layers.ts';
import type { OnnxShape } from './onnx-proto.ts';

/** Where the writer finds a parameter. */
export type FindParameter = (name: string) => string;

/** What the tables of the layout `rows` are called; there the neighbours are those of the rows. */
export const ROW_POINTS_INPUT = 'points';
export const ROW_PLACES_INPUT = 'places';
export const ROW_SAMPLES_INPUT = 'samples';

export const shapeOf = ({ dims, batched }: Value): OnnxShape => (batched ? ['batch', ...dims] : dims);

/** Added to the logits of forbidden actions: far enough that their exponential is 0, and finite. */
const FORBIDDEN = 1e9;

export class ProgramWriter {
  readonly #graph: GraphBuilder;
  readonly #findParameter: FindParameter;
  readonly #layout: Layout;
  readonly #int8: Int8Layers;
  readonly #names = { points: new Map<Value, string>(), rows: new Map<Value, string>() };
  readonly #gathered: Readonly<Record<Neighbourhood, Map<Value, string>>> = {
    hex: new Map(),
    ray: new Map(),
    stack: new Map(),
  };
  #count = 0;
  #samples: string | null = null;

  constructor(graph: GraphBuilder, findParameter: FindParameter, layout: Layout, int8: Int8Layers = new Map()) {
    this.#graph = graph;
    this.#findParameter = findParameter;
    this.#layout = layout;
    this.#int8 = int8;
  }

  /** The name of the value in the graph; writes it, and what it needs, if it is not there yet. */
  nameOf(value: Value, layout: Layout = 'points'): string {
    const known = this.#names[layout].get(value);
    if (known !== undefined) return known;
    const name = this.#write(value, layout);
    this.#names[layout].set(value, name);
    this.#count++;
    return name;
  }

  #write(value: Value, layout: Layout): string {
    const { operation } = value;
    if (this.#layout === 'points') return this.#nodeFor(value, operation, 'points');
    if (!isOverPoints(value)) return this.#nodeFor(value, operation, readsMaskedRows(operation) ? 'rows' : 'points');
    if (layout === 'points') return isMasked(value) ? this.#spread(value) : this.#nodeFor(value, operation, layout);
    return isByRow(operation) ? this.#nodeFor(value, operation, layout) : this.#select(value);
  }

  /** The rows of a value that is known at all points. */
  #select(value: Value): string {
    return this.#graph.node('Gather', [this.nameOf(value, 'points'), this.#rowPoints()], { axis: 0 });
  }

  /** A masked value at all points: 0 where it has no row. */
  #spread(value: Value): string {
    const graph = this.#graph;
    const places = graph.input(ROW_PLACES_INPUT, ['batch', POINT_COUNT], 'int32');
    const spread = graph.node('Gather', [this.#padded(this.nameOf(value, 'rows')), places], { axis: 0 });
    return graph.reshape(spread, -1, lastOf(value));
  }

  #rowPoints(): string {
    return this.#graph.input(ROW_POINTS_INPUT, ['rows'], 'int32');
  }

  /** What is known of each sample, for each row of it. */
  #ofSamples(name: string): string {
    this.#samples ??= this.#graph.node('Div', [this.#rowPoints(), this.#graph.whole32(POINT_COUNT)]);
    return this.#graph.node('Gather', [name, this.#samples], { axis: 0 });
  }

  /** `[B, R]`: 1 where a row is of a sample. */
  #rowSamples(): string {
    return this.#graph.input(ROW_SAMPLES_INPUT, ['batch', 'rows']);
  }

  /** With a row of zeros after the last. */
  #padded(rows: string): string {
    return this.#graph.node('Pad', [rows, this.#graph.wholes(0, 0, 1, 0)]);
  }

  // biome-ignore lint/complexity/noExcessiveLinesPerFunction: a table of operations, a case for each
  #nodeFor(value: Value, operation: Operation, layout: Layout): string {
    const graph = this.#graph;
    const of = (operand: Value): string => this.nameOf(operand, isOverPoints(operand) ? layout : 'points');
    switch (operation.type) {
      case 'input': {
        const name = graph.input(operation.name, shapeOf(value));
        return value.batched && value.dims.length > 1 ? graph.reshape(name, -1, lastOf(value)) : name;
      }
      case 'parameter':
        return this.#findParameter(operation.name);
      case 'constant':
        return graph.floats(`constant_${this.#count}`, operation.data, value.dims);
      case 'dense':
        return this.#gemm(of(operation.x), operation.weights, operation.bias);
      case 'neighbour-dense': {
        const layer = this.#int8.get(value);
        if (layer !== undefined) return this.#int8Dense(operation, layer, layout);
        const gathered = this.#gather(operation.x, operation.neighbourhood, layout);
        return this.#gemm(gathered, operation.weights, operation.bias);
      }
      case 'dense-transposed':
        return graph.node('Gemm', [of(operation.x), of(operation.weights)], { transB: 1 });
      case 'outer':
        return graph.node('Gemm', [of(operation.x), of(operation.y)], { transA: 1 });
      case 'neighbour-outer': {
        const gathered = this.#gather(operation.x, operation.neighbourhood, layout);
        return graph.node('Gemm', [gathered, of(operation.y)], { transA: 1 });
      }
      case 'reversed-weights': {
        const [rows, columns] = operation.weights.dims;
        const places = graph.reshape(of(operation.weights), NEIGHBOURHOOD_SIZE, rows / NEIGHBOURHOOD_SIZE, columns);
        const turned = graph.node('Gather', [places, graph.wholes(...REVERSED_PLACES)], { axis: 0 });
        return graph.reshape(graph.node('Transpose', [turned], { perm: [0, 2, 1] }), ...value.dims);
      }
      case 'relu':
        return graph.node('Relu', [of(operation.x)]);
      case 'gate': // what gates is a ReLU's result, never negative: its sign is 0 or 1
        return graph.node('Mul', [of(operation.x), graph.node('Sign', [of(operation.by)])]);
      case 'mask-points': // rows are what the mask keeps
        return layout === 'rows' ? of(operation.x) : graph.node('Mul', [of(operation.x), of(operation.by)]);
      case 'sum-points':
        if (layout === 'rows') return graph.node('MatMul', [this.#rowSamples(), of(operation.x)]);
        return this.#sum(graph.reshape(of(operation.x), -1, POINT_COUNT, lastOf(value)), 1);
      case 'sum-rows':
        return this.#sum(of(operation.x), 0);
      case 'spread-points': {
        if (layout === 'rows') return this.#ofSamples(of(operation.x));
        const single = graph.node('Unsqueeze', [of(operation.x), graph.wholes(1)]);
        const spread = graph.node('Expand', [single, graph.wholes(1, POINT_COUNT, 1)]);
        return graph.reshape(spread, -1, lastOf(value));
      }
      case 'reshape':
        return value.batched
          ? graph.reshape(of(operation.x), -1, lastOf(value))
          : graph.reshape(of(operation.x), ...value.dims);
      case 'concat':
        return graph.node('Concat', operation.parts.map(of), { axis: -1 });
      case 'slice': {
        const [from, to] = [operation.from, operation.from + lastOf(value)];
        return graph.node('Slice', [of(operation.x), graph.wholes(from), graph.wholes(to), graph.wholes(-1)]);
      }
      case 'add':
        return this.#arithmetic('Add', operation, layout);
      case 'subtract':
        return this.#arithmetic('Sub', operation, layout);
      case 'multiply':
        return this.#arithmetic('Mul', operation, layout);
      case 'divide':
        return this.#arithmetic('Div', operation, layout);
      case 'minimum':
        return this.#arithmetic('Min', operation, layout);
      case 'scale':
        return graph.node('Mul', [of(operation.x), graph.number(operation.factor)]);
      case 'sqrt':
        return graph.node('Sqrt', [of(operation.x)]);
      case 'sum-squares':
        return graph.node('ReduceSumSquare', [of(operation.x)], { keepdims: 0 });
      case 'scale-samples': {
        const by = graph.node('Unsqueeze', [of(operation.by), graph.wholes(1)]);
        if (layout === 'rows') return graph.node('Mul', [of(operation.x), this.#ofSamples(by)]);
        const samples = graph.reshape(of(operation.x), -1, sizeOf(value.dims));
        return graph.reshape(graph.node('Mul', [samples, by]), -1, lastOf(value));
      }
      case 'weighted-sum':
        return graph.node('ReduceSum', [graph.node('Mul', [of(operation.x), of(operation.weights)])], { keepdims: 0 });
      case 'softmax-loss': {
        const logs = graph.node('LogSoftmax', [this.#allowed(operation.logits, operation.mask)], { axis: -1 });
        const rows = this.#sum(graph.node('Mul', [of(operation.target), logs]), -1);
        const [count] = operation.logits.dims.length > 1 ? operation.logits.dims : [1];
        const samples = this.#sum(graph.reshape(rows, -1, count), 1);
        return graph.node('Mul', [samples, graph.number(-1 / count)]);
      }
      case 'softmax-loss-slope': {
        const shares = graph.node('Softmax', [this.#allowed(operation.logits, operation.mask)], { axis: -1 });
        const target = of(operation.target);
        const total = graph.node('ReduceSum', [target, graph.wholes(-1)], { keepdims: 1 });
        const slope = graph.node('Sub', [graph.node('Mul', [shares, total]), target]);
        const [count] = value.dims.length > 1 ? value.dims : [1];
        return count === 1 ? slope : graph.node('Mul', [slope, graph.number(1 / count)]);
      }
      case 'logistic-loss': {
        const hit = graph.node('Mul', [of(operation.logits), of(operation.target)]);
        return graph.reshape(graph.node('Sub', [graph.node('Softplus', [of(operation.logits)]), hit]), -1);
      }
      case 'logistic-loss-slope':
        return graph.node('Sub', [graph.node('Sigmoid', [of(operation.logits)]), of(operation.target)]);
      case 'squared-loss': {
        const error = graph.node('Sub', [of(operation.x), of(operation.target)]);
        return graph.reshape(graph.node('Mul', [error, error]), -1);
      }
      case 'squared-loss-slope': {
        const error = graph.node('Sub', [of(operation.x), of(operation.target)]);
        return graph.node('Mul', [error, graph.number(2)]);
      }
    }
  }

  #gemm(rows: string, weights: Value, bias: Value | null): string {
    const operands = [rows, this.nameOf(weights), ...(bias === null ? [] : [this.nameOf(bias)])];
    return this.#graph.node('Gemm', operands);
  }

  /** A layer over neighbours in 8 bits: rounded before they are gathered, which is then a quarter of the memory. */
  #int8Dense({ x, bias, neighbourhood }: NeighbourDense, layer: Int8Layer, layout: Layout): string {
    const graph = this.#graph;
    const [channels, columns] = [lastOf(x), layer.columnSteps.length];
    const step = graph.number(layer.step);
    const rounded = graph.node('QuantizeLinear', [this.nameOf(x, layout), step, graph.zero8()]);
    const rows = graph.reshape(this.#gatherRows(rounded, channels, neighbourhood), -1, NEIGHBOURHOOD_SIZE * channels);
    const name = `int8_${this.#count}`;
    const weights = graph.int8s(name, layer.weights, [NEIGHBOURHOOD_SIZE * channels, columns]);
    const steps = graph.floats(`${name}_steps`, layer.columnSteps, [columns]);
    const product = [rows, weights, step, steps, graph.zero8(), ''];
    return graph.runtimeNode('MatMulIntegerToFloat', bias === null ? product : [...product, this.nameOf(bias)]);
  }

  #sum(of: string, axis: number): string {
    return this.#graph.node('ReduceSum', [of, this.#graph.wholes(axis)], { keepdims: 0 });
  }

  /** The seven neighbours of every point side by side, `[B × 60, 7 C]`; forward and backward pass share them. */
  #gather(x: Value, neighbourhood: Neighbourhood, layout: Layout): string {
    const known = this.#gathered[neighbourhood].get(x);
    if (known !== undefined) return known;
    const rows = NEIGHBOURHOOD_SIZE * lastOf(x);
    const gathered = this.#graph.reshape(this.#gatherRows(this.nameOf(x, layout), lastOf(x), neighbourhood), -1, rows);
    this.#gathered[neighbourhood].set(x, gathered);
    return gathered;
  }

  #gatherRows(rows: string, channels: number, neighbourhood: Neighbourhood): string {
    const graph = this.#graph;
    switch (neighbourhood) {
      case 'hex': {
        // `OFF_BOARD` is the 61st row of each board: one row of zeros.
        const boards = graph.reshape(rows, -1, POINT_COUNT, channels);
        const padded = graph.node('Pad', [boards, graph.wholes(0, 0, 0, 0, 1, 0)]);
        return graph.node('Gather', [padded, graph.wholesNamed('hex-neighbours', Array.from(HEX_TABLE))], { axis: 1 });
      }
      case 'ray':
      case 'stack': {
        const places = this.#layout === 'rows' ? ['rows'] : ['batch', POINT_COUNT];
        const table = graph.input(NEIGHBOURS_INPUT, [...places, NEIGHBOURHOOD_SIZE], 'int32');
        return graph.node('Gather', [this.#padded(rows), table], { axis: 0 });
      }
    }
  }

  #arithmetic(type: string, { a, b }: { readonly a: Value; readonly b: Value }, layout: Layout): string {
    const graph = this.#graph;
    const [first, second] = [a, b].map((each) => this.nameOf(each, isOverPoints(each) ? layout : 'points'));
    if (!meetsPoints(a, b)) return graph.node(type, [first, second]);
    if (layout === 'rows') return graph.node(type, [first, this.#ofSamples(second)]);
    const boards = graph.reshape(first, -1, POINT_COUNT, lastOf(a));
    const spread = graph.node('Unsqueeze', [second, graph.wholes(1)]);
    return graph.reshape(graph.node(type, [boards, spread]), -1, lastOf(a));
  }

  /** Logits with those of forbidden actions far below. */
  #allowed(logits: Value, mask: Value | null): string {
    if (mask === null) return this.nameOf(logits);
    const graph = this.#graph;
    const forbidden = graph.node('Sub', [this.nameOf(mask), graph.number(1)]);
    const far = graph.node('Mul', [forbidden, graph.number(FORBIDDEN)]);
    return graph.node('Add', [this.nameOf(logits), far]);
  }
}

type NeighbourDense = Extract<Operation, { readonly type: 'neighbour-dense' }>;
