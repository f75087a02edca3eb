/**
 * A whole network as a program: a trunk and the heads that the config asks for. This is the one definition that every
 * engine reads.
 */
import { PLANE_COUNT, POINT_COUNT } from '../../env/index.ts';
import { headsOf } from '../heads/heads.ts';
import { concat, input, maskedLike, relu, reshape, scale, sumPoints } from '../program/operations.ts';
import { type Sight, sightOf, type Value } from '../program/value.ts';
import { denseLayer } from './layers.ts';
import type { NetworkConfig } from './network-config.ts';
import { centrePlanes, sumPlanes } from './plane-scale.ts';
import { TRUNKS } from './trunks/trunks.ts';

/** A network as programs, one for each head. */
export type Network = {
  readonly config: NetworkConfig;
  /** What each head answers: the two that play come first, then the auxiliary ones. */
  readonly outputs: {
    readonly policy: Value; // [541] logits, legal or not
    readonly value: Value; // [1] the logit of winning; tanh of its half is the expected result
    readonly [auxiliary: string]: Value;
  };
};

/** What the value is judged by: sums over the board of the planes and of some channels, and a few channels of each place. */
const SUMMARY_CHANNELS = 32;
/** One stack more or less should be felt: it is a sixtieth of a mean, but a quarter here. */
const SUMMARY_SCALE = 1 / 4;
const PLACE_CHANNELS = 4;
const HIDDEN = 64;

/** What programs call the observation. */
export const OBSERVATION_INPUT = 'observation';

/** The program of a network, from its config. */
export const defineNetwork = (config: NetworkConfig): Network => {
  const observation = input(OBSERVATION_INPUT, [POINT_COUNT, PLANE_COUNT]);
  const { define, moveReads } = TRUNKS.get(config.architecture);
  const features = define(centrePlanes(observation), config, observation);
  // Other heads may read it too, but in weight files it is called the value's.
  const hidden = relu(denseLayer('value/hidden', overview(observation, features), HIDDEN));
  const view = { observation, features, hidden, ...(moveReads !== undefined && { moveReads }) };
  const outputs = headsOf(config).map((head) => [head.name, head.output(view)]);
  return { config, outputs: Object.fromEntries(outputs) };
};

/** Whether playing with it needs the table of sights besides the observation. */
export const looksAlongRays = (config: NetworkConfig): boolean => networkSight(config) !== null;

/** Which table of sights playing with it needs, if any. */
export const networkSight = (config: NetworkConfig): Sight | null => {
  const { policy, value } = defineNetwork(config).outputs;
  return sightOf([policy, value]);
};

/** The board in one vector. The planes' own sums hold much of what a value needs, and are there from the first step on. */
const overview = (observation: Value, features: Value): Value => {
  const summary = maskedLike(features, relu(denseLayer('summary', features, SUMMARY_CHANNELS)));
  const places = maskedLike(features, relu(denseLayer('places', features, PLACE_CHANNELS)));
  const sums = scale(sumPoints(summary), SUMMARY_SCALE);
  return concat([sumPlanes(observation), sums, reshape(places, [POINT_COUNT * PLACE_CHANNELS])]);
};
