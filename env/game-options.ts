/** Checks what users hand to an environment: every unknown key and every bad value gets a sentence. */
import type { GameOptions, ResetRequest } from './environment.ts';
import { InvalidInput } from './invalid-input.ts';
import type { Position } from './position.ts';
import { parsePosition } from './position-text.ts';
import { outcome } from './rules.ts';
import { parseSetup } from './setup.ts';

const OPTION_NAMES = ['setup', 'position', 'firstMoverSeed', 'stepLimit'] as const;
const REQUEST_NAMES = ['seed', 'options'] as const;

/** Throws unless these are options that a game can begin with. */
export const checkGameOptions = (options: GameOptions): void => {
  checkNames('option', options, OPTION_NAMES);
  const { setup, position, firstMoverSeed, stepLimit } = options;
  if (setup !== undefined && position !== undefined) {
    throw new InvalidInput('options', options, 'give a setup or a position, not both');
  }
  if (setup !== undefined) parseSetup(setup);
  if (position !== undefined) parseStart(position);
  if (firstMoverSeed !== undefined) checkWhole('firstMoverSeed', firstMoverSeed, 0);
  if (stepLimit !== undefined) checkWhole('stepLimit', stepLimit, 1);
};

export const checkResetRequest = (request: ResetRequest): void => {
  checkNames('reset request', request, REQUEST_NAMES);
  if (request.seed !== undefined) checkWhole('seed', request.seed, 0);
  if (request.options !== undefined) checkGameOptions(request.options);
};

/** A position that a game can begin with. */
export const parseStart = (text: string): Position => {
  if (typeof text !== 'string') throw new InvalidInput('position', text, 'expected a position text');
  const position = parsePosition(text);
  if (outcome(position) !== null) throw new InvalidInput('start position', text, 'the game is over there');
  return position;
};

export const checkWhole = (what: string, value: unknown, least: number): void => {
  if (!Number.isSafeInteger(value) || (value as number) < least) {
    throw new InvalidInput(what, value, `expected a whole number of at least ${least}`);
  }
};

/** Throws unless `given` is an object with no other keys than these. */
export const checkNames = (what: string, given: object, names: readonly string[]): void => {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new InvalidInput(what, given, `expected an object with the keys ${names.join(', ')}`);
  }
  const unknown = Object.keys(given).find((name) => !names.includes(name));
  if (unknown !== undefined) throw new InvalidInput(what, unknown, `accepted are ${names.join(', ')}`);
};
