/**
 * Towers of residual blocks. No normalisation: its statistics differ between training and play and cost a pass over
 * memory; a learned scale on each residual branch, small at first, does the work.
 */
import { PLANE_COUNT } from '../../../env/index.ts';
import { add, dense, multiply, neighbourDense, poolPoints, relu } from '../../program/operations.ts';
import { NEIGHBOURHOOD_SIZE, type Neighbourhood, type Value } from '../../program/value.ts';
import { weightMatrix, weightVector } from '../layers.ts';
import type { Trunk } from './trunk.ts';

/**
 * Layers read the seven neighbours of each point. The stem always reads the points nearby: along rays an empty point sees
 * nothing, and all of them would stay alike while pieces are placed.
 */
const tower =
  (neighbourhood: Neighbourhood): Trunk['define'] =>
  (observation, { channels, layers }) => {
    const layer = (name: string, x: Value, inputs: number, reads: Neighbourhood): Value =>
      neighbourDense(
        x,
        weightMatrix(`${name}/weights`, NEIGHBOURHOOD_SIZE * inputs, channels),
        weightVector(`${name}/bias`, channels),
        reads,
      );
    let features = relu(layer('stem', observation, PLANE_COUNT, 'hex'));
    const blocks = layers / 2;
    for (let block = 0; block < blocks; block++) {
      const name = `block${block}`;
      let inner = layer(`${name}/first`, features, channels, neighbourhood);
      if (block % 2 === 1) inner = add(inner, poolingBias(`${name}/pool`, features, channels));
      // The scale is folded into weights and bias, which are small, instead of a pass over all points.
      const branchScale = weightVector(`${name}/scale`, channels, 1 / Math.sqrt(blocks));
      const branch = neighbourDense(
        relu(inner),
        multiply(weightMatrix(`${name}/second/weights`, NEIGHBOURHOOD_SIZE * channels, channels), branchScale),
        multiply(weightVector(`${name}/second/bias`, channels), branchScale),
        neighbourhood,
      );
      features = relu(add(features, branch));
    }
    return features;
  };

/** What the whole board holds, passed to every point: without it, information travels one neighbour per layer. */
const poolingBias = (name: string, features: Value, channels: number): Value =>
  dense(poolPoints(features), weightMatrix(`${name}/weights`, channels, channels));

const common = {
  problem: ({ layers }) => (layers % 2 === 0 ? null : 'layers must be even: two make a residual block'),
  microBatch: 16,
} satisfies Partial<Trunk>;

export const HEX: Trunk = {
  ...common,
  name: 'hex',
  meaning:
    'residual blocks of two layers; a layer gathers a point and its six neighbours (off the board reads zero) and multiplies once. Sees what is near, and through pooling the whole board',
  define: tower('hex'),
};

export const RAY: Trunk = {
  ...common,
  name: 'ray',
  meaning:
    'the same, but the neighbours are the first stacks in sight, from stack to stack: the edges are exactly the possible moves. The stem is a hex layer. Sees along lines',
  define: tower('ray'),
};
