/** A game of a network against itself, read strictly from its record, with all that findings are made of. */
import {
  type Action,
  clonePosition,
  formatRecord,
  type GameRecord,
  InvalidInput,
  opponentOf,
  PLAYERS,
  type Player,
  type Position,
  parsePosition,
  play,
  type Reason,
  replayRecord,
  type Setup,
} from '../../env/index.ts';

/** A result that a search had proved before an action, and who wins by it. */
export type Proof = { readonly ply: number; readonly winner: Player };

/** A game as findings see it. */
export type FindingGame = {
  readonly setup: Setup;
  /** Its pair, which has the same start: what is drawn again for intervals is the pair, not the game. */
  readonly pair: number;
  /** 0 or 1: which of the two. */
  readonly number: number;
  readonly start: Position;
  readonly actions: readonly Action[];
  readonly winner: Player;
  readonly reason: Reason;
  /** In the order of the actions, counted from 0. */
  readonly proofs: readonly Proof[];
};

/** Reads a record of a match; one that does not say enough is refused. */
export const readFindingGame = (record: GameRecord): FindingGame => {
  const fail = (expected: string): never => {
    throw new InvalidInput('game', formatRecord(record), expected);
  };
  const { setup, result, notes = {} } = record;
  if (setup === 'position') return fail('findings are of games from a set-up');
  if (result === null) return fail('findings are of finished games');
  if (result.reason === 'forfeit') return fail(`it ended by forfeit: ${notes.forfeit}`);
  const { pair, game: number } = notes;
  if (!isCount(pair) || !isCount(number)) return fail('its notes do not say which game of which pair it is');
  const { actions } = replayRecord(record);
  const start = parsePosition(record.start);
  const proofs = readProofs(start, actions, notes) ?? fail('its notes do not say what was proven when');
  const winner = PLAYERS.indexOf(result.winner) as Player;
  return { setup, pair, number, start, actions, winner, reason: result.reason, proofs };
};

/** A position on the way, which the next step changes, and the action that was played there. */
export type Passing = { readonly position: Position; readonly ply: number; readonly action: Action };

/** Goes through a game from its start. */
export function* walkGame({ start, actions }: FindingGame): Generator<Passing> {
  const position = clonePosition(start);
  for (const [ply, action] of actions.entries()) {
    yield { position, ply, action };
    play(position, action);
  }
}

/** The part of a game in which nobody had proved who wins: later actions tell of proofs, not of judgement. */
export function* walkUndecided(game: FindingGame): Generator<Passing> {
  const decided = game.proofs.at(0)?.ply ?? game.actions.length;
  for (const passing of walkGame(game)) {
    if (passing.ply >= decided) return;
    yield passing;
  }
}

/** Null where the notes are not those of a match, or of one before proofs were noted. */
const readProofs = (
  start: Position,
  actions: readonly Action[],
  { values, proven }: Readonly<Record<string, unknown>>,
): Proof[] | null => {
  if (!Array.isArray(values) || !Array.isArray(proven) || values.length !== actions.length) return null;
  const wins = new Map<number, boolean>();
  for (const ply of proven) {
    if (!isCount(ply) || Math.abs(values[ply]) !== 1) return null;
    wins.set(ply, values[ply] === 1);
  }
  const position = clonePosition(start);
  return actions.flatMap((action, ply) => {
    const { mover } = position;
    play(position, action);
    const isWin = wins.get(ply);
    return isWin === undefined ? [] : [{ ply, winner: isWin ? mover : opponentOf(mover) }];
  });
};

const isCount = (given: unknown): given is number => Number.isSafeInteger(given) && (given as number) >= 0;
