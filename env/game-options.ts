/** The options that environments take, described for `check.ts`, which reports every problem at once. */
import { maybe, provided, readable, record, type Schema, whole, word } from './check.ts';
import type { GameOptions } from './environment.ts';
import { InvalidInput } from './invalid-input.ts';
import { OBSERVATION_VIEWS, type ObservationView } from './observation-view.ts';
import type { Position } from './position.ts';
import { parsePosition } from './position-text.ts';
import { outcome } from './rules.ts';
import { SETUPS } from './setup.ts';

/** A position that a game can begin with. */
export const parseStart = (text: string): Position => {
  const position = parsePosition(text);
  if (outcome(position) !== null) throw new InvalidInput('start position', text, 'the game is over there');
  return position;
};

export const START: Schema<string, string> = readable(parseStart, 'a position text to begin with');
export const SEED: Schema<number, number> = whole(0);
export const STEP_LIMIT: Schema<number, number> = whole(1);
export const OBSERVATION: Schema<ObservationView, ObservationView> = word(OBSERVATION_VIEWS);

/** Options of a game, with further keys of an environment. */
export const gameOptionsWith = (more: Readonly<Record<string, Schema>>): Schema<GameOptions> =>
  provided(
    record({
      setup: maybe(word(SETUPS)),
      position: maybe(START),
      firstMoverSeed: maybe(SEED),
      stepLimit: maybe(STEP_LIMIT),
      ...more,
    }) as Schema<GameOptions>,
    ({ setup, position }) => setup === undefined || position === undefined,
    'may have a setup or a position, not both',
  );

export const GAME_OPTIONS: Schema<GameOptions> = gameOptionsWith({});
