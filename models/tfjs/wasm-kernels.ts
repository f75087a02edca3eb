/**
 * Kernels that training needs and the wasm backend of tfjs 4.22 has not, or has slowly: the gradients of a convolution
 * (stride 1, padding `same`, odd square kernels), the gradient of gather, and products with a transposed matrix.
 */
import * as tf from '@tensorflow/tfjs-core';

type Kernel = (inputs: Readonly<Record<string, tf.Tensor>>, attributes: Readonly<Record<string, unknown>>) => tf.Tensor;

/** Registers the kernels; a second call changes nothing. Only after the wasm backend is ready. */
export const registerWasmKernels = (): void => {
  if (registered) return;
  registered = true;
  for (const [name, kernel] of Object.entries(KERNELS)) register(name, composed(kernel));
  transposeFirst();
};

let registered = false;

const KERNELS: Readonly<Record<string, Kernel>> = {
  Conv2DBackpropFilter: ({ x, dy }, { filterShape, strides, pad }) => {
    const [side, , channels, outputs] = filterShape as [number, number, number, number];
    requirePlain('Conv2DBackpropFilter', side, strides, pad);
    const [batch, height, width] = x.shape;
    const margin = (side - 1) / 2;
    const border: [number, number] = [margin, margin];
    const padded = tf.pad(x as tf.Tensor4D, [[0, 0], border, border, [0, 0]]);
    const channelFirst = tf.transpose(padded, [3, 0, 1, 2]);
    const taps = Array.from({ length: side * side }, (_, tap) => {
      const corner = [0, 0, Math.floor(tap / side), tap % side];
      const shifted = tf.slice(channelFirst, corner, [channels, batch, height, width]);
      return tf.reshape(shifted, [channels, batch * height * width]);
    });
    const product = tf.matMul(tf.concat(taps, 0), tf.reshape(dy, [batch * height * width, outputs]));
    return tf.reshape(product, [side, side, channels, outputs]);
  },

  Conv2DBackpropInput: ({ dy, filter }, { strides, pad }) => {
    requirePlain('Conv2DBackpropInput', filter.shape[0], strides, pad);
    const turned = tf.transpose(tf.reverse(filter, [0, 1]), [0, 1, 3, 2]);
    return tf.conv2d(dy as tf.Tensor4D, turned as tf.Tensor4D, 1, 'same');
  },

  UnsortedSegmentSum: ({ x, segmentIds }, { numSegments }) => {
    const segments = numSegments as number;
    const rows = segmentIds.dataSync();
    const source = x.dataSync();
    const width = source.length / rows.length;
    const out = new Float32Array(segments * width);
    for (let row = 0; row < rows.length; row++) {
      const [from, to] = [row * width, rows[row] * width];
      for (let column = 0; column < width; column++) out[to + column] += source[from + column];
    }
    return tf.tensor(out, [segments, ...x.shape.slice(1)]);
  },
};

const requirePlain = (name: string, side: number, strides: unknown, pad: unknown): void => {
  const stride = Array.isArray(strides) ? strides : [strides, strides];
  if (side % 2 === 1 && stride.every((each) => each === 1) && pad === 'same') return;
  throw new Error(`${name} on wasm is for stride 1, padding same and odd kernels only`);
};

type CountedBackend = tf.KernelBackend & { incRef(dataId: object): void };

const register = (kernelName: string, kernelFunc: tf.KernelFunc): void => {
  const known = tf.getKernel(kernelName, 'wasm');
  if (known !== undefined && known !== null) tf.unregisterKernel(kernelName, 'wasm');
  tf.registerKernel({ kernelName, backendName: 'wasm', kernelFunc });
};

/** A product with a transposed matrix takes several times as long as transposing it and the product after that. */
const transposeFirst = (): void => {
  const { kernelFunc: plain } = tf.getKernel('BatchMatMul', 'wasm');
  const transposing = composed(({ a, b }, { transposeA, transposeB }) =>
    tf.matMul(transposeA ? swapLast(a) : a, transposeB ? swapLast(b) : b),
  );
  register('BatchMatMul', (call) => (call.attrs?.transposeA || call.attrs?.transposeB ? transposing : plain)(call));
};

const swapLast = (x: tf.Tensor): tf.Tensor => {
  const axes = Array.from({ length: x.rank }, (_, axis) => axis);
  return tf.transpose(x, [...axes.slice(0, -2), x.rank - 1, x.rank - 2]);
};

/** tfjs counts who holds a tensor's memory: what goes in must outlive the kernel, what comes out its tidy. */
const composed =
  (kernel: Kernel): tf.KernelFunc =>
  ({ inputs, attrs }) => {
    const backend = tf.backend() as CountedBackend;
    const asTensor = (info: tf.TensorInfo): tf.Tensor => {
      backend.incRef(info.dataId);
      return tf.engine().makeTensorFromTensorInfo(info);
    };
    let result: tf.TensorInfo | undefined;
    tf.tidy(() => {
      const operands = Object.entries(inputs).map(([name, info]) => [name, asTensor(info as tf.TensorInfo)] as const);
      const { dataId, shape, dtype } = kernel(Object.fromEntries(operands), attrs ?? {});
      backend.incRef(dataId);
      result = { dataId, shape, dtype };
    });
    if (result === undefined) throw new Error('a kernel made nothing');
    return result;
  };
