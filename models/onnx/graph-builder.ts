/** An ONNX graph in the making: nodes are named as they come, and equal constants are kept once. */
import {
  type OnnxGraph,
  type OnnxNode,
  type OnnxPort,
  type OnnxShape,
  type OnnxTensor,
  type OnnxType,
  RUNTIME_DOMAIN,
} from './onnx-proto.ts';

export class GraphBuilder {
  readonly #nodes: OnnxNode[] = [];
  readonly #initializers = new Map<string, OnnxTensor>();
  readonly #inputs = new Map<string, OnnxPort>();
  readonly #outputs: OnnxPort[] = [];
  #count = 0;

  /** Adds a node with one result and returns its name. */
  node(type: string, inputs: readonly string[], attributes: OnnxNode['attributes'] = {}): string {
    return this.nodeWith(type, inputs, 1, attributes)[0];
  }

  /** Adds a node with several results and returns their names. */
  nodeWith(
    type: string,
    inputs: readonly string[],
    results: number,
    attributes: OnnxNode['attributes'] = {},
  ): readonly string[] {
    const outputs = Array.from({ length: results }, () => `${type}_${this.#count++}`);
    this.#nodes.push({ type, inputs, outputs, attributes });
    return outputs;
  }

  /** The same with an operator that only onnxruntime has. */
  runtimeNode(type: string, inputs: readonly string[]): string {
    const output = `${type}_${this.#count++}`;
    this.#nodes.push({ type, inputs, outputs: [output], attributes: {}, domain: RUNTIME_DOMAIN });
    return output;
  }

  /** A list of whole numbers, as ONNX wants shapes, axes and indices. */
  wholes(...numbers: readonly number[]): string {
    return this.wholesNamed(`wholes_${numbers.join('_')}`, numbers);
  }

  /** The same under a name of its own, for long ones. */
  wholesNamed(name: string, numbers: readonly number[]): string {
    const data = BigInt64Array.from(numbers, BigInt);
    this.#initializers.set(name, { name, type: 'int64', shape: [numbers.length], data });
    return name;
  }

  /** One whole number of 32 bits, for arithmetic with tables. */
  whole32(number: number): string {
    const name = `whole32_${number}`;
    this.#initializers.set(name, { name, type: 'int32', shape: [], data: Int32Array.of(number) });
    return name;
  }

  /** Whole numbers of 8 bits. */
  int8s(name: string, data: Int8Array, shape: readonly number[]): string {
    this.#initializers.set(name, { name, type: 'int8', shape, data });
    return name;
  }

  /** The number 0 in 8 bits without a sign. */
  zero8(): string {
    const name = 'zero8';
    this.#initializers.set(name, { name, type: 'uint8', shape: [], data: Uint8Array.of(0) });
    return name;
  }

  number(value: number): string {
    return this.floats(`number_${value}`, new Float32Array([value]), []);
  }

  floats(name: string, data: Float32Array, shape: readonly number[]): string {
    this.#initializers.set(name, { name, type: 'float', shape, data });
    return name;
  }

  input(name: string, shape: OnnxShape, type: OnnxType = 'float'): string {
    this.#inputs.set(name, { name, type, shape });
    return name;
  }

  /** Gives a value the name under which the graph hands it out. */
  output(name: string, of: string, shape: OnnxShape): void {
    this.#nodes.push({ type: 'Identity', inputs: [of], outputs: [name], attributes: {} });
    this.#outputs.push({ name, type: 'float', shape });
  }

  reshape(of: string, ...shape: readonly number[]): string {
    return this.node('Reshape', [of, this.wholes(...shape)]);
  }

  finish(): OnnxGraph {
    return {
      nodes: this.#nodes,
      initializers: [...this.#initializers.values()],
      inputs: [...this.#inputs.values()],
      outputs: this.#outputs,
    };
  }
}
