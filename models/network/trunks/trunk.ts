/** The body of a network, from the observation to features of each point that all heads share. */
import type { Neighbourhood, Value } from '../../program/value.ts';
import type { NetworkConfig } from '../network-config.ts';

/** The part of a network that all heads share. */
export type Trunk = {
  /** What `architecture` in a config calls it. */
  readonly name: string;
  /** What its layers are and what they see, in a line of documentation. */
  readonly meaning: string;
  /**
   * From the planes around 0, `[B, 60, PLANE_COUNT]`, to features `[B, 60, C]`, none negative; `observation` has the planes
   * as they are.
   */
  define(planes: Value, config: NetworkConfig, observation: Value): Value;
  /** With this, the logit of a move reads the stack that is met too, and not only the features of the one that moves. */
  readonly moveReads?: Neighbourhood;
  /** With this, a network can grow wider and deeper: the parameters that are 0 in a layer that is added, which then changes nothing. */
  readonly silentWhenAdded?: (parameter: string) => boolean;
  /** What it cannot build of a config, in a sentence that begins with the key; `null` if it can. */
  readonly problem?: (config: NetworkConfig) => string | null;
  /**
   * Samples that a learner processes at once. With layers over points, more do not fit the cache with all that is
   * computed on the way; where parameters are many and the way is short, each piece of a batch costs a copy of them.
   */
  readonly microBatch: number;
};
