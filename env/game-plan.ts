/** How games begin: checked options turned into what is needed to begin one game after another. */
import type { GameOptions, Seat } from './environment.ts';
import { parseStart } from './game-options.ts';
import { copyPosition, type Position } from './position.ts';
import { randomStream } from './random.ts';
import { type Setup, setUp } from './setup.ts';

export type GamePlan = {
  /** A set-up, or the position that every game begins with. */
  readonly start: Setup | Position;
  readonly stepLimit: number;
  readonly firstMoverSeed: number | null;
};

/** Options of one game override the defaults; a set-up and a position replace each other. Expects checked options. */
export const planGame = (defaults: GameOptions, options: GameOptions = {}): GamePlan => {
  const replaced = options.setup !== undefined || options.position !== undefined;
  const { setup = 'random', position } = replaced ? options : defaults;
  return {
    start: position === undefined ? setup : parseStart(position),
    stepLimit: options.stepLimit ?? defaults.stepLimit ?? Number.POSITIVE_INFINITY,
    firstMoverSeed: options.firstMoverSeed ?? defaults.firstMoverSeed ?? null,
  };
};

/** Overwrites `position` with the start of game number `episode` of a seed; says which seat plays white. */
export const beginGame = (plan: GamePlan, seed: number, episode: number, position: Position): Seat => {
  if (typeof plan.start === 'string') setUp(position, plan.start, randomStream(seed, episode));
  else copyPosition(plan.start, position);
  if (plan.firstMoverSeed === null) return 0;
  return randomStream('first mover', plan.firstMoverSeed, episode)() < 0.5 ? 0 : 1;
};
