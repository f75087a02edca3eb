/** An environment's state as one line of JSON: where the game began, what was played, which game of which seed it is. */
import { ACTION_COUNT, type Action } from './action.ts';
import { check, exactly, list, orNull, record, type Schema, whole, word } from './check.ts';
import { ENVIRONMENT_VERSION, type GameOptions, type Seat } from './environment.ts';
import { GAME_OPTIONS, parseStart, SEED, START, STEP_LIMIT } from './game-options.ts';
import { InvalidInput } from './invalid-input.ts';
import { MAX_PLIES, type Position } from './position.ts';
import { isLegal, play } from './rules.ts';
import { SETUPS, type Setup } from './setup.ts';

const FORMAT = 'tzaar-env';

export type EnvState = {
  readonly seed: number;
  readonly episode: number;
  /** Options for all games. */
  readonly defaults: GameOptions;
  readonly setup: Setup | 'position';
  readonly stepLimit: number | null;
  readonly firstSeat: Seat;
  /** Position text before the first action. */
  readonly start: string;
  readonly actions: readonly Action[];
};

type Written = EnvState & { readonly format: string; readonly version: string };

export const formatEnvState = (state: EnvState): string =>
  JSON.stringify({ format: FORMAT, version: ENVIRONMENT_VERSION, ...state });

const STATE: Schema = record({
  format: exactly(FORMAT),
  version: exactly(ENVIRONMENT_VERSION),
  seed: SEED,
  episode: whole(0),
  defaults: GAME_OPTIONS,
  setup: word([...SETUPS, 'position']),
  stepLimit: orNull(STEP_LIMIT),
  firstSeat: whole(0, 1),
  start: START,
  actions: list(whole(0, ACTION_COUNT - 1), 0, MAX_PLIES, 'actions'),
});

/** Reads a line that `formatEnvState` wrote, and plays its actions. */
export const parseEnvState = (text: string): { readonly state: EnvState; readonly position: Position } => {
  const { format, version, ...state } = check(STATE, readJson(text), 'environment state') as Written;
  return { state, position: replay(state) };
};

const replay = ({ start, actions, stepLimit }: EnvState): Position => {
  const position = parseStart(start);
  if (stepLimit !== null && actions.length > stepLimit) {
    throw new InvalidInput('actions', `${actions.length} of them`, `the step limit is ${stepLimit}`);
  }
  for (const [index, action] of actions.entries()) {
    if (!isLegal(position, action)) {
      throw new InvalidInput('action', action, `number ${index + 1} of the state is not legal there`);
    }
    play(position, action);
  }
  return position;
};

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidInput('environment state', text, 'expected a line that serialize wrote');
  }
};
