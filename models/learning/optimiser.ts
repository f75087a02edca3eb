/**
 * AdamW (Loshchilov and Hutter 2019) with clipping by the global norm and a running average of the weights, as one
 * program over the flat array of all parameters: the same for every engine.
 */
import type { ParameterList } from '../network/parameters.ts';
import {
  add,
  constant,
  divide,
  input,
  minimum,
  multiply,
  scale,
  sqrt,
  subtract,
  sumSquares,
} from '../program/operations.ts';
import type { Value } from '../program/value.ts';

/** The schedules of the learning rate. */
export const SCHEDULES = ['constant', 'cosine'] as const;
/** How the learning rate goes on after warming up, one of `SCHEDULES`. */
export type Schedule = (typeof SCHEDULES)[number];

/** The settings of AdamW. */
export type OptimiserConfig = {
  readonly learningRate: number;
  /** The rate grows to its full size over this many steps: norm-free networks overshoot otherwise. */
  readonly warmUpSteps: number;
  readonly schedule: Schedule;
  /** When `cosine` reaches a tenth of the rate and stays there. */
  readonly scheduleSteps: number;
  readonly weightDecay: number;
  /** The largest norm of all gradients together. */
  readonly clipNorm: number;
  /** How much of the average stays at each step. */
  readonly averageDecay: number;
};

/** The settings of AdamW unless told otherwise. */
export const DEFAULT_OPTIMISER: OptimiserConfig = {
  learningRate: 1e-3,
  warmUpSteps: 200,
  schedule: 'constant',
  scheduleSteps: 20_000,
  weightDecay: 1e-2,
  clipNorm: 1,
  averageDecay: 0.999,
};

const FIRST_DECAY = 0.9;
const SECOND_DECAY = 0.999;
const EPSILON = 1e-8;
const FINAL_SHARE = 0.1;

/** The arrays that an optimiser carries from step to step, all as long as the parameters. */
export const STATE_ARRAYS = ['parameters', 'firstMoment', 'secondMoment', 'average'] as const;
/** One of the arrays that training changes. */
export type StateArray = (typeof STATE_ARRAYS)[number];

export const GRADIENTS_INPUT = 'gradients';
export const GRADIENT_NORM = 'gradientNorm';

export type Update = Readonly<Record<StateArray | typeof GRADIENT_NORM, Value>>;

/** From parameters, moments, average and gradients to the next ones. */
export const defineUpdate = ({ slots, size }: ParameterList, config: OptimiserConfig): Update => {
  const vector = (name: string): Value => input(name, [size], false);
  const number = (name: string): Value => input(name, [], false);
  const [parameters, gradients] = [vector('parameters'), vector(GRADIENTS_INPUT)];
  const gradientNorm = sqrt(sumSquares(gradients));
  const shrink = minimum(constant([1], []), divide(constant([config.clipNorm], []), add(gradientNorm, epsilon())));
  const clipped = multiply(gradients, shrink);
  const firstMoment = blend(vector('firstMoment'), clipped, FIRST_DECAY);
  const secondMoment = blend(vector('secondMoment'), multiply(clipped, clipped), SECOND_DECAY);
  const spread = sqrt(multiply(secondMoment, number('secondCorrection')));
  const direction = divide(multiply(firstMoment, number('firstCorrection')), add(spread, epsilon()));
  const decay = multiply(parameters, constant(decayOf(slots, size, config.weightDecay)));
  const next = subtract(parameters, multiply(add(direction, decay), number('rate')));
  const before = vector('average');
  const average = add(before, multiply(subtract(next, before), number('averageShare')));
  return { parameters: next, firstMoment, secondMoment, average, gradientNorm };
};

/** The numbers that step `step` (the first is 1) feeds to the update. */
export const updateNumbers = (
  config: OptimiserConfig,
  step: number,
  rateShare = 1,
): Readonly<Record<string, number>> => ({
  rate: learningRate(config, step) * rateShare,
  firstCorrection: 1 / (1 - FIRST_DECAY ** step),
  secondCorrection: 1 / (1 - SECOND_DECAY ** step),
  // Early on the average follows closely, or it would remember the random start for a thousand steps.
  averageShare: Math.max(1 - config.averageDecay, 9 / (9 + step)),
});

/** The learning rate at a step. */
export const learningRate = (config: OptimiserConfig, step: number): number => {
  const warmth = Math.min(1, step / Math.max(1, config.warmUpSteps));
  return config.learningRate * warmth * scheduleShare(config, step);
};

const scheduleShare = ({ schedule, scheduleSteps, warmUpSteps }: OptimiserConfig, step: number): number => {
  switch (schedule) {
    case 'constant':
      return 1;
    case 'cosine': {
      return cosineShare(Math.max(0, step - warmUpSteps) / Math.max(1, scheduleSteps - warmUpSteps));
    }
  }
};

/** From 1 to a tenth along half a wave, as progress goes from 0 to 1; it stays there. */
export const cosineShare = (progress: number): number =>
  FINAL_SHARE + ((1 - FINAL_SHARE) * (1 + Math.cos(Math.PI * Math.min(1, progress)))) / 2;

const blend = (before: Value, now: Value, share: number): Value => add(scale(before, share), scale(now, 1 - share));

const epsilon = (): Value => constant([EPSILON], []);

/** Only matrices decay: a bias or a scale has no reason to be small. */
const decayOf = (slots: ParameterList['slots'], size: number, decay: number): Float32Array => {
  const out = new Float32Array(size);
  for (const { dims, offset, size: length } of slots) if (dims.length > 1) out.fill(decay, offset, offset + length);
  return out;
};
