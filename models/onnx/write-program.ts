/**
 * A reader of programs: writes one down as an ONNX graph, forward passes, gradients and optimisers alike. Whatever is
 * batched is held as a matrix of rows, `[B × 60, C]` or `[B, C]`, so that layers are single Gemms with their bias, and
 * the runtime can fuse the ReLU after them.
 */
import { POINT_COUNT } from '../../env/index.ts';
import { HEX_TABLE, NEIGHBOURS_INPUT, REVERSED_PLACES } from '../network/neighbour-table.ts';
import type { ParameterList, ParameterSlot } from '../network/parameters.ts';
import { lastOf, meetsPoints } from '../program/operations.ts';
import { inOrder, NEIGHBOURHOOD_SIZE, type Neighbourhood, type Operation, type Value } from '../program/value.ts';
import { GraphBuilder } from './graph-builder.ts';
import { encodeOnnx, type OnnxShape } from './onnx-proto.ts';

/** Where the parameters are: fixed in the file, or fed as one array at each run. */
export type ParameterSource =
  | { readonly type: 'fixed'; readonly list: ParameterList; readonly weights: Float32Array }
  | { readonly type: 'fed'; readonly list: ParameterList }
  | { readonly type: 'none' };

export const PARAMETERS_INPUT = 'parameters';

/** The bytes of an ONNX file that computes `results`, under their names. */
export const writeProgram = (results: Readonly<Record<string, Value>>, source: ParameterSource): Uint8Array => {
  const graph = new GraphBuilder();
  const writer = new ProgramWriter(graph, parameterFinder(graph, source));
  for (const value of inOrder(Object.values(results))) writer.write(value);
  for (const [name, value] of Object.entries(results)) {
    const { dims, batched } = value;
    const whole = batched && dims.length > 1 ? graph.reshape(writer.nameOf(value), -1, ...dims) : writer.nameOf(value);
    graph.output(name, whole, shapeOf(value));
  }
  return encodeOnnx(graph.finish());
};

const shapeOf = ({ dims, batched }: Value): OnnxShape => (batched ? ['batch', ...dims] : dims);

/** Where the writer finds a parameter. */
type FindParameter = (name: string) => string;

const parameterFinder = (graph: GraphBuilder, source: ParameterSource): FindParameter => {
  switch (source.type) {
    case 'none':
      return (name) => {
        throw new Error(`there is no parameter ${name}`);
      };
    case 'fixed':
      return (name) => {
        const { dims, offset, size } = slotOf(source.list, name);
        return graph.floats(name, source.weights.slice(offset, offset + size), dims);
      };
    case 'fed': {
      const { slots, size } = source.list;
      const sizes = graph.wholesNamed(
        'parameter-sizes',
        slots.map((slot) => slot.size),
      );
      const whole = graph.input(PARAMETERS_INPUT, [size]);
      const parts = graph.nodeWith('Split', [whole, sizes], slots.length, { axis: 0 });
      return (name) => {
        const slot = slotOf(source.list, name);
        return graph.reshape(parts[slots.indexOf(slot)], ...slot.dims);
      };
    }
  }
};

const slotOf = ({ slots }: ParameterList, name: string): ParameterSlot => {
  const slot = slots.find((each) => each.name === name);
  if (slot === undefined) throw new Error(`the parameter ${name} is not in the list`);
  return slot;
};

/** Added to the logits of forbidden actions: far enough that their exponential is 0, and finite. */
const FORBIDDEN = 1e9;

class ProgramWriter {
  readonly #graph: GraphBuilder;
  readonly #findParameter: FindParameter;
  readonly #names = new Map<Value, string>();
  readonly #gathered = { hex: new Map<Value, string>(), ray: new Map<Value, string>() };

  constructor(graph: GraphBuilder, findParameter: FindParameter) {
    this.#graph = graph;
    this.#findParameter = findParameter;
  }

  nameOf(value: Value): string {
    const name = this.#names.get(value);
    if (name === undefined) throw new Error(`${value.operation.type} is read before it is written`);
    return name;
  }

  write(value: Value): void {
    this.#names.set(value, this.#nodeFor(value, value.operation));
  }

