/**
 * ONNX files as messages: the part of onnx.proto3 (IR version 8, operator set 17) that our programs need, as a
 * reflection schema for protobufjs. Field numbers are ONNX's.
 */
import protobuf from 'protobufjs/light.js';

/** Sizes of a tensor; a text stands for a size that is known only at run time. */
export type OnnxShape = ReadonlyArray<number | string>;

export type OnnxType = 'float' | 'uint8' | 'int8' | 'int32' | 'int64';

export type OnnxTensor = { readonly name: string; readonly shape: readonly number[] } & (
  | { readonly type: 'float'; readonly data: Float32Array }
  | { readonly type: 'uint8'; readonly data: Uint8Array }
  | { readonly type: 'int8'; readonly data: Int8Array }
  | { readonly type: 'int32'; readonly data: Int32Array }
  | { readonly type: 'int64'; readonly data: BigInt64Array }
);

export type OnnxPort = { readonly name: string; readonly type: OnnxType; readonly shape: OnnxShape };

export type OnnxNode = {
  readonly type: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly attributes: Readonly<Record<string, number | readonly number[]>>; // all whole numbers
  /** Whose operator it is, if not ONNX's own. */
  readonly domain?: typeof RUNTIME_DOMAIN;
};

export type OnnxGraph = {
  readonly nodes: readonly OnnxNode[];
  readonly initializers: readonly OnnxTensor[];
  readonly inputs: readonly OnnxPort[];
  readonly outputs: readonly OnnxPort[];
};

/** Operators that onnxruntime has beyond ONNX. */
export const RUNTIME_DOMAIN = 'com.microsoft';

const IR_VERSION = 8;
const OPERATOR_SET = 17;
const DATA_TYPES: Readonly<Record<OnnxType, number>> = { float: 1, uint8: 2, int8: 3, int32: 6, int64: 7 };
const ATTRIBUTE_TYPES = { int: 2, ints: 7 } as const;

export const encodeOnnx = ({ nodes, initializers, inputs, outputs }: OnnxGraph): Uint8Array => {
  const message = {
    irVersion: IR_VERSION,
    producerName: 'tzaar-zero',
    opsetImport: [
      { domain: '', version: OPERATOR_SET },
      ...(nodes.some(({ domain }) => domain === RUNTIME_DOMAIN) ? [{ domain: RUNTIME_DOMAIN, version: 1 }] : []),
    ],
    graph: {
      name: 'program',
      node: nodes.map(({ type, inputs: input, outputs: output, attributes, domain }) => ({
        opType: type,
        ...(domain !== undefined && { domain }),
        input,
        output,
        attribute: Object.entries(attributes).map(([name, setting]) => encodeAttribute(name, setting)),
      })),
      initializer: initializers.map(({ name, shape, type, data }) => ({
        name,
        dims: shape,
        dataType: DATA_TYPES[type],
        rawData: new Uint8Array(data.buffer, data.byteOffset, data.byteLength), // little-endian, like every machine we run on
      })),
      input: inputs.map(encodePort),
      output: outputs.map(encodePort),
    },
  };
  return modelType.encode(modelType.fromObject(message)).finish();
};

const encodeAttribute = (name: string, setting: number | readonly number[]): object =>
  typeof setting === 'number'
    ? { name, type: ATTRIBUTE_TYPES.int, i: setting }
    : { name, type: ATTRIBUTE_TYPES.ints, ints: setting };

const encodePort = ({ name, type, shape }: OnnxPort): object => ({
  name,
  type: {
    tensorType: {
      elemType: DATA_TYPES[type],
      shape: { dim: shape.map((size) => (typeof size === 'number' ? { dimValue: size } : { dimParam: size })) },
    },
  },
});

type Field = readonly [id: number, type: string, rule?: 'repeated'];

const message = (fields: Readonly<Record<string, Field>>): { fields: Record<string, protobuf.IField> } => ({
  fields: Object.fromEntries(
    Object.entries(fields).map(([name, [id, type, rule]]) => [name, rule ? { id, type, rule } : { id, type }]),
  ),
});

const modelType: protobuf.Type = protobuf.Root.fromJSON({
  nested: {
    Model: message({
      irVersion: [1, 'int64'],
      producerName: [2, 'string'],
      graph: [7, 'Graph'],
      opsetImport: [8, 'OperatorSet', 'repeated'],
    }),
    OperatorSet: message({ domain: [1, 'string'], version: [2, 'int64'] }),
    Graph: message({
      node: [1, 'Node', 'repeated'],
      name: [2, 'string'],
      initializer: [5, 'Tensor', 'repeated'],
      input: [11, 'ValueInfo', 'repeated'],
      output: [12, 'ValueInfo', 'repeated'],
    }),
    Node: message({
      input: [1, 'string', 'repeated'],
      output: [2, 'string', 'repeated'],
      opType: [4, 'string'],
      attribute: [5, 'Attribute', 'repeated'],
      domain: [7, 'string'],
    }),
    Attribute: message({ name: [1, 'string'], i: [3, 'int64'], ints: [8, 'int64', 'repeated'], type: [20, 'int32'] }),
    Tensor: message({
      dims: [1, 'int64', 'repeated'],
      dataType: [2, 'int32'],
      name: [8, 'string'],
      rawData: [9, 'bytes'],
    }),
    ValueInfo: message({ name: [1, 'string'], type: [2, 'ValueType'] }),
    ValueType: message({ tensorType: [1, 'TensorType'] }),
    TensorType: message({ elemType: [1, 'int32'], shape: [2, 'Shape'] }),
    Shape: message({ dim: [1, 'Dimension', 'repeated'] }),
    Dimension: message({ dimValue: [1, 'int64'], dimParam: [2, 'string'] }),
  },
}).lookupType('Model');
