/**
 * A whole network as a program: trunk, policy, value and the auxiliary heads that the config asks for. This is the one
 * definition that every engine reads.
 */
import { ACTION_COUNT, DIRECTION_COUNT, KIND_COUNT, MOVE_COUNT, PLANE_COUNT, POINT_COUNT } from '../../env/index.ts';
import { concat, input, poolPoints, relu, reshape, scale, sumPoints } from '../program/operations.ts';
import { readsRays, type Value } from '../program/value.ts';
import { denseLayer, OUTPUT_GAIN } from './layers.ts';
import type { AuxiliaryHead, NetworkConfig } from './network-config.ts';
import { centrePlanes, sumPlanes } from './plane-scale.ts';
import { TRUNKS } from './trunks/trunks.ts';

/** Policy logits `[541]`, one value logit, and the auxiliary heads; `null` where a network has none. */
export type Network = {
  readonly config: NetworkConfig;
  readonly policy: Value; // [541] logits, legal or not
  readonly value: Value; // [1] the logit of winning; tanh of its half is the expected result
} & { readonly [head in AuxiliaryHead]: Value | null };

/** How a game ended, for the mover: won or lost, and by which of the three reasons. */
export const OUTCOME_TYPE_COUNT = 6;
/** What stands on a point when the game is over: nothing, a stack of the mover, a stack of the opponent. */
export const POINT_FATE_COUNT = 3;

/** What the value is judged by: sums over the board of the planes and of some channels, and a few channels of each place. */
const SUMMARY_CHANNELS = 32;
/** One stack more or less should be felt: it is a sixtieth of a mean, but a quarter here. */
const SUMMARY_SCALE = 1 / 4;
const PLACE_CHANNELS = 4;
const VALUE_HIDDEN = 64;

export const OBSERVATION_INPUT = 'observation';

export const defineNetwork = (config: NetworkConfig): Network => {
  const observation = input(OBSERVATION_INPUT, [POINT_COUNT, PLANE_COUNT]);
  const features = TRUNKS.get(config.architecture).define(centrePlanes(observation), config);
  const hidden = relu(denseLayer('value/hidden', overview(observation, features), VALUE_HIDDEN));
  const when = (head: AuxiliaryHead, define: () => Value): Value | null =>
    config.auxiliaryHeads.includes(head) ? define() : null;
  return {
    config,
    policy: policyHead('policy', features),
    value: denseLayer('value/output', hidden, 1, OUTPUT_GAIN),
    outcomeType: when('outcomeType', () => denseLayer('outcomeType', hidden, OUTCOME_TYPE_COUNT, OUTPUT_GAIN)),
    stepsLeft: when('stepsLeft', () => denseLayer('stepsLeft', hidden, 1, OUTPUT_GAIN)),
    pointFates: when('pointFates', () => denseLayer('pointFates', features, POINT_FATE_COUNT, OUTPUT_GAIN)),
    nextPolicy: when('nextPolicy', () => policyHead('nextPolicy', features)),
  };
};

/** Every output of a network by name: what an engine computes. */
export const outputsOf = (network: Network): Readonly<Record<string, Value>> => {
  const { config, ...heads } = network;
  return Object.fromEntries(Object.entries(heads).filter((head): head is [string, Value] => head[1] !== null));
};

/** Whether playing with it needs the table of who sees whom beside the observation. */
export const looksAlongRays = (config: NetworkConfig): boolean => {
  const { policy, value } = defineNetwork(config);
  return readsRays([policy, value]);
};

/** Nine planes over the points and one logit for passing, in the order of the action space. */
const policyHead = (name: string, features: Value): Value => {
  const moves = denseLayer(`${name}/moves`, features, DIRECTION_COUNT, OUTPUT_GAIN);
  const pass = denseLayer(`${name}/pass`, poolPoints(features), 1, OUTPUT_GAIN);
  const placements = denseLayer(`${name}/placements`, features, KIND_COUNT, OUTPUT_GAIN);
  const placementCount = ACTION_COUNT - MOVE_COUNT - 1;
  return concat([reshape(moves, [MOVE_COUNT]), pass, reshape(placements, [placementCount])]);
};

/** The board in one vector. The planes' own sums hold much of what a value needs, and are there from the first step on. */
const overview = (observation: Value, features: Value): Value => {
  const summary = relu(denseLayer('summary', features, SUMMARY_CHANNELS));
  const places = relu(denseLayer('places', features, PLACE_CHANNELS));
  const sums = scale(sumPoints(summary), SUMMARY_SCALE);
  return concat([sumPlanes(observation), sums, reshape(places, [POINT_COUNT * PLACE_CHANNELS])]);
};
