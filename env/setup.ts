/** The three ways to begin a game. */
import { POINT_COUNT } from './board.ts';
import { InvalidInput } from './invalid-input.ts';
import { copyPosition, emptyPosition, OPENING, type Position, setPosition } from './position.ts';
import { parsePosition } from './position-text.ts';
import { type Rng, shuffle } from './random.ts';
import { BOTH_PLAYERS, type Cell, cellOf, KINDS, PIECES_OF_KIND, WHITE } from './stack.ts';

/** How a game can begin. */
export const SETUPS = ['random', 'fixed', 'tournament'] as const;

/** `random`: all pieces shuffled over the board. `fixed`: the rulebook's table. `tournament`: the players place them. */
export type Setup = (typeof SETUPS)[number];

/** Reads the name of a set-up; refuses others in a sentence. */
export const parseSetup = (text: string): Setup => {
  const setup = SETUPS.find((name) => name === text);
  if (setup === undefined) throw new InvalidInput('set-up', text, `expected ${SETUPS.join(', ')}`);
  return setup;
};

/** The rulebook's table; turning the board by 60° swaps the colours. */
export const FIXED_START_TEXT = 'ttttT/TaaaAT/TAzzZAT/TAZtTZAT/TAZTtzat/taztTzat/tazZZat/taAAAt/tTTTT w 1 o';

const fixedStart = parsePosition(FIXED_START_TEXT);

/** All 60 pieces, single: 30 white ones, then 30 black ones. */
const allPieces = Int8Array.from(
  BOTH_PLAYERS.flatMap((owner) =>
    KINDS.flatMap((_, kind) => Array<Cell>(PIECES_OF_KIND[kind]).fill(cellOf(owner, kind, 1))),
  ),
);
const emptyStart = emptyPosition();

/** Overwrites `position` with the start of a game. Only `random` draws from `rng`. */
export const setUp = (position: Position, setup: Setup, rng: Rng): Position => {
  switch (setup) {
    case 'random':
      position.cells.set(allPieces);
      shuffle(position.cells, POINT_COUNT, rng);
      return setPosition(position, position.cells, WHITE, 0, OPENING);
    case 'fixed':
      return copyPosition(fixedStart, position);
    case 'tournament':
      return copyPosition(emptyStart, position);
  }
};

/** A new position at the start of a game. */
export const startPosition = (setup: Setup, rng: Rng): Position => setUp(emptyPosition(), setup, rng);
