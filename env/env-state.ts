/** An environment's state as one line of JSON: where the game began, what was played, which game of which seed it is. */
import { ACTION_COUNT, type Action } from './action.ts';
import { ENVIRONMENT_VERSION, type GameOptions, type Seat } from './environment.ts';
import { checkGameOptions, checkNames, checkWhole, parseStart } from './game-options.ts';
import { InvalidInput } from './invalid-input.ts';
import type { Position } from './position.ts';
import { isLegal, play } from './rules.ts';
import { parseSetup, type Setup } from './setup.ts';

const FORMAT = 'tzaar-env';

export type EnvState = {
  readonly seed: number;
  readonly episode: number;
  /** Options that stand for all games. */
  readonly defaults: GameOptions;
  readonly setup: Setup | 'position';
  readonly stepLimit: number | null;
  readonly firstSeat: Seat;
  /** Position text before the first action. */
  readonly start: string;
  readonly actions: readonly Action[];
};

export const formatEnvState = (state: EnvState): string =>
  JSON.stringify({ format: FORMAT, version: ENVIRONMENT_VERSION, ...state });

const NAMES = [
  'format',
  'version',
  'seed',
  'episode',
  'defaults',
  'setup',
  'stepLimit',
  'firstSeat',
  'start',
  'actions',
];

/** Reads a line that `formatEnvState` wrote, and plays its actions. */
export const parseEnvState = (text: string): { readonly state: EnvState; readonly position: Position } => {
  const state = readJson(text);
  checkNames('environment state', state, NAMES);
  const { format, version, ...rest } = state as EnvState & { format: unknown; version: unknown };
  if (format !== FORMAT) throw new InvalidInput('environment state', text, `expected "format": "${FORMAT}"`);
  if (version !== ENVIRONMENT_VERSION) {
    throw new InvalidInput('environment version', version, `this environment is ${ENVIRONMENT_VERSION}`);
  }
  checkWhole('seed', rest.seed, 0);
  checkWhole('episode', rest.episode, 0);
  checkGameOptions(rest.defaults);
  if (rest.setup !== 'position') parseSetup(rest.setup);
  if (rest.stepLimit !== null) checkWhole('stepLimit', rest.stepLimit, 1);
  if (rest.firstSeat !== 0 && rest.firstSeat !== 1)
    throw new InvalidInput('firstSeat', rest.firstSeat, 'expected 0 or 1');
  return { state: rest, position: replay(rest) };
};

const replay = ({ start, actions, stepLimit }: EnvState): Position => {
  const position = parseStart(start);
  if (!Array.isArray(actions)) throw new InvalidInput('actions', actions, 'expected a list of whole numbers');
  if (stepLimit !== null && actions.length > stepLimit) {
    throw new InvalidInput('actions', `${actions.length} of them`, `the step limit is ${stepLimit}`);
  }
  for (const [index, action] of actions.entries()) {
    const known = Number.isInteger(action) && action >= 0 && action < ACTION_COUNT;
    if (!known || !isLegal(position, action)) {
      throw new InvalidInput('action', action, `number ${index + 1} of the state is not legal there`);
    }
    play(position, action);
  }
  return position;
};

const readJson = (text: string): object => {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidInput('environment state', text, 'expected a line that serialize wrote');
  }
};
