/**
 * What the page knows of the game at hand, and how events change it: a pure function from session and event to the next
 * session. The engine's opinions are kept by position text, so an answer that comes late is still true.
 */
import {
  type Action,
  isLegal,
  KIND_COUNT,
  type Kind,
  PASS,
  PIECES_OF_KIND,
  PLACEMENT,
  PLAYERS,
  type Player,
  type PlayerName,
  type Point,
  type Position,
  placementAction,
  WHITE,
} from '../../env/index.ts';
import { type Game, type Moment, momentsOf, positionAt } from './game.ts';
import { movesFrom, remarkOn } from './options.ts';
import type { Insight } from './protocol.ts';

/** Which colours people move; `both` is for analysis and for two people at one screen. */
export const SIDES = ['white', 'black', 'both'] as const;
export type Side = (typeof SIDES)[number];

export type Session = {
  readonly game: Game;
  /** The position on view is the one after this many actions. */
  readonly shown: number;
  readonly selected: Point | null;
  /** The kind that the next placement puts down. */
  readonly placing: Kind;
  /** Whether the rest of a person's pieces is placed by lot. */
  readonly placesByLot: boolean;
  /** Actions taken back, the next one to play again last. */
  readonly undone: readonly Action[];
  /** The game that was left for a variation, and where; what was loaded or played is never lost by trying something. */
  readonly left: { readonly game: Game; readonly shown: number } | null;
  /** The game that the engine is asked to annotate, and whether it is at it; verdicts follow from the insights. */
  readonly annotated: { readonly game: Game; readonly isRunning: boolean } | null;
  readonly side: Side;
  /** Id of the chosen level; while there is no network another one plays, see `levelInPlay`. */
  readonly level: string;
  /** What the engine thinks, by position text. */
  readonly insights: ReadonlyMap<string, Insight>;
  /** A sentence about the last attempt that was not possible. */
  readonly remark: string | null;
};

export type SessionEvent =
  | {
      readonly type: 'begin';
      readonly game: Game;
      readonly side: Side;
      readonly level: string;
      readonly shown?: number;
    }
  | { readonly type: 'press'; readonly point: Point }
  | { readonly type: 'pick-kind'; readonly kind: Kind }
  | { readonly type: 'place-by-lot' }
  /** Names the position and who acts there, since another game may be on the board by the time it arrives. */
  | {
      readonly type: 'play';
      readonly action: Action;
      readonly position: string;
      readonly by: Exclude<Actor, 'nobody'>;
    }
  | { readonly type: 'pass' }
  | { readonly type: 'cancel' }
  | { readonly type: 'undo' }
  | { readonly type: 'redo' }
  | { readonly type: 'show'; readonly ply: number }
  | { readonly type: 'play-on' }
  | { readonly type: 'return' }
  | { readonly type: 'annotate' }
  | { readonly type: 'stop-annotating' }
  | { readonly type: 'seat'; readonly side: Side; readonly level: string }
  | { readonly type: 'learn'; readonly position: string; readonly insight: Insight };

export const startSession = (game: Game, side: Side, level: string, shown: number = game.actions.length): Session => ({
  game,
  shown,
  selected: null,
  placing: 0,
  placesByLot: false,
  undone: [],
  left: null,
  annotated: null,
  side,
  level,
  insights: new Map(),
  remark: null,
});

