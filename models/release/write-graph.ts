/**
 * A reader of programs: writes the forward pass down as a tfjs graph model. Where all layers are hex they are written as
 * convolutions on the grid, bias and ReLU fused into them, as `models/tfjs` computes them; otherwise neighbours are gathered.
 */
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
import { HEX_TABLE, NEIGHBOURS_INPUT } from '../network/neighbour-table.ts';
import { isOverPoints, lastOf, meetsPoints } from '../program/operations.ts';
import {
  inOrder,
  NEIGHBOURHOOD_SIZE,
  type Neighbourhood,
  type Operation,
  operandsOf,
  sightOf,
  type Value,
} from '../program/value.ts';
import {
  FLOATS,
  type GraphNode,
  GraphNodes,
  type GraphPort,
  shapeJson,
  textAttribute,
  textsAttribute,
  wholeAttribute,
  wholesAttribute,
} from './graph-nodes.ts';
import type { StoredWeight } from './weight-list.ts';

export type WrittenGraph = {
  readonly topology: { readonly node: readonly GraphNode[]; readonly library: object; readonly versions: object };
  readonly signature: object;
  /** What the graph needs besides the network's parameters. */
  readonly constants: readonly StoredWeight[];
};

/** Writes `results` down under their names. */
export const writeGraph = (results: Readonly<Record<string, Value>>): WrittenGraph => {
  const writer = new GraphWriter(Object.values(results));
  for (const [name, value] of Object.entries(results)) writer.output(name, value);
  const { nodes, constants } = writer.graph;
  const outputs = Object.entries(results).map(([name, { dims }]): [string, object] => [
    name,
    portJson({ name, type: 'DT_FLOAT', shape: [-1, ...dims] }),
  ]);
  return {
    topology: { node: nodes, library: {}, versions: {} },
    signature: {
      inputs: Object.fromEntries(writer.inputs.map((port) => [port.name, portJson(port)])),
      outputs: Object.fromEntries(outputs),
    },
    constants,
  };
};

const portJson = ({ name, type, shape }: GraphPort): object => ({
  name: `${name}:0`,
  dtype: type,
  tensorShape: shapeJson(shape),
});

class GraphWriter {
  readonly graph = new GraphNodes();
  readonly inputs: GraphPort[] = [];
  readonly #onGrid: boolean;
  readonly #names = new Map<Value, string>();
  readonly #masked = new Map<Value, string>();
  /** Layers whose ReLU is computed with them, since nothing else reads them. */
  readonly #fused = new Set<Value>();

  constructor(results: readonly Value[]) {
    const order = inOrder(results);
    this.#onGrid = order.some(({ operation }) => operation.type === 'neighbour-dense') && sightOf(results) === null;
    const reads = order.flatMap(operandsOf);
    for (const { operation } of order) {
      if (operation.type !== 'relu' || !this.#isConvolution(operation.x)) continue;
      if (reads.filter((value) => value === operation.x).length === 1) this.#fused.add(operation.x);
    }
    for (const value of order) this.#names.set(value, this.#nodeFor(value, value.operation));
  }

  output(name: string, value: Value): void {
    this.graph.output(name, this.#asPoints(value));
  }

  #of(value: Value): string {
    const name = this.#names.get(value);
    if (name === undefined) throw new Error(`${value.operation.type} is read before it is written`);
    return name;
  }

  #isConvolution({ operation }: Value): boolean {
    return this.#onGrid && operation.type === 'neighbour-dense' && operation.bias !== null;
  }

