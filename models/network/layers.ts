/** Layers with parameters of their own, by name: what trunks and heads are built from. */
import { dense, neighbourDense, parameter } from '../program/operations.ts';
import { NEIGHBOURHOOD_SIZE, type Neighbourhood, type Value } from '../program/value.ts';

/** A matrix that begins at random, so that signals keep their size through a ReLU; `gain` makes it louder or quieter. */
export const weightMatrix = (name: string, inputs: number, outputs: number, gain = 1): Value =>
  parameter(name, [inputs, outputs], { type: 'he', fanIn: inputs, gain });

/** A vector that is learnt. */
export const weightVector = (name: string, size: number, fill = 0): Value =>
  parameter(name, [size], { type: 'fill', value: fill });

/** A dense layer with weights and bias of its own. */
export const denseLayer = (name: string, x: Value, outputs: number, gain = 1): Value =>
  dense(
    x,
    weightMatrix(`${name}/weights`, x.dims[x.dims.length - 1], outputs, gain),
    weightVector(`${name}/bias`, outputs),
  );

/** A layer over a point and its six neighbours, with weights and bias of its own. */
export const neighbourLayer = (name: string, x: Value, outputs: number, reads: Neighbourhood, gain = 1): Value =>
  neighbourDense(
    x,
    weightMatrix(`${name}/weights`, NEIGHBOURHOOD_SIZE * x.dims[x.dims.length - 1], outputs, gain),
    weightVector(`${name}/bias`, outputs),
    reads,
  );

/** For output layers, which begin small: an untrained network is nearly uniform and nearly undecided. */
export const OUTPUT_GAIN = 0.1;