export const advance = (session: Session, event: SessionEvent): Session => {
  switch (event.type) {
    case 'begin':
      return startSession(event.game, event.side, event.level, event.shown);
    case 'press':
      return press(session, event.point);
    case 'pick-kind':
      return { ...session, placing: event.kind, placesByLot: false, remark: null };
    case 'place-by-lot':
      return { ...session, placesByLot: true, remark: null };
    case 'play':
      return !isBrowsing(session) && isLastPosition(session, event.position) && actorOf(session) === event.by
        ? playOn(session, event.action)
        : session;
    case 'pass':
      return isPersonToAct(session) ? playOn(session, PASS) : session;
    case 'cancel':
      return { ...session, selected: null, placesByLot: false, remark: null };
    case 'undo':
      return undoDecision(session);
    case 'redo':
      return redoDecision(session);
    case 'show':
      return showPly(session, event.ply);
    case 'play-on':
      return leave(cutAt(session, session.shown), session);
    case 'return':
      return canReturn(session) ? returnToGame(session) : session;
    case 'annotate':
      return { ...session, annotated: { game: session.game, isRunning: true } };
    case 'stop-annotating':
      return session.annotated === null
        ? session
        : { ...session, annotated: { ...session.annotated, isRunning: false } };
    case 'seat':
      return { ...session, side: event.side, level: event.level, selected: null, remark: null };
    case 'learn':
      return learn(session, event.position, event.insight);
  }
};

export const shownPosition = ({ game, shown }: Session): Position => positionAt(game, shown);

export const isBrowsing = ({ game, shown }: Session): boolean => shown < game.actions.length;

export const isSeatOfPerson = ({ side }: Session, player: Player): boolean =>
  side === 'both' || PLAYERS[player] === side;

const isLastPosition = ({ game }: Session, text: string): boolean => momentsOf(game).at(-1)!.text === text;

export type Actor = 'person' | 'engine' | 'nobody';

/** Who acts next in the game's last position; `nobody` once it is over. */
export const actorOf = (session: Session): Actor => {
  const { mover, winner } = momentsOf(session.game).at(-1)!;
  if (winner !== null || session.game.forfeit !== undefined) return 'nobody';
  return isSeatOfPerson(session, mover) ? 'person' : 'engine';
};

/** Whether the board on view takes moves from a person. While two play or analyse, any earlier position does too. */
export const isPersonToAct = (session: Session): boolean => {
  if (!isBrowsing(session)) return actorOf(session) === 'person';
  return session.side === 'both';
};

/**
 * Plays at the position on view. Where the game went on with the same action, it just goes there; otherwise this begins a
 * variation, and the way back is kept. Anything illegal is ignored.
 */
const playOn = (session: Session, action: Action): Session => {
  if (!isLegal(shownPosition(session), action)) return session;
  if (!isBrowsing(session)) return append(session, action);
  if (session.game.actions[session.shown] === action) return showPly(session, session.shown + 1);
  return leave(append({ ...cutAt(session, session.shown), undone: [] }, action), session);
};

const append = (session: Session, action: Action): Session => {
  const { forfeit: _, ...game } = session.game;
  const actions = [...game.actions, action];
  const undone = session.undone.at(-1) === action ? session.undone.slice(0, -1) : [];
  const next = { ...session, game: { ...game, actions }, shown: actions.length, selected: null, remark: null, undone };
  return { ...next, placing: stillToPlace(positionAt(next.game), session) };
};

/** Of variations of variations only the first way back is kept. */
const leave = (next: Session, { left, game, shown }: Session): Session => ({ ...next, left: left ?? { game, shown } });

/** Whether another game than the one on the board was left; redoing all of it is a way back too. */
export const canReturn = ({ game, left }: Session): boolean =>
  left?.game.actions.some((action, ply) => game.actions[ply] !== action) ?? false;

const returnToGame = (session: Session): Session => {
  const { game, shown } = session.left!;
  return { ...session, game, shown, left: null, undone: [], selected: null, placesByLot: false, remark: null };
};

/** Drops the actions after `ply`. */
const cutAt = (session: Session, ply: number): Session => {
  const { game } = session;
  if (ply >= game.actions.length) return session;
  const { forfeit: _, ...kept } = game;
  return {
    ...session,
    game: { ...kept, actions: game.actions.slice(0, ply) },
    undone: [...session.undone, ...game.actions.slice(ply).toReversed()],
    shown: ply,
    selected: null,
    placesByLot: false,
    remark: null,
  };
};