  #nodeFor(value: Value, operation: Operation): string {
    const { graph } = this;
    const of = (operand: Value): string => this.#of(operand);
    switch (operation.type) {
      case 'input':
        return this.#fromPoints(
          this.#input({ name: operation.name, type: 'DT_FLOAT', shape: [-1, ...value.dims] }),
          value,
        );
      case 'parameter':
        return graph.parameter(operation.name);
      case 'constant':
        return graph.floats(`constant_${this.#names.size}`, operation.data, value.dims);
      case 'dense': {
        const rows = graph.reshape(of(operation.x), -1, lastOf(operation.x));
        const product = this.#withBias(graph.node('MatMul', [rows, of(operation.weights)]), operation.bias);
        return isOverPoints(value) ? graph.reshape(product, -1, ...this.#places(), lastOf(value)) : product;
      }
      case 'neighbour-dense':
        return this.#onGrid ? this.#convolution(value, operation) : this.#gatheredProduct(operation);
      case 'relu':
        return this.#fused.has(operation.x) ? of(operation.x) : graph.node('Relu', [of(operation.x)]);
      case 'mask-points':
        return graph.node('Mul', [of(operation.x), of(operation.by)]);
      case 'sum-points':
        return this.#onGrid ? this.#sum(this.#onBoard(operation.x), [1, 2]) : this.#sum(of(operation.x), [1]);
      case 'reshape': {
        const flat = graph.reshape(this.#asPoints(operation.x), ...(value.batched ? [-1] : []), ...value.dims);
        return value.batched ? this.#fromPoints(flat, value) : flat;
      }
      case 'concat': {
        const parts = operation.parts.map(of);
        return graph.node('ConcatV2', [...parts, graph.axis(-1)], { ...FLOATS, N: wholeAttribute(parts.length) });
      }
      case 'add':
        return graph.node('AddV2', [of(operation.a), this.#meeting(operation.a, operation.b)]);
      case 'subtract':
        return graph.node('Sub', [of(operation.a), this.#meeting(operation.a, operation.b)]);
      case 'multiply':
        return graph.node('Mul', [of(operation.a), this.#meeting(operation.a, operation.b)]);
      case 'minimum':
        return graph.node('Minimum', [of(operation.a), this.#meeting(operation.a, operation.b)]);
      case 'scale':
        return graph.node('Mul', [of(operation.x), graph.number(operation.factor)]);
      default:
        throw new Error(`${operation.type} is not for the forward pass of a network`);
    }
  }

  #input(port: GraphPort): string {
    if (!this.inputs.some(({ name }) => name === port.name)) this.inputs.push(port);
    return this.graph.input(port);
  }

  /** Dimensions that the points take in this graph. */
  #places(): readonly number[] {
    return this.#onGrid ? [GRID_SIDE, GRID_SIDE] : [POINT_COUNT];
  }

  #fromPoints(name: string, value: Value): string {
    if (!this.#onGrid || !isOverPoints(value)) return name;
    const table = this.graph.floats('grid_from_points', GRID_FROM_POINTS, [1, GRID_SIZE, POINT_COUNT]);
    return this.graph.reshape(this.graph.node('BatchMatMulV2', [table, name]), -1, ...this.#places(), lastOf(value));
  }

  #asPoints(value: Value): string {
    if (!this.#onGrid || !isOverPoints(value)) return this.#of(value);
    const places = this.graph.reshape(this.#of(value), -1, GRID_SIZE, lastOf(value));
    const table = this.graph.floats('points_from_grid', POINTS_FROM_GRID, [1, POINT_COUNT, GRID_SIZE]);
    return this.graph.node('BatchMatMulV2', [table, places]);
  }

  #withBias(name: string, bias: Value | null): string {
    return bias === null ? name : this.graph.node('AddV2', [name, this.#of(bias)]);
  }

  #sum(name: string, axes: readonly number[]): string {
    const attributes = { ...FLOATS, Tidx: { type: 'DT_INT32' }, keep_dims: { b: false } };
    return this.graph.node('Sum', [name, this.graph.wholes(...axes)], attributes);
  }

  /** The second operand in a shape that broadcasts. */
  #meeting(a: Value, b: Value): string {
    if (!meetsPoints(a, b)) return this.#of(b);
    return this.graph.reshape(this.#of(b), -1, ...this.#places().map(() => 1), lastOf(b));
  }

  /** A bias also reaches places that are not points; they must read zero before neighbours or sums see them. */
  #onBoard(value: Value): string {
    const known = this.#masked.get(value);
    if (known !== undefined) return known;
    const board = this.graph.floats('board', BOARD, [1, GRID_SIDE, GRID_SIDE, 1]);
    const masked =
      value.operation.type === 'input' ? this.#of(value) : this.graph.node('Mul', [this.#of(value), board]);
    this.#masked.set(value, masked);
    return masked;
  }

  #convolution(value: Value, { x, weights, bias }: Extract<Operation, { readonly type: 'neighbour-dense' }>): string {
    const attributes = {
      ...FLOATS,
      strides: wholesAttribute([1, 1, 1, 1]),
      dilations: wholesAttribute([1, 1, 1, 1]),
      padding: textAttribute('SAME'),
      data_format: textAttribute('NHWC'),
    };
    const operands = [this.#onBoard(x), this.#kernel(weights)];
    if (bias === null) return this.graph.node('Conv2D', operands, attributes);
    return this.graph.node('_FusedConv2D', [...operands, this.#of(bias)], {
      ...attributes,
      num_args: wholeAttribute(1),
      fused_ops: textsAttribute(this.#fused.has(value) ? ['BiasAdd', 'Relu'] : ['BiasAdd']),
    });
  }

  /** Weights `[7 K, N]` as a kernel `[3, 3, K, N]`: each of the seven places goes to its tap. */
  #kernel(weights: Value): string {
    const { graph } = this;
    const [rows, columns] = weights.dims;
    const channels = rows / NEIGHBOURHOOD_SIZE;
    const places = graph.reshape(this.#of(weights), NEIGHBOURHOOD_SIZE, channels * columns);
    const taps = graph.node('MatMul', [graph.floats('taps', TAPS, [TAP_COUNT, NEIGHBOURHOOD_SIZE]), places]);
    return graph.reshape(taps, KERNEL_SIDE, KERNEL_SIDE, channels, columns);
  }

  #gatheredProduct({
    x,
    weights,
    bias,
    neighbourhood,
  }: Extract<Operation, { readonly type: 'neighbour-dense' }>): string {
    const wide = this.graph.reshape(this.#gather(x, neighbourhood), -1, NEIGHBOURHOOD_SIZE * lastOf(x));
    const product = this.#withBias(this.graph.node('MatMul', [wide, this.#of(weights)]), bias);
    return this.graph.reshape(product, -1, POINT_COUNT, lastOf(weights));
  }

  /** The rows of each point's neighbours; what is off the board or not there reads a row of zeros. */
  #gather(x: Value, neighbourhood: Neighbourhood): string {
    const { graph } = this;
    switch (neighbourhood) {
      case 'hex': {
        const table = graph.wholesNamed('hex_neighbours', Array.from(HEX_TABLE));
        return graph.node('GatherV2', [graph.pad(this.#of(x), [0, 0], [0, 1], [0, 0]), table, graph.axis(1)]);
      }
      case 'ray':
      case 'stack': {
        const shape = [-1, POINT_COUNT, NEIGHBOURHOOD_SIZE];
        const table = this.#input({ name: NEIGHBOURS_INPUT, type: 'DT_INT32', shape });
        const rows = graph.pad(graph.reshape(this.#of(x), -1, lastOf(x)), [0, 1], [0, 0]);
        return graph.node('GatherV2', [rows, table, graph.axis(0)]);
      }
    }
  }
}
