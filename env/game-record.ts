/**
 * Finished (or interrupted) games as JSON lines, one game a line: where it began, every move, how it ended, who played.
 * A record proves itself: `replayRecord` plays the moves and compares the end.
 */
import type { Action } from './action.ts';
import { POINT_COUNT } from './board.ts';
import { InvalidInput } from './invalid-input.ts';
import { formatAction, parseAction } from './move-text.ts';
import { clonePosition, OPENING, PLACEMENT, type Position, playedActions } from './position.ts';
import { formatPosition, parsePosition } from './position-text.ts';
import { preview } from './printable.ts';
import { outcome, play, REASONS, type Reason, undo } from './rules.ts';
import { FIXED_START_TEXT, SETUPS, type Setup } from './setup.ts';
import { heightOf, PLAYERS, type PlayerName } from './stack.ts';

/** What `format` says in a game record. */
export const RECORD_FORMAT = 'tzaar-game';
/** The version of game records that this program writes and reads. */
export const RECORD_VERSION = 1;

/** How a recorded game ended: by the rules, or because a player gave no legal move. */
export type GameResult = { readonly winner: PlayerName; readonly reason: Reason | 'forfeit' };

/** A game as it is kept on file. */
export type GameRecord = {
  /** How the game began; `position` when it was not from a set-up. */
  readonly setup: Setup | 'position';
  /** Position text before the first move. */
  readonly start: string;
  /** One text an action. */
  readonly moves: readonly string[];
  /** Null for a game that was not played to its end. */
  readonly result: GameResult | null;
  readonly players: Readonly<Record<PlayerName, string>>;
  /** Anything else worth keeping: seeds, values, times. */
  readonly notes?: Readonly<Record<string, unknown>>;
};

/** One line, without the line break. */
export const formatRecord = ({ setup, start, moves, result, players, notes }: GameRecord): string =>
  JSON.stringify({ format: RECORD_FORMAT, version: RECORD_VERSION, setup, start, moves, result, players, notes });

/** Reads a line and checks its shape; the moves are checked by `replayRecord`. */
export const parseRecord = (line: string): GameRecord => {
  const fail = (expected: string): never => {
    throw new InvalidInput('game record', line, expected);
  };
  const record = parseJson(line, fail);
  if (!isObject(record)) return fail('expected a JSON object');
  if (record.format !== RECORD_FORMAT) fail(`expected "format": "${RECORD_FORMAT}"`);
  if (record.version !== RECORD_VERSION) {
    fail(`this reader knows version ${RECORD_VERSION}, the record has ${preview(record.version, 40)}`);
  }
  const { setup, start, moves, result, players, notes } = record;
  if (![...SETUPS, 'position'].includes(setup as Setup)) fail(`expected "setup": ${SETUPS.join(', ')} or position`);
  if (typeof start !== 'string') fail('expected "start": a position text');
  if (!isTextArray(moves)) fail('expected "moves": a list of move texts');
  if (result !== null && !isResult(result)) {
    fail(`expected "result": null or { winner: ${PLAYERS.join(' | ')}, reason: ${REASONS.join(' | ')} | forfeit }`);
  }
  if (!isObject(players) || typeof players.white !== 'string' || typeof players.black !== 'string') {
    fail('expected "players": { white, black }, two texts');
  }
  if (notes !== undefined && !isObject(notes)) fail('expected "notes": an object');
  return { setup, start, moves, result, players, ...(notes === undefined ? {} : { notes }) } as GameRecord;
};

/** Where a record leads, and its moves as actions. */
export type Replay = { readonly position: Position; readonly actions: readonly Action[] };

/** Plays a record through; throws `InvalidInput` at the first illegal move, or if the game ends differently. */
export const replayRecord = (record: GameRecord): Replay => {
  const position = parsePosition(record.start);
  checkStart(record, position);
  const actions = record.moves.map((move, index) => {
    try {
      const action = parseAction(position, move);
      play(position, action);
      return action;
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error;
      throw new InvalidInput('game record', formatPosition(position), `move ${index + 1}: ${error.message}`);
    }
  });
  checkResult(record.result, position);
  return { position, actions };
};

/** Where a position's game began and the moves since, as text. */
export const movesSoFar = (position: Position): { start: string; moves: string[] } => {
  const actions = playedActions(position);
  const past = clonePosition(position);
  while (past.ply > 0) undo(past);
  const start = formatPosition(past);
  const moves = actions.map((action) => {
    const text = formatAction(past, action);
    play(past, action);
    return text;
  });
  return { start, moves };
};

/** A set-up that is named must be the one that was played from. */
const checkStart = ({ setup, start }: GameRecord, { phase, cells }: Position): void => {
  const singles = cells.subarray(0, POINT_COUNT).filter((cell) => heightOf(cell) === 1).length;
  const fits = {
    position: true,
    fixed: start === FIXED_START_TEXT,
    tournament: phase === PLACEMENT && singles === 0,
    random: phase === OPENING && singles === POINT_COUNT,
  };
  if (!fits[setup]) throw new InvalidInput('start', start, `a game of the ${setup} set-up does not begin so`);
};

const checkResult = (result: GameResult | null, position: Position): void => {
  const over = outcome(position);
  const fail = (expected: string): never => {
    const given = result === null ? 'none' : `${result.winner} by ${result.reason}`;
    throw new InvalidInput('game result', given, `${expected} in ${formatPosition(position)}`);
  };
  if (over === null) {
    if (result !== null && result.reason !== 'forfeit') fail('the game is not over');
    return;
  }
  if (result === null || PLAYERS[over.winner] !== result.winner || over.reason !== result.reason) {
    fail(`${PLAYERS[over.winner]} has won by ${over.reason}`);
  }
};

const parseJson = (line: string, fail: (expected: string) => never): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    return fail('expected one line of JSON');
  }
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isTextArray = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

const isResult = (value: unknown): value is GameResult =>
  isObject(value) &&
  PLAYERS.includes(value.winner as PlayerName) &&
  [...REASONS, 'forfeit'].includes(value.reason as Reason);