  // biome-ignore lint/complexity/noExcessiveLinesPerFunction: a table of operations, a case for each
  #nodeFor(value: Value, operation: Operation): string {
    const graph = this.#graph;
    const of = (operand: Value): string => this.nameOf(operand);
    switch (operation.type) {
      case 'input': {
        const name = graph.input(operation.name, shapeOf(value));
        return value.batched && value.dims.length > 1 ? graph.reshape(name, -1, lastOf(value)) : name;
      }
      case 'parameter':
        return this.#findParameter(operation.name);
      case 'constant':
        return graph.floats(`constant_${this.#names.size}`, operation.data, value.dims);
      case 'dense':
        return this.#gemm(of(operation.x), operation.weights, operation.bias);
      case 'neighbour-dense':
        return this.#gemm(this.#gather(operation.x, operation.neighbourhood), operation.weights, operation.bias);
      case 'dense-transposed':
        return graph.node('Gemm', [of(operation.x), of(operation.weights)], { transB: 1 });
      case 'outer':
        return graph.node('Gemm', [of(operation.x), of(operation.y)], { transA: 1 });
      case 'neighbour-outer': {
        const gathered = this.#gather(operation.x, operation.neighbourhood);
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
      case 'sum-points':
        return this.#sum(graph.reshape(of(operation.x), -1, POINT_COUNT, lastOf(value)), 1);
      case 'sum-rows':
        return this.#sum(of(operation.x), 0);
      case 'spread-points': {
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
        return this.#arithmetic('Add', operation.a, operation.b);
      case 'subtract':
        return this.#arithmetic('Sub', operation.a, operation.b);
      case 'multiply':
        return this.#arithmetic('Mul', operation.a, operation.b);
      case 'divide':
        return this.#arithmetic('Div', operation.a, operation.b);
      case 'minimum':
        return this.#arithmetic('Min', operation.a, operation.b);
      case 'scale':
        return graph.node('Mul', [of(operation.x), graph.number(operation.factor)]);
      case 'sqrt':
        return graph.node('Sqrt', [of(operation.x)]);
      case 'sum-squares':
        return graph.node('ReduceSumSquare', [of(operation.x)], { keepdims: 0 });
      case 'scale-samples': {
        const by = graph.node('Unsqueeze', [of(operation.by), graph.wholes(1)]);
        const samples = graph.reshape(
          of(operation.x),
          -1,
          value.dims.reduce((size, dim) => size * dim, 1),
        );
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

  #sum(of: string, axis: number): string {
    return this.#graph.node('ReduceSum', [of, this.#graph.wholes(axis)], { keepdims: 0 });
  }

  /** The seven neighbours of every point side by side, `[B × 60, 7 C]`; forward and backward pass share them. */
  #gather(x: Value, neighbourhood: Neighbourhood): string {
    const known = this.#gathered[neighbourhood].get(x);
    if (known !== undefined) return known;
    const rows = NEIGHBOURHOOD_SIZE * lastOf(x);
    const gathered = this.#graph.reshape(this.#gatherRows(x, neighbourhood), -1, rows);
    this.#gathered[neighbourhood].set(x, gathered);
    return gathered;
  }

  #gatherRows(x: Value, neighbourhood: Neighbourhood): string {
    const graph = this.#graph;
    const rows = this.nameOf(x);
    switch (neighbourhood) {
      case 'hex': {
        // `OFF_BOARD` is the 61st row of each board: one row of zeros.
        const boards = graph.reshape(rows, -1, POINT_COUNT, lastOf(x));
        const padded = graph.node('Pad', [boards, graph.wholes(0, 0, 0, 0, 1, 0)]);
        return graph.node('Gather', [padded, graph.wholesNamed('hex-neighbours', Array.from(HEX_TABLE))], { axis: 1 });
      }
      case 'ray': {
        const table = graph.input(NEIGHBOURS_INPUT, ['batch', POINT_COUNT, NEIGHBOURHOOD_SIZE], 'int32');
        return graph.node('Gather', [graph.node('Pad', [rows, graph.wholes(0, 0, 1, 0)]), table], { axis: 0 });
      }
    }
  }

  #arithmetic(type: string, a: Value, b: Value): string {
    const graph = this.#graph;
    if (!meetsPoints(a, b)) return graph.node(type, [this.nameOf(a), this.nameOf(b)]);
    const boards = graph.reshape(this.nameOf(a), -1, POINT_COUNT, lastOf(a));
    const spread = graph.node('Unsqueeze', [this.nameOf(b), graph.wholes(1)]);
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
