/**
 * Towers of residual blocks. No normalisation: its statistics differ between training and play and cost a pass over
 * memory; a learned scale on each residual branch, small at first, does the work.
 */
import { POINT_COUNT } from '../../../env/index.ts';
import { add, dense, maskPoints, multiply, neighbourDense, relu, scale, sumPoints } from '../../program/operations.ts';
import { NEIGHBOURHOOD_SIZE, type Neighbourhood, type Value } from '../../program/value.ts';
import { neighbourLayer, weightMatrix, weightVector } from '../layers.ts';
import { stackMask } from '../neighbour-table.ts';
import type { Trunk } from './trunk.ts';

/** What tells towers apart. */
type TowerShape = {
  /** What the layers read. */
  readonly reads: Neighbourhood;
  /** What the first layer reads. */
  readonly stem: Neighbourhood;
  /** Which points count, if not all; made of the observation. */
  readonly mask?: (observation: Value) => Value;
  /** By what sums over the points are divided. */
  readonly poolSize: number;
};

/** Layers read the seven neighbours of each point. */
const tower =
  ({ reads, stem, mask, poolSize }: TowerShape): Trunk['define'] =>
  (planes, { channels, layers }, observation) => {
    const counting = mask?.(observation);
    const kept = (x: Value): Value => (counting === undefined ? x : maskPoints(x, counting));
    let features = relu(neighbourLayer('stem', planes, channels, stem));
    const blocks = layers / 2;
    for (let block = 0; block < blocks; block++) {
      const name = `block${block}`;
      let inner = neighbourLayer(`${name}/first`, features, channels, reads);
      if (block % 2 === 1) {
        const pooled = scale(sumPoints(kept(features)), 1 / poolSize);
        inner = add(inner, poolingBias(`${name}/pool`, pooled, channels));
      }
      // The scale is folded into weights and bias, which are small, instead of a pass over all points.
      const branchScale = weightVector(`${name}/scale`, channels, 1 / Math.sqrt(blocks));
      const branch = neighbourDense(
        relu(inner),
        multiply(weightMatrix(`${name}/second/weights`, NEIGHBOURHOOD_SIZE * channels, channels), branchScale),
        multiply(weightVector(`${name}/second/bias`, channels), branchScale),
        reads,
      );
      features = relu(add(features, branch));
    }
    return kept(features);
  };

/** What the whole board holds, passed to every point: without it, information travels one neighbour per layer. */
const poolingBias = (name: string, pooled: Value, channels: number): Value =>
  dense(pooled, weightMatrix(`${name}/weights`, channels, channels));

const common = {
  problem: ({ layers }) => (layers % 2 === 0 ? null : 'layers must be even: two make a residual block'),
  microBatch: 16,
  silentWhenAdded: (parameter) => /^block\d+\/scale$/.test(parameter),
} satisfies Partial<Trunk>;

export const HEX: Trunk = {
  ...common,
  name: 'hex',
  meaning:
    'residual blocks of two layers; a layer gathers a point and its six neighbours (off the board reads zero) and multiplies once. Sees what is near, and through pooling the whole board',
  define: tower({ reads: 'hex', stem: 'hex', poolSize: POINT_COUNT }),
};

export const RAY: Trunk = {
  ...common,
  name: 'ray',
  meaning:
    'the same, but the neighbours are the first stacks in sight, from stack to stack: the edges are exactly the possible moves. The stem is a hex layer. Sees along lines',
  // An empty point sees nothing: without a stem that reads what is near, all would be alike while pieces are placed.
  define: tower({ reads: 'ray', stem: 'hex', poolSize: POINT_COUNT }),
};

/** Stacks on the board of an average position. */
const USUAL_STACKS = 40;

export const STACK: Trunk = {
  ...common,
  name: 'stack',
  meaning:
    'the same along lines from the stem on, for stacks alone: empty points are left out, except while pieces are being placed, when every point counts. Two thirds of the work of `ray`',
  define: tower({ reads: 'stack', stem: 'stack', mask: stackMask, poolSize: USUAL_STACKS }),
  moveReads: 'stack',
};
