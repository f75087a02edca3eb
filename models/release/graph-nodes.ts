/**
 * A tfjs graph model in the making, in the JSON that stock tfjs loads: TensorFlow's node definitions, with constants and
 * parameters kept apart as weights. Equal constants are kept once.
 */
import type { Dims } from '../program/value.ts';
import { type StoredWeight, storeConstant } from './weight-list.ts';

/** Attributes as TensorFlow writes them in JSON; texts are base64. */
export type GraphAttributes = Readonly<Record<string, object>>;

export type GraphNode = {
  readonly name: string;
  readonly op: string;
  readonly input?: readonly string[];
  readonly attr: GraphAttributes;
};

/** What goes in or comes out; −1 stands for the batch. */
export type GraphPort = { readonly name: string; readonly type: GraphType; readonly shape: Dims };
export type GraphType = 'DT_FLOAT' | 'DT_INT32';

export const FLOATS: GraphAttributes = { T: { type: 'DT_FLOAT' } };
export const textAttribute = (text: string): object => ({ s: btoa(text) });
export const textsAttribute = (texts: readonly string[]): object => ({ list: { s: texts.map((text) => btoa(text)) } });
export const wholesAttribute = (numbers: readonly number[]): object => ({ list: { i: numbers.map(String) } });
export const wholeAttribute = (number: number): object => ({ i: String(number) });

/** Constants of the graph are weights too; this prefix keeps their names apart from those of parameters. */
const CONSTANT_PREFIX = 'graph/';

export class GraphNodes {
  readonly nodes: GraphNode[] = [];
  readonly constants: StoredWeight[] = [];
  readonly #named = new Set<string>();

  /** Adds a node with one result and returns its name. */
  node(op: string, inputs: readonly string[], attr: GraphAttributes = FLOATS): string {
    const name = `${op.replace('_', '')}_${this.nodes.length}`;
    this.nodes.push({ name, op, input: inputs, attr });
    return name;
  }

  /** Gives a value the name under which the graph hands it out. */
  output(name: string, of: string): void {
    this.nodes.push({ name, op: 'Identity', input: [of], attr: FLOATS });
  }

  input({ name, type, shape }: GraphPort): string {
    return this.#once(name, 'Placeholder', { dtype: { type }, shape: { shape: shapeJson(shape) } });
  }

  parameter(name: string): string {
    return this.#once(name, 'Const', { dtype: { type: 'DT_FLOAT' } });
  }

  floats(name: string, data: Float32Array, shape: Dims): string {
    return this.#constant(name, data, shape, 'DT_FLOAT');
  }

  number(value: number): string {
    return this.floats(`number_${value}`, Float32Array.of(value), []);
  }

  /** A list of whole numbers, as shapes, axes and indices are given. */
  wholes(...numbers: readonly number[]): string {
    return this.wholesNamed(`wholes_${numbers.join('_')}`, numbers);
  }

  wholesNamed(name: string, numbers: readonly number[], shape: Dims = [numbers.length]): string {
    return this.#constant(name, Int32Array.from(numbers), shape, 'DT_INT32');
  }

  /** Zeros before and after, for each dimension. */
  pad(of: string, ...pads: readonly (readonly [before: number, after: number])[]): string {
    const table = this.wholesNamed(`pads_${pads.flat().join('_')}`, pads.flat(), [pads.length, 2]);
    return this.node('Pad', [of, table], { ...FLOATS, Tpaddings: { type: 'DT_INT32' } });
  }

  axis(axis: number): string {
    return this.#constant(`axis_${axis}`, Int32Array.of(axis), [], 'DT_INT32');
  }

  reshape(of: string, ...shape: readonly number[]): string {
    return this.node('Reshape', [of, this.wholes(...shape)], { ...FLOATS, Tshape: { type: 'DT_INT32' } });
  }

  #constant(name: string, data: Float32Array | Int32Array, shape: Dims, type: GraphType): string {
    const whole = CONSTANT_PREFIX + name;
    if (!this.#named.has(whole)) this.constants.push(storeConstant(whole, shape, data));
    return this.#once(whole, 'Const', { dtype: { type } });
  }

  #once(name: string, op: string, attr: GraphAttributes): string {
    if (!this.#named.has(name)) this.nodes.push({ name, op, attr });
    this.#named.add(name);
    return name;
  }
}

/** Sizes as TensorFlow writes them. */
export const shapeJson = (shape: Dims): object => ({ dim: shape.map((size) => ({ size: String(size) })) });
