/**
 * The three architectures, from observation to features of each point. No normalisation: its statistics differ between
 * training and play and cost a pass over memory; a learned scale on each residual branch, small at first, does the work.
 */
import { OBSERVATION_SIZE, PLANE_COUNT, POINT_COUNT } from '../../env/index.ts';
import { add, dense, multiply, neighbourDense, parameter, poolPoints, relu, reshape } from '../program/operations.ts';
import { NEIGHBOURHOOD_SIZE, type Neighbourhood, type Value } from '../program/value.ts';
import type { Architecture, NetworkConfig } from './network-config.ts';

/** From the observation `[B, 60, PLANE_COUNT]` to features `[B, 60, C]`, none negative. */
export type Trunk = (observation: Value, config: NetworkConfig) => Value;

export const weights = (name: string, inputs: number, outputs: number, gain = 1): Value =>
  parameter(name, [inputs, outputs], { type: 'he', fanIn: inputs, gain });

export const vector = (name: string, size: number, fill = 0): Value =>
  parameter(name, [size], { type: 'fill', value: fill });

/** A dense layer with weights and bias of its own. */
export const denseLayer = (name: string, x: Value, outputs: number, gain = 1): Value =>
  dense(x, weights(`${name}/weights`, x.dims[x.dims.length - 1], outputs, gain), vector(`${name}/bias`, outputs));

/**
 * A tower of residual blocks whose layers read the seven neighbours of each point. The stem always reads the points
 * nearby: along rays an empty point sees nothing, and all of them would stay alike while pieces are placed.
 */
const tower =
  (neighbourhood: Neighbourhood): Trunk =>
  (observation, { channels, layers }) => {
    const layer = (name: string, x: Value, inputs: number, reads: Neighbourhood): Value =>
      neighbourDense(
        x,
        weights(`${name}/weights`, NEIGHBOURHOOD_SIZE * inputs, channels),
        vector(`${name}/bias`, channels),
        reads,
      );
    let features = relu(layer('stem', observation, PLANE_COUNT, 'hex'));
    const blocks = layers / 2;
    for (let block = 0; block < blocks; block++) {
      const name = `block${block}`;
      let inner = layer(`${name}/first`, features, channels, neighbourhood);
      if (block % 2 === 1) inner = add(inner, poolingBias(`${name}/pool`, features, channels));
      // The scale is folded into weights and bias, which are small, instead of a pass over all points.
      const branchScale = vector(`${name}/scale`, channels, 1 / Math.sqrt(blocks));
      const branch = neighbourDense(
        relu(inner),
        multiply(weights(`${name}/second/weights`, NEIGHBOURHOOD_SIZE * channels, channels), branchScale),
        multiply(vector(`${name}/second/bias`, channels), branchScale),
        neighbourhood,
      );
      features = relu(add(features, branch));
    }
    return features;
  };

/** What the whole board holds, said to every point: without it news travels one neighbour a layer. */
const poolingBias = (name: string, features: Value, channels: number): Value =>
  dense(poolPoints(features), weights(`${name}/weights`, channels, channels));

const MLP_POINT_CHANNELS = 16;

/** Plain layers over all planes of all points: no geometry at all, the yardstick for the others. */
const mlp: Trunk = (observation, { channels, layers }) => {
  let hidden = reshape(observation, [OBSERVATION_SIZE]);
  for (let layer = 0; layer < layers; layer++) hidden = relu(denseLayer(`layer${layer}`, hidden, channels));
  const points = relu(denseLayer('points', hidden, POINT_COUNT * MLP_POINT_CHANNELS));
  return reshape(points, [POINT_COUNT, MLP_POINT_CHANNELS]);
};

export const TRUNKS: Readonly<Record<Architecture, Trunk>> = { hex: tower('hex'), ray: tower('ray'), mlp };
