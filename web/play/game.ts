/** A game as the page keeps it: where it began and every action since. Positions are replayed from it, never stored. */
import {
  type Action,
  describeOutcome,
  EMPTY,
  formatAction,
  formatPosition,
  type GameRecord,
  type GameResult,
  isPlacement,
  KINDS,
  kindOf,
  legalActions,
  MAX_LEGAL_ACTIONS,
  originOf,
  outcome,
  ownerOf,
  PASS,
  PLAYERS,
  type Player,
  type PlayerName,
  POINT_NAMES,
  type Point,
  type Position,
  parsePosition,
  placedKind,
  placedPoint,
  play,
  type Rng,
  replayRecord,
  type Setup,
  type Step,
  startPosition,
} from '../../env/index.ts';

export type Game = {
  readonly setup: Setup | 'position';
  /** Position text before the first action. */
  readonly start: string;
  readonly actions: readonly Action[];
  /** Who played, where the game was read from a record. */
  readonly players?: Readonly<Record<PlayerName, string>>;
  /** How a record says it ended, if not by the rules. */
  readonly forfeit?: GameResult;
};

export const newGame = (setup: Setup, rng: Rng): Game => ({
  setup,
  start: formatPosition(startPosition(setup, rng)),
  actions: [],
});

/** A game that begins with a position of any kind; throws if the text is not one. */
export const gameFrom = (text: string): Game => ({
  setup: 'position',
  start: formatPosition(parsePosition(text)),
  actions: [],
});

/** The position after the first `ply` actions. */
export const positionAt = ({ start, actions }: Game, ply: number = actions.length): Position => {
  const position = parsePosition(start);
  for (const action of actions.slice(0, ply)) play(position, action);
  return position;
};

export const legalOf = (position: Position): Action[] => {
  const actions = new Uint16Array(MAX_LEGAL_ACTIONS);
  return Array.from(actions.subarray(0, legalActions(position, actions)));
};

/** One action of a game for people; `ply` counts the actions up to and with it. */
export type PlayedStep = {
  readonly ply: number;
  readonly mover: Player;
  readonly step: Step;
  readonly text: string;
};

export const playedSteps = ({ start, actions }: Game): PlayedStep[] => {
  const position = parsePosition(start);
  return actions.map((action, index) => {
    const { mover, step } = position;
    const text = formatAction(position, action);
    play(position, action);
    return { ply: index + 1, mover, step, text };
  });
};

/** A position of a game, as far as the curve and the engine need it. */
export type Moment = { readonly text: string; readonly mover: Player; readonly winner: Player | null };

const knownMoments = new WeakMap<Game, readonly Moment[]>(); // pages ask at every render, games never change

/** All positions of a game, the start first. */
export const momentsOf = (game: Game): readonly Moment[] => {
  const known = knownMoments.get(game);
  if (known !== undefined) return known;
  const position = parsePosition(game.start);
  const moments = [momentAt(position)];
  for (const action of game.actions) {
    play(position, action);
    moments.push(momentAt(position));
  }
  knownMoments.set(game, moments);
  return moments;
};

const momentAt = (position: Position): Moment => ({
  text: formatPosition(position),
  mover: position.mover,
  winner: outcome(position)?.winner ?? null,
});

export const gameOfRecord = (record: GameRecord): Game => {
  const { actions } = replayRecord(record);
  return {
    setup: record.setup,
    start: record.start,
    actions,
    players: record.players,
    ...(record.result?.reason === 'forfeit' && { forfeit: record.result }),
  };
};

export const recordOf = (game: Game, players: Readonly<Record<PlayerName, string>>): GameRecord => {
  const over = outcome(positionAt(game));
  return {
    setup: game.setup,
    start: game.start,
    moves: playedSteps(game).map(({ text }) => text),
    result: over === null ? (game.forfeit ?? null) : { winner: PLAYERS[over.winner], reason: over.reason },
    players: game.players ?? players,
  };
};

/** Where the action before the position at `ply` came from and led to; null for a pass and at the start. */
export const lastMove = (game: Game, ply: number): { readonly from: Point | null; readonly to: Point } | null => {
  const action = game.actions[ply - 1];
  if (action === undefined || action === PASS) return null;
  if (isPlacement(action)) return { from: null, to: placedPoint(action) };
  return { from: originOf(action), to: positionAt(game, ply - 1).sight[action] };
};

/** `White captures a black tott on E5 with the tzarra from D4.`: an action in `position` as a sentence. */
export const sayAction = (position: Position, action: Action): string => {
  const { cells, sight, mover } = position;
  const who = capital(PLAYERS[mover]);
  if (action === PASS) return `${who} passes.`;
  if (isPlacement(action))
    return `${who} places a ${KINDS[placedKind(action)]} on ${POINT_NAMES[placedPoint(action)]}.`;
  const [from, to] = [originOf(action), sight[action]];
  const moving = KINDS[kindOf(cells[from])];
  const there = KINDS[kindOf(cells[to])];
  if (cells[to] === EMPTY) throw new Error(`nothing stands on ${POINT_NAMES[to]}`);
  return ownerOf(cells[to]) === mover
    ? `${who} stacks the ${moving} from ${POINT_NAMES[from]} on the ${there} on ${POINT_NAMES[to]}.`
    : `${who} captures the ${there} on ${POINT_NAMES[to]} with the ${moving} from ${POINT_NAMES[from]}.`;
};

/** How a finished game ended, in plain words; null while it goes on. */
export const sayOutcome = (game: Game, position: Position): string | null => {
  const over = outcome(position);
  if (over !== null) return `${capital(describeOutcome(over))}.`;
  if (game.forfeit === undefined || position.ply < game.actions.length) return null;
  return `${capital(game.forfeit.winner)} has won: the other player gave up.`;
};

export const capital = (text: string): string => text[0].toUpperCase() + text.slice(1);
