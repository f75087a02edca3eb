/**
 * Links that carry a game: everything stands behind the `#`, so it never reaches a server and any static host will do.
 * `#start=fixed&moves=D7xE7,F6xF5,G1+F2&you=white&level=net-64&ply=3`; `start` is fixed, tournament or a position text with
 * `_` for spaces, and `position=…` alone is enough.
 */
import {
  EMPTY,
  formatPosition,
  InvalidInput,
  OPENING,
  POINT_COUNT,
  parseAction,
  parsePosition,
  play,
  randomStream,
} from '../../env/index.ts';
import { type Game, newGame, playedSteps, positionAt } from './game.ts';
import { DEFAULT_LEVEL, LEVELS } from './levels.ts';
import { type Session, SIDES, type Side } from './session.ts';

/** What a link says; enough to begin a session with. */
export type Linked = { readonly game: Game; readonly side: Side; readonly level: string; readonly shown: number };

const FIELDS = ['start', 'position', 'moves', 'you', 'level', 'ply'] as const;
type Field = (typeof FIELDS)[number];

/** The part of a link behind the `#`. */
export const formatLink = ({ game, side, level, shown }: Linked): string => {
  const fields = [
    `start=${formatStart(game)}`,
    ...(game.actions.length === 0 ? [] : [`moves=${playedSteps(game).map(({ text }) => text)}`]),
    `you=${side}`,
    ...(side === 'both' ? [] : [`level=${level}`]),
    ...(shown === game.actions.length ? [] : [`ply=${shown}`]),
  ];
  return `#${fields.join('&')}`;
};

/** A link to the position on view alone. */
export const formatPositionLink = ({ game, shown }: Session): string =>
  `#position=${spaceless(formatPosition(positionAt(game, shown)))}`;

/** Reads what stands behind the `#`; null if there is nothing. Throws `InvalidInput` for what cannot be read. */
export const parseLink = (hash: string): Linked | null => {
  const text = hash.replace(/^#/, '');
  if (text === '') return null;
  const fields = readFields(text);
  const start = fields.get('position') ?? fields.get('start');
  if (start === undefined) throw new InvalidInput('link', text, 'expected position=… or start=…');
  const game = readMoves(readStart(start), fields.get('moves') ?? '');
  const last = game.actions.length;
  return {
    game,
    side: oneOf('you', fields.get('you') ?? 'both', SIDES),
    level: oneOf(
      'level',
      fields.get('level') ?? DEFAULT_LEVEL,
      LEVELS.map(({ id }) => id),
    ),
    shown: readPly(fields.get('ply') ?? String(last), last),
  };
};

const formatStart = ({ setup, start }: Game): string =>
  setup === 'fixed' || setup === 'tournament' ? setup : spaceless(start);

const spaceless = (text: string): string => text.replaceAll(' ', '_');

const readFields = (text: string): ReadonlyMap<Field, string> => {
  const pairs = text.split('&').map((part) => {
    const [name, ...rest] = part.split('=');
    const field = FIELDS.find((each) => each === name);
    if (field === undefined) throw new InvalidInput('link', name, `expected ${FIELDS.join(', ')}`);
    return [field, decode(rest.join('='))] as const;
  });
  return new Map(pairs);
};

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new InvalidInput('link', text, 'a % is not followed by two digits');
  }
};

const readStart = (text: string): Game => {
  if (text === 'fixed' || text === 'tournament') return newGame(text, randomStream(0));
  const start = text.replaceAll('_', ' ');
  const position = parsePosition(start);
  const isFullBoard =
    position.phase === OPENING && position.cells.subarray(0, POINT_COUNT).every((cell) => cell !== EMPTY);
  return { setup: isFullBoard ? 'random' : 'position', start, actions: [] };
};

const readMoves = (game: Game, moves: string): Game => {
  if (moves === '') return game;
  const position = positionAt(game);
  const actions = moves.split(',').map((text) => {
    const action = parseAction(position, text);
    play(position, action);
    return action;
  });
  return { ...game, actions };
};

const readPly = (text: string, last: number): number => {
  const ply = Number(text);
  if (/^\d+$/.test(text) && ply <= last) return ply;
  throw new InvalidInput('ply', text, `expected a whole number from 0 to ${last}`);
};

const oneOf = <Word extends string>(what: string, given: string, words: readonly Word[]): Word => {
  const word = words.find((each) => each === given);
  if (word === undefined) throw new InvalidInput(what, given, `expected ${words.join(', ')}`);
  return word;
};
