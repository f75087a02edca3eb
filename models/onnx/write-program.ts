/** Programs as ONNX files: forward passes, gradients and optimisers alike. */
import { type ParameterList, slotOf } from '../network/parameters.ts';
import type { Layout } from '../program/rows.ts';
import { inOrder, type Value } from '../program/value.ts';
import { GraphBuilder } from './graph-builder.ts';
import type { Int8Layers } from './int8-layers.ts';
import { encodeOnnx } from './onnx-proto.ts';
import { type FindParameter, ProgramWriter, shapeOf } from './program-writer.ts';

/** Where the parameters are: fixed in the file, or fed as one array at each run. */
export type ParameterSource =
  | { readonly type: 'fixed'; readonly list: ParameterList; readonly weights: Float32Array }
  | { readonly type: 'fed'; readonly list: ParameterList }
  | { readonly type: 'none' };

export const PARAMETERS_INPUT = 'parameters';

/** The bytes of an ONNX file that computes `results`, under their names, with values over points in one of two layouts and some layers in 8 bits. */
export const writeProgram = (
  results: Readonly<Record<string, Value>>,
  source: ParameterSource,
  layout: Layout = 'points',
  int8: Int8Layers = new Map(),
): Uint8Array => {
  const graph = new GraphBuilder();
  const writer = new ProgramWriter(graph, parameterFinder(graph, source), layout, int8);
  // The order of values, but for weights that are written in 8 bits instead.
  if (layout === 'points' && int8.size === 0) for (const value of inOrder(Object.values(results))) writer.nameOf(value);
  for (const [name, value] of Object.entries(results)) {
    const { dims, batched } = value;
    const whole = batched && dims.length > 1 ? graph.reshape(writer.nameOf(value), -1, ...dims) : writer.nameOf(value);
    graph.output(name, whole, shapeOf(value));
  }
  return encodeOnnx(graph.finish());
};

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