const press = (session: Session, point: Point): Session => {
  if (!isPersonToAct(session)) return { ...session, selected: null };
  const position = shownPosition(session);
  if (position.phase === PLACEMENT) {
    const action = placementAction(point, session.placing);
    return isLegal(position, action)
      ? playOn(session, action)
      : { ...session, remark: remarkOn(position, point, null) };
  }
  const { selected } = session;
  if (selected === point) return { ...session, selected: null, remark: null };
  const move = selected === null ? undefined : movesFrom(position, selected).find(({ to }) => to === point);
  if (move !== undefined) return playOn(session, move.action);
  if (movesFrom(position, point).length > 0) return { ...session, selected: point, remark: null };
  return { ...session, remark: remarkOn(position, point, selected) };
};

/** The kind that was being placed, or the next one that the mover still has. */
const stillToPlace = ({ phase, counts, mover }: Position, session: Session): Kind => {
  const { placing } = session;
  if (phase !== PLACEMENT || !isSeatOfPerson(session, mover)) return placing;
  const has = (kind: Kind): boolean => counts[mover * KIND_COUNT + kind] < PIECES_OF_KIND[kind];
  return [placing, 0, 1, 2].find(has) ?? placing;
};

/** The ply of the last decision that a person made before the end; −1 if there was none. */
const lastDecision = (session: Session): number =>
  momentsOf(session.game)
    .slice(0, -1)
    .findLastIndex(({ mover }) => isSeatOfPerson(session, mover));

export const canUndo = (session: Session): boolean => !isBrowsing(session) && lastDecision(session) >= 0;
export const canRedo = (session: Session): boolean => !isBrowsing(session) && session.undone.length > 0;

const undoDecision = (session: Session): Session =>
  canUndo(session) ? cutAt(session, lastDecision(session)) : session;

/** Plays again until it is a person's turn once more. */
const redoDecision = (session: Session): Session => {
  if (!canRedo(session)) return session;
  let next = session;
  do next = playOn(next, next.undone.at(-1)!);
  while (next.undone.length > 0 && actorOf(next) === 'engine');
  return next;
};

const showPly = (session: Session, ply: number): Session => {
  const shown = Math.max(0, Math.min(session.game.actions.length, Math.trunc(ply)));
  return { ...session, shown, selected: null, remark: null };
};

/** A proof knows best; else the network knows better than alpha-beta, and more effort better than less. */
const learn = (session: Session, position: string, insight: Insight): Session => {
  const known = session.insights.get(position);
  const rank = ({ proven, by, effort }: Insight): number =>
    proven !== undefined ? Number.POSITIVE_INFINITY : by === 'network' ? 1e9 + effort : effort;
  if (known !== undefined && rank(known) > rank(insight)) return session;
  return { ...session, insights: new Map(session.insights).set(position, insight) };
};

/** White's winning chance, 0 to 1, at a moment of the game; undefined where the engine has not looked yet. */
export const whiteChance = ({ text, mover, winner }: Moment, insights: Session['insights']): number | undefined => {
  if (winner !== null) return winner === WHITE ? 1 : 0;
  const insight = insights.get(text);
  if (insight === undefined) return undefined;
  const chance = (1 + insight.value) / 2;
  return mover === WHITE ? chance : 1 - chance;
};

/** Who plays, as people call them; two people at one screen have no names. */
export const playerNames = ({ side, game }: Session, opponent: string): Readonly<Record<PlayerName, string>> => {
  if (side === 'both') return game.players ?? { white: '', black: '' };
  return side === 'white' ? { white: 'you', black: opponent } : { white: opponent, black: 'you' };
};

/** Who plays, for a record: `person`, or `web` and the engine's level. */
export const recordedNames = ({ side }: Session, level: string): Readonly<Record<PlayerName, string>> => ({
  white: side === 'black' ? `web ${level}` : 'person',
  black: side === 'white' ? `web ${level}` : 'person',
});
