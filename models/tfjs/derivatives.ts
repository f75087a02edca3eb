/**
 * Derivatives of the kernels that programs are computed with (`computeProgram`). The core of tfjs has none; they come with
 * the whole of it, four times as large, or with tfjs-node, which is not everywhere. Where tfjs has its own, those stay.
 */
import * as tf from '@tensorflow/tfjs-core';

/** Registers what is missing; a second call changes nothing. */
export const registerDerivatives = (): void => {
  for (const config of DERIVATIVES) if (!tf.getGradient(config.kernelName)) tf.registerGradient(config);
};

type Slopes = Record<string, () => tf.Tensor>;

/** How a kernel passes the slope of its result on to its inputs. */
const derivative = (
  kernelName: string,
  saved: Pick<tf.GradConfig, 'inputsToSave'>,
  slopes: (slope: tf.Tensor, saved: readonly tf.Tensor[], attributes: Readonly<Record<string, unknown>>) => Slopes,
): tf.GradConfig => ({
  kernelName,
  ...saved,
  gradFunc: (slope, tensors, attributes) => slopes(slope as tf.Tensor, tensors, attributes),
});

/** The slope of an operand that was broadcast: the sum over all that it met. */
const reducedTo = ({ shape }: tf.Tensor, slope: tf.Tensor): tf.Tensor => {
  const axes = tf.broadcast_util.getReductionAxes(shape, slope.shape);
  return tf.reshape(axes.length === 0 ? slope : tf.sum(slope, axes), shape);
};

/** The slope of a sum, the same for all that was summed. */
const spreadTo = ({ shape }: tf.Tensor, slope: tf.Tensor, axis: unknown): tf.Tensor => {
  const kept = [...shape];
  for (const each of tf.util.parseAxisParam(axis as number | number[], shape)) kept[each] = 1;
  return tf.mul(tf.reshape(slope, kept), tf.ones(shape));
};

const BOTH = { inputsToSave: ['a', 'b'] };
const X = { inputsToSave: ['x'] };

export const DERIVATIVES: readonly tf.GradConfig[] = [
  derivative('Add', BOTH, (slope, [a, b]) => ({ a: () => reducedTo(a, slope), b: () => reducedTo(b, slope) })),
  derivative('Sub', BOTH, (slope, [a, b]) => ({ a: () => reducedTo(a, slope), b: () => reducedTo(b, tf.neg(slope)) })),
  derivative('Multiply', BOTH, (slope, [a, b]) => ({
    a: () => reducedTo(a, tf.mul(slope, b)),
    b: () => reducedTo(b, tf.mul(slope, a)),
  })),
  derivative('Neg', {}, (slope) => ({ x: () => tf.neg(slope) })),
  derivative('Square', X, (slope, [x]) => ({ x: () => tf.mul(slope, tf.mul(x, 2)) })),
  derivative('Relu', X, (slope, [x]) => ({ x: () => tf.mul(slope, tf.step(x)) })),
  derivative('Softplus', X, (slope, [x]) => ({ x: () => tf.mul(slope, tf.sigmoid(x)) })),
  derivative('Sum', X, (slope, [x], { axis }) => ({ x: () => spreadTo(x, slope, axis) })),
  derivative('Mean', X, (slope, [x], { axis }) => ({
    x: () => tf.mul(spreadTo(x, slope, axis), slope.size / x.size),
  })),
  derivative('Reshape', X, (slope, [x]) => ({ x: () => tf.reshape(slope, x.shape) })),
  {
    kernelName: 'Concat',
    saveAllInputs: true,
    gradFunc: (slope, parts, { axis }) => {
      const [along] = tf.util.parseAxisParam(axis as number, parts[0].shape);
      const lengths = parts.map(({ shape }) => shape[along]);
      const slopes = tf.split(slope as tf.Tensor, lengths, along);
      // The core hands a list of tensors in and takes a list back; its type speaks of named inputs only.
      return slopes.map((each) => () => each) as unknown as Slopes;
    },
  },
  derivative('BatchMatMul', BOTH, (slope, [a, b], { transposeA, transposeB }) => {
    const turnedA = transposeA as boolean;
    const turnedB = transposeB as boolean;
    return {
      a: () => (turnedA ? tf.matMul(b, slope, turnedB, true) : tf.matMul(slope, b, false, !turnedB)),
      b: () => (turnedB ? tf.matMul(slope, a, true, turnedA) : tf.matMul(a, slope, !turnedA, false)),
    };
  }),
  derivative('Conv2D', { inputsToSave: ['x', 'filter'] }, (slope, [x, filter], { strides, pad, dataFormat }) => {
    const attributes = { strides, pad, dataFormat } as tf.NamedAttrMap;
    const run = (kernel: string, inputs: tf.NamedTensorMap, shape: tf.NamedAttrMap): tf.Tensor =>
      tf.engine().runKernel(kernel, inputs, { ...attributes, ...shape });
    return {
      x: () => run('Conv2DBackpropInput', { dy: slope, filter }, { inputShape: x.shape }),
      filter: () => run('Conv2DBackpropFilter', { x, dy: slope }, { filterShape: filter.shape }),
    };
  }),
  // Rows are gathered along one axis with a list of places: the rows' slopes are summed by place.
  derivative('GatherV2', { inputsToSave: ['x', 'indices'] }, (slope, [x, indices], { axis }) => ({
    x: () => {
      const [along] = tf.util.parseAxisParam(axis as number, x.shape);
      const order = [along, ...x.shape.map((_, each) => each).filter((each) => each !== along)];
      const rows = tf.transpose(slope, order);
      const sums = tf.unsortedSegmentSum(rows, indices as tf.Tensor1D, x.shape[along]);
      return tf.transpose(sums, tf.backend_util.getUndoAxesPermutation(order));
    },
    indices: () => indices,
  })),
];
